import { expect, test } from 'vitest';
import { createTeam } from '../../test/stores/team-fixture.ts';
import type { Store, StoredInvitation } from './store.ts';

export function invitationsContract({
  store,
  reopen,
}: {
  store: () => Store;
  reopen: () => Promise<void>;
}): void {
  test('an invitation is found by the hash of its secret', async () => {
    await manage(store(), 'harbor', 'other');
    await store().invitations.add(anInvitation('h'), 9);
    await reopen();
    expect(await store().invitations.find('h')).toEqual(anInvitation('h'));
    expect(await store().invitations.find('other')).toBeNull();
  });

  test('the invitations of a team that work are listed, newest first, and revoked by id', async () => {
    const { invitations } = store();
    await manage(store(), 'harbor', 'other');
    await invitations.add(anInvitation('old', { createdAt: 1 }), 9);
    await invitations.add(anInvitation('new', { createdAt: 2 }), 9);
    await invitations.add(anInvitation('ended', { createdAt: 3, expiresAt: 5 }), 9);
    await invitations.add(anInvitation('foreign', { team: 'other' }), 9);
    const hashes = async () => (await invitations.ofTeam('harbor', 5)).map(({ tokenHash }) => tokenHash);
    expect(await hashes()).toEqual(['new', 'old']);
    await invitations.remove('harbor', 'id-of-foreign');
    expect(await invitations.find('foreign')).not.toBeNull();
    await invitations.remove('harbor', 'id-of-new');
    expect(await hashes()).toEqual(['old']);
  });

  test('[ME5] there is a limit to the invitations that work; those that ended are removed', async () => {
    const { invitations } = store();
    await manage(store(), 'harbor', 'other');
    expect(await invitations.add(anInvitation('a', { expiresAt: 5 }), 2)).toBe('added');
    expect(await invitations.add(anInvitation('b'), 2)).toBe('added');
    expect(await invitations.add(anInvitation('c', { createdAt: 4 }), 2)).toBe('too-many');
    expect(await invitations.add(anInvitation('foreign', { team: 'other' }), 2)).toBe('added');
    expect(await invitations.add(anInvitation('d', { createdAt: 5 }), 2)).toBe('added');
    expect(await invitations.find('a')).toBeNull();
  });

  test('of two who join at once by an invitation for one, one does; a member does not use it up', async () => {
    await store().documents.commit([createTeam]);
    await manage(store(), 'harbor', 'nowhere');
    const accept = (tokenHash: string, user: string, now = 2) =>
      store().invitations.accept(tokenHash, { user, now });
    await store().invitations.add(anInvitation('one', { once: true }), 9);
    await store().invitations.add(anInvitation('many'), 9);
    expect(await accept('one', 'ann')).toEqual({ team: 'harbor', joined: false });
    const both = await Promise.all([accept('one', 'bob'), accept('one', 'eve')]);
    expect(both.filter((each) => each !== null)).toEqual([{ team: 'harbor', joined: true }]);
    expect(await store().members.ofTeam('harbor')).toHaveLength(2);
    expect(await store().members.role('harbor', 'ann')).toBe('manager');
    expect(await accept('many', 'max', 9)).toBeNull();
    expect(await accept('many', 'max', 8)).toEqual({ team: 'harbor', joined: true });
    expect(await accept('many', 'dan', 8)).toEqual({ team: 'harbor', joined: true });
    await store().invitations.add(anInvitation('nowhere', { team: 'nowhere' }), 9);
    expect(await accept('nowhere', 'dan')).toBeNull();
  });

  test('[ME6] the invite links of a person end when they are no longer a manager of the team', async () => {
    const { members, invitations } = store();
    await store().documents.commit([createTeam]);
    await manage(store(), 'harbor', 'other');
    for (const user of ['bob', 'eve']) {
      await members.add({ team: 'harbor', user, role: 'manager', joinedAt: 2 });
      await members.add({ team: 'other', user, role: 'manager', joinedAt: 2 });
      for (const team of ['harbor', 'other']) {
        await invitations.add(anInvitation(`${user}-${team}`, { createdBy: user, team }), 9);
      }
    }
    await invitations.add(anInvitation('ann-harbor'), 9);
    const left = async () =>
      (await Promise.all(['harbor', 'other'].map((team) => invitations.ofTeam(team, 1))))
        .flat()
        .map(({ tokenHash }) => tokenHash)
        .sort();
    await members.setRole('harbor', 'bob', 'manager');
    expect(await left()).toEqual(['ann-harbor', 'bob-harbor', 'bob-other', 'eve-harbor', 'eve-other']);
    await members.setRole('harbor', 'bob', 'viewer');
    expect(await left()).toEqual(['ann-harbor', 'bob-other', 'eve-harbor', 'eve-other']);
    expect(await invitations.add(anInvitation('late', { createdBy: 'bob' }), 9)).toBe('not-allowed');
    await members.remove('other', 'bob');
    expect(await left()).toEqual(['ann-harbor', 'eve-harbor', 'eve-other']);
    expect(await invitations.add(anInvitation('late', { createdBy: 'bob', team: 'other' }), 9)).toBe(
      'not-allowed',
    );
    await members.removeEverywhere('eve');
    expect(await left()).toEqual(['ann-harbor']);
  });
}

/** Ann manages these teams, so she can make invite links. */
async function manage({ members }: Store, ...teams: string[]): Promise<void> {
  for (const team of teams) await members.add({ team, user: 'ann', role: 'manager', joinedAt: 1 });
}

export const anInvitation = (tokenHash: string, given: Partial<StoredInvitation> = {}): StoredInvitation => ({
  id: `id-of-${tokenHash}`,
  tokenHash,
  team: 'harbor',
  role: 'lead',
  createdBy: 'ann',
  createdAt: 1,
  expiresAt: 9,
  once: false,
  ...given,
});
