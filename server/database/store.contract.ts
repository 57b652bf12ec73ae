import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeKey } from '../../contract/changes.ts';
import type { Change, DocumentBody } from '../../domain/change/change.ts';
import { layTemplate } from '../../domain/day/layout.ts';
import { emptyNotes } from '../../domain/notes/notes.ts';
import { aTeam, createTeam, rename, teamRef } from '../../test/stores/team-fixture.ts';
import { type DocumentCommit, DuplicateChange, VersionConflict } from './document-store.ts';
import { historyContract } from './history.contract.ts';
import { anInvitation, invitationsContract } from './invitations.contract.ts';
import { membersContract } from './members.contract.ts';
import { packsContract } from './packs.contract.ts';
import { scheduleContract } from './schedule.contract.ts';
import { securityLogContract } from './security-log.contract.ts';
import type { PendingPropagation, Store } from './store.ts';

export interface StorePlace {
  open(): Promise<Store>;
  remove(): Promise<void>;
}

export function storeContract(engine: string, makePlace: () => StorePlace): void {
  describe(`a store on ${engine}`, () => {
    let place: StorePlace;
    let store: Store;
    const reopen = async () => {
      await store.close();
      store = await place.open();
    };
    beforeEach(async () => {
      place = makePlace();
      store = await place.open();
    });
    afterEach(async () => {
      await store.close();
      await place.remove();
    });

    test('[CH1] a document is its snapshot and the later changes, also when opened again', async () => {
      await commitVersions(store, 20);
      expect(await store.documents.load(teamRef)).toEqual({
        version: 20,
        body: { ...aTeam, name: 'Harbor 20' },
      });
      await reopen();
      expect(await store.documents.load(teamRef)).toEqual({
        version: 20,
        body: { ...aTeam, name: 'Harbor 20' },
      });
      expect(await store.documents.load({ ...teamRef, document: 'other' })).toBeNull();
      expect(await store.documents.load({ ...teamRef, team: 'other' })).toBeNull();
    });

    test('a commit of several documents happens whole or not at all', async () => {
      await store.documents.commit([createTeam]);
      const stale = rename(5);
      await expect(
        store.documents.commit([rename(1), layoutOn('day', '2026-11-21'), stale]),
      ).rejects.toBeInstanceOf(VersionConflict);
      expect(await store.documents.load(teamRef)).toEqual({ version: 1, body: aTeam });
      expect(await store.documents.load({ team: 'harbor', document: 'day' })).toBeNull();
      await store.documents.commit([rename(1), layoutOn('day', '2026-11-21')]);
      expect((await store.documents.load(teamRef))?.version).toBe(2);
      expect((await store.documents.load({ team: 'harbor', document: 'day' }))?.version).toBe(1);
    });

    test('a team has one change that reaches others at a time, until that is complete or the team is deleted', async () => {
      const reach = (id: string, team = 'harbor'): PendingPropagation => ({
        ...{ id, team, document: team, change: `change-${id}`, from: '2026-11-21', at: 1 },
        ...{ settings: true, areas: [['Kitchen', 'Grill']], people: [] },
      });
      const both = await Promise.all([store.reaches.put(reach('one')), store.reaches.put(reach('two'))]);
      expect(both.toSorted()).toEqual([false, true]);
      const [kept, other] = both[0] ? ['one', 'two'] : ['two', 'one'];
      expect(await store.reaches.put(reach(kept))).toBe(true);
      expect(await store.reaches.put(reach('three', 'pier'))).toBe(true);
      await reopen();
      expect(await store.reaches.all()).toEqual([reach(kept), reach('three', 'pier')]);
      await store.reaches.remove('harbor', other);
      expect(await store.reaches.find('harbor')).toEqual(reach(kept));
      await store.reaches.remove('harbor', kept);
      expect(await store.reaches.find('harbor')).toBeNull();
      await store.documents.deleteTeam('pier');
      expect(await store.reaches.all()).toEqual([]);
    });

    test('a version is made once: the second attempt is a conflict', async () => {
      await store.documents.commit([createTeam]);
      await expect(store.documents.commit([createTeam])).rejects.toBeInstanceOf(VersionConflict);
      const both = await Promise.allSettled([
        store.documents.commit([rename(1)]),
        store.documents.commit([rename(1)]),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('versions have no gaps, and an id is used once in a document', async () => {
      await store.documents.commit([createTeam]);
      const gap = rename(2);
      await expect(store.documents.commit([{ ...gap, from: 1 }])).rejects.toThrow();
      const again = rename(1).changes.map((change) => ({ ...change, id: 'change-1' }));
      const twice = store.documents.commit([{ ...rename(1), changes: again }]);
      await expect(twice).rejects.toBeInstanceOf(DuplicateChange);
      expect((await store.documents.load(teamRef))?.version).toBe(1);
    });

    test('several changes of one document in one commit', async () => {
      const changes = [createTeam, rename(1), rename(2)].flatMap((commit) => commit.changes);
      await store.documents.commit([{ ...createTeam, changes }]);
      expect(await store.documents.load(teamRef)).toEqual({
        version: 3,
        body: { ...aTeam, name: 'Harbor 3' },
      });
    });

    test('changes after a version come in order, at most as many as asked for', async () => {
      await commitVersions(store, 12);
      const versions = async (after: number, limit: number) =>
        (await store.documents.changesAfter(teamRef, after, limit)).map(({ version }) => version);
      expect(await versions(9, 10)).toEqual([10, 11, 12]);
      expect(await versions(0, 3)).toEqual([1, 2, 3]);
      expect(await versions(12, 3)).toEqual([]);
      expect(await store.documents.changesAfter(teamRef, 11, 1)).toEqual(rename(11).changes);
    });

    test('changes after a version say what their author had seen, where others came in between', async () => {
      await store.documents.commit([createTeam]);
      const { changes, ...commit } = rename(1);
      const record = { did: 'renamed the team', topics: ['team' as const] };
      const [change] = changes;
      if (!change) throw new Error('no change');
      await store.documents.commit([
        { ...commit, changes: [{ ...change, seen: 4, record: { ...record, seen: 4 } }] },
      ]);
      await store.documents.commit([
        { ...rename(2), changes: rename(2).changes.map((each) => ({ ...each, record })) },
      ]);
      const seen = (await store.documents.changesAfter(teamRef, 1, 3)).map((each) => each.seen);
      expect(seen).toEqual([4, undefined]);
    });

    test('what a change did may have any character, such as half an emoji', async () => {
      await store.documents.commit([createTeam]);
      const did = 'renamed the team from \0 to \ud83d, “"seen":5”, \\u0000';
      const { changes, ...commit } = rename(1);
      const record = { did, topics: ['team' as const], seen: 1 };
      await store.documents.commit([
        { ...commit, changes: changes.map((each) => ({ ...each, seen: 1, record })) },
      ]);
      const read = await store.documents.changesAfter(teamRef, 1, 1);
      expect(read.map(({ seen }) => seen)).toEqual([1]);
      const all = await store.documents.changesOfAll?.([{ ...teamRef, after: 1 }], 1);
      expect(all ?? [read]).toEqual([read]);
    });

    test('the key of the change that made a version is known', async () => {
      await commitVersions(store, 3);
      const keys = [2, 4].map((version) => store.documents.changeKey(teamRef, version));
      expect(await Promise.all(keys)).toEqual([
        changeKey({ id: 'change-2', at: rename(1).changes[0]?.at ?? 0 }),
        null,
      ]);
      expect(await store.documents.versions([{ ...teamRef, team: 'other' }, teamRef])).toEqual([0, 3]);
      expect(await store.documents.changeKey({ ...teamRef, document: 'other' }, 2)).toBeNull();
    });

    test('an accepted change is found by its id, in its own document only', async () => {
      await commitVersions(store, 3);
      expect(await store.documents.findChange(teamRef, 'change-2')).toEqual(rename(1).changes[0]);
      expect(await store.documents.findChange(teamRef, 'change-9')).toBeNull();
      expect(await store.documents.findChange({ ...teamRef, team: 'other' }, 'change-2')).toBeNull();
    });

    test('a snapshot never takes the place of a later one', async () => {
      await commitVersions(store, 16);
      await store.documents.writeSnapshots([{ ...teamRef, version: 3, body: { ...aTeam, name: 'Old' } }]);
      expect((await store.documents.load(teamRef))?.body).toEqual({ ...aTeam, name: 'Harbor 16' });
    });

    test('lists are of one team, one kind and, where asked, some dates', async () => {
      await store.documents.commit([
        createTeam,
        layoutOn('b', '2026-11-21'),
        layoutOn('a', '2026-11-22'),
        { ...layoutOn('c', '2026-11-21'), team: 'other' },
      ]);
      const ids = async (...asked: Parameters<Store['documents']['list']>) =>
        (await store.documents.list(...asked)).map(({ id }) => id);
      expect(await ids('harbor', 'layout')).toEqual(['b', 'a']);
      const on = (date: string, to = date) => ({ from: date, to });
      expect(await ids('harbor', 'layout', on('2026-11-21'))).toEqual(['b']);
      expect(await ids('harbor', 'layout', on('2026-11-20', '2026-11-22'))).toEqual(['b', 'a']);
      expect(await ids('harbor', 'layout', on('2026-11-23', '2026-11-30'))).toEqual([]);
      expect(await ids('harbor', 'template')).toEqual([]);
      expect(await store.documents.list('harbor', 'layout', on('2026-11-22'))).toEqual([
        { id: 'a', name: 'Weekday', area: 'Kitchen', date: '2026-11-22' },
      ]);
      const nameless = { name: null, area: null, date: null };
      await store.documents.commit([{ ...layoutOn('d', '2026-11-21'), columns: nameless }]);
      expect(await ids('harbor', 'layout'), 'one without a name is in no list').toEqual(['b', 'a']);
      await store.documents.commit([rename(1)]);
      await store.documents.commit([{ ...rename(2), columns: null }]);
      expect(await store.documents.list('harbor', 'team')).toEqual([
        { id: 'harbor', name: 'Harbor 2', area: null, date: null },
      ]);
    });

    test('a team is deleted with all that is kept of it, and nothing else is', async () => {
      const layout = layoutOn('day', '2026-11-21');
      const other = { team: 'other', document: 'other' };
      await store.documents.commit([createTeam, layout, { ...createTeam, ...other }]);
      await store.documents.writeSnapshots([{ ...teamRef, version: 1, body: aTeam }]);
      for (const team of ['harbor', 'other']) {
        await store.members.add({ team, user: 'ann', role: 'manager', joinedAt: 1 });
        await store.invitations.add(anInvitation(`of-${team}`, { team }), 9);
        await store.logos.put({ ...logo('a'), team });
        await store.accessTokens.add({ ...accessToken, secretHash: `token-of-${team}`, id: team, team });
      }
      await Promise.all([
        // It comes before the deletion, or too late.
        store.documents
          .commit([rename(1)])
          .catch((error: unknown) => expect(error).toBeInstanceOf(VersionConflict)),
        store.documents.deleteTeam('harbor'),
        // A body still in memory: it must not come back, and must not delay the others.
        store.documents.writeSnapshots([
          { ...teamRef, version: 2, body: aTeam },
          { ...other, version: 1, body: aTeam },
        ]),
      ]);
      await reopen();
      expect(await store.documents.load(teamRef)).toBeNull();
      expect(await store.documents.changesAfter(teamRef, 0, 9)).toEqual([]);
      expect(await store.documents.list('harbor', 'layout')).toEqual([]);
      expect(await store.members.ofTeam('harbor')).toEqual([]);
      expect(await store.invitations.find('of-harbor')).toBeNull();
      expect(await store.logos.find('harbor', 'a')).toBeNull();
      expect(await store.accessTokens.find('token-of-harbor')).toBeNull();
      await expect(store.documents.commit([rename(1)])).rejects.toBeInstanceOf(VersionConflict);
      expect(await store.documents.load(other)).toEqual({ version: 1, body: aTeam });
      expect(await store.members.role('other', 'ann')).toBe('manager');
      expect(await store.invitations.find('of-other')).not.toBeNull();
      expect(await store.accessTokens.find('token-of-other')).not.toBeNull();
      expect(await store.logos.find('other', 'a')).not.toBeNull();
    });

    test('a logo is kept once, found in its own team, and gone when another takes its place', async () => {
      const { logos } = store;
      await logos.put(logo('a'));
      await logos.put(logo('a'));
      await logos.put(logo('b'));
      await logos.put({ ...logo('c'), team: 'other' });
      const found = await logos.find('harbor', 'a');
      expect(found && { ...found, bytes: [...found.bytes] }).toEqual({ ...logo('a'), bytes: [1, 2, 3] });
      expect(await logos.find('other', 'a')).toBeNull();
      await store.documents.commit([createTeam]);
      // Meanwhile the team shows another one.
      await logos.keepOnly('harbor', 'b', 2);
      expect(await logos.find('harbor', 'a')).not.toBeNull();
      await logos.keepOnly('harbor', 'b', 1);
      expect([await logos.find('harbor', 'a'), await logos.find('harbor', 'b')]).toMatchObject([null, {}]);
      await logos.remove('harbor', 'b');
      expect(await logos.find('harbor', 'b')).toBeNull();
      expect(await logos.find('other', 'c')).not.toBeNull();
    });

    test('an access token is found by the hash of its secret, until it is removed', async () => {
      const token = accessToken;
      const newer = { ...token, secretHash: 'g', id: 'u', team: 'harbor', createdAt: 2, expiresAt: 5 };
      await store.accessTokens.add(token);
      await store.accessTokens.add(newer);
      await store.accessTokens.used('h', 3);
      await reopen();
      const used = { ...token, lastUsedAt: 3 };
      expect(await store.accessTokens.find('h')).toEqual(used);
      expect(await store.accessTokens.find('other')).toBeNull();
      expect(await store.accessTokens.ofUser('ann')).toEqual([newer, used]);
      await store.accessTokens.removeExpired('bob', 9);
      await store.accessTokens.revoke('bob', 't');
      expect(await store.accessTokens.ofUser('ann')).toHaveLength(2);
      await store.accessTokens.removeExpired('ann', 5);
      expect(await store.accessTokens.ofUser('ann')).toEqual([used]);
      await store.accessTokens.revoke('ann', 't');
      expect(await store.accessTokens.ofUser('ann')).toEqual([]);
      expect(await store.accessTokens.find('h')).toBeNull();
      expect(await store.accessTokens.findRevoked('h')).toEqual({ user: 'ann', name: token.name });
      expect(await store.accessTokens.findRevoked('other')).toBeNull();
    });

    membersContract(() => store);
    invitationsContract({ store: () => store, reopen });
    scheduleContract({ store: () => store, reopen });
    historyContract({ store: () => store, reopen });
    packsContract({ store: () => store, reopen });
    securityLogContract({ store: () => store, reopen });

    test('the history keeps its name', async () => {
      const { epoch } = store;
      expect(epoch).not.toBe('');
      await reopen();
      expect(store.epoch).toBe(epoch);
    });
  });
}

const accessToken = {
  secretHash: 'h',
  id: 't',
  user: 'ann',
  name: 'Printer',
  scope: 'read',
  team: null,
  createdAt: 1,
  lastUsedAt: null,
  expiresAt: 9,
} as const;

const logo = (id: string) => ({ team: 'harbor', id, type: 'image/png', bytes: new Uint8Array([1, 2, 3]) });

async function commitVersions(store: Store, count: number): Promise<void> {
  await store.documents.commit([createTeam]);
  for (let from = 1; from < count; from++) await store.documents.commit([rename(from)]);
}

function layoutOn(document: string, date: string): DocumentCommit {
  const body: DocumentBody = layTemplate(
    { kind: 'template', name: 'Weekday', area: 'Kitchen', notes: emptyNotes, rotations: [], type: 'fixed' },
    date,
    aTeam,
  );
  const change: Change = { type: 'layout.create', layout: body };
  return {
    team: 'harbor',
    document,
    kind: 'layout',
    from: 0,
    changes: [{ version: 1, id: `make-${document}`, by: 'ann', at: 1, change }],
    columns: { name: 'Weekday', area: 'Kitchen', date },
    snapshot: null,
  };
}
