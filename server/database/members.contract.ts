import { expect, test } from 'vitest';
import type { Role } from '../../domain/team/user.ts';
import { createTeam } from '../../test/stores/team-fixture.ts';
import { anInvitation } from './invitations.contract.ts';
import type { Store } from './store.ts';

export function membersContract(store: () => Store): void {
  test('members join once, keep their order, change role and leave', async () => {
    const { members } = store();
    const ann = { team: 'harbor', user: 'ann', role: 'manager', joinedAt: 20 } as const;
    const bob = { team: 'harbor', user: 'bob', role: 'viewer', joinedAt: 10 } as const;
    expect(await members.add(ann)).toBe(true);
    expect(await members.add(bob)).toBe(true);
    expect(await members.add({ ...ann, role: 'viewer' })).toBe(false);
    expect(await members.role('harbor', 'ann')).toBe('manager');
    expect(await members.role('other', 'ann')).toBeNull();
    expect(await members.ofTeam('harbor')).toEqual([bob, ann]);
    await members.add({ ...ann, team: 'earlier', joinedAt: 5 });
    expect((await members.ofUser('ann')).map(({ team }) => team)).toEqual(['earlier', 'harbor']);
    expect(await members.setRole('harbor', 'bob', 'manager')).toBe(true);
    expect(await members.remove('harbor', 'ann')).toBe(true);
    expect(await members.ofTeam('harbor')).toEqual([{ ...bob, role: 'manager' }]);
    expect(await members.role('harbor', 'ann')).toBeNull();
    expect(await members.remove('harbor', 'ann')).toBe(true);
  });

  test('[ME2] of two managers who take each other or themselves away at once, one stays', async () => {
    const { members } = store();
    const add = (user: string, role: Role) => members.add({ team: 'harbor', user, role, joinedAt: 1 });
    for (const role of ['lead', 'viewer'] as const) {
      await Promise.all([add('ann', 'manager'), add('bob', 'manager'), add('eve', 'lead')]);
      const demoted = ['ann', 'bob'].map((user) => members.setRole('harbor', user, role));
      expect((await Promise.all(demoted)).sort()).toEqual([false, true]);
      await Promise.all(['ann', 'bob'].map((user) => members.setRole('harbor', user, 'manager')));
      const removed = ['ann', 'bob'].map((user) => members.remove('harbor', user));
      expect((await Promise.all(removed)).sort()).toEqual([false, true]);
      expect((await members.ofTeam('harbor')).filter((each) => each.role === 'manager')).toHaveLength(1);
    }
  });

  test('[ME2] the last manager of a team can leave no team; anyone else leaves all', async () => {
    const { members } = store();
    const add = (team: string, user: string, role: Role, joinedAt: number) =>
      members.add({ team, user, role, joinedAt });
    await add('one', 'ann', 'manager', 3);
    await add('two', 'ann', 'manager', 2);
    await add('two', 'bob', 'lead', 3);
    await add('three', 'ann', 'manager', 1);
    await add('three', 'eve', 'manager', 1);
    expect(await members.lastManagerOf('ann')).toEqual(['two', 'one']);
    expect(await members.removeEverywhere('ann')).toBe(false);
    expect(await members.ofUser('ann')).toHaveLength(3);
    expect(await members.lastManagerOf('bob')).toEqual([]);
    await add('one', 'bob', 'manager', 4);
    await members.setRole('two', 'bob', 'manager');
    expect(await members.removeEverywhere('ann')).toBe(true);
    expect(await members.ofUser('ann')).toEqual([]);
    expect((await members.ofTeam('three')).map(({ user }) => user)).toEqual(['eve']);
  });

  test('a person whose account was deleted joins no team, in whatever order requests arrive', async () => {
    const { members, invitations, documents } = store();
    await documents.commit([createTeam]);
    const ann = { team: 'harbor', user: 'ann', role: 'manager', joinedAt: 1 } as const;
    await members.add(ann);
    await invitations.add(anInvitation('open', { once: false }), 9);
    expect(await members.removeEverywhere('bob')).toBe(true);
    expect(await members.removeEverywhere('bob')).toBe(true);
    expect(await members.add({ ...ann, user: 'bob' })).toBe(false);
    expect(await invitations.accept('open', { user: 'bob', now: 2 })).toMatchObject({ joined: false });
    expect(await members.ofUser('bob')).toEqual([]);
    expect((await members.ofTeam('harbor')).map(({ user }) => user)).toEqual(['ann']);
  });
}
