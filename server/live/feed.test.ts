import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerMessage } from '../../contract/live.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { memoryStore } from '../../test/stores/memory-store.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import type { DocumentStore } from '../database/document-store.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createWatches } from './feed.ts';
import type { Output } from './slow-clients.ts';

let documents: Documents;
let store: DocumentStore;
/** What happens instead of these methods of the store. */
let instead: Partial<Pick<DocumentStore, 'commit' | 'changesAfter' | 'findChange'>>;
beforeEach(async () => {
  instead = {};
  const memory = memoryStore();
  store = memory.documents;
  documents = createDocuments({
    store: {
      ...memory,
      documents: {
        ...store,
        commit: (batch) => (instead.commit ?? store.commit)(batch),
        changesAfter: (...which) => (instead.changesAfter ?? store.changesAfter)(...which),
        findChange: (...which) => (instead.findChange ?? store.findChange)(...which),
      },
    },
    now: () => 1,
  });
  await documents.issue(teamRef, { type: 'team.create', team: aTeam });
});
afterEach(() => documents.close());

const rename = (id: string) => {
  const change = { type: 'team.rename', name: id } as const;
  return documents.change({ user: 'ann', role: 'manager' }, teamRef, { id, change });
};
function page() {
  const frames: Buffer[] = [];
  const heard = () => frames.map((frame): ServerMessage => JSON.parse(String(frame)));
  return {
    frames,
    types: () => heard().map(({ type }) => type),
    versions: () => heard().flatMap((message) => (message.type === 'changed' ? [message.version] : [])),
    watcher: { send: (frame: Buffer) => void frames.push(frame) },
  };
}
const resumed = (since: number, last?: string) => ({ since, epoch: documents.epoch(), last });

test('the whole document is encoded once for all pages', async () => {
  const [one, other] = [page(), page()];
  for (const { watcher } of [one, other]) await documents.watch(teamRef, watcher);
  expect(one.frames[0]).toBe(other.frames[0]);
});

test('a page that missed what is not in the history anymore gets the whole document', async () => {
  for (const id of ['one', 'two', 'three']) await rename(id);
  instead.changesAfter = async (...which) =>
    (await store.changesAfter(...which)).filter(({ version }) => version > 3);
  const { watcher, types } = page();
  await documents.watch(teamRef, watcher, resumed(1));
  expect(types()).toEqual(['snapshot']);
});

test('a page that comes back while a change is stored hears of it once', async () => {
  await rename('one');
  const [stored, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  instead.commit = async (batch) => {
    await store.commit(batch);
    stored.resolve();
    await shown.promise;
  };
  const two = rename('two');
  await stored.promise;
  const { watcher, versions } = page();
  await documents.watch(teamRef, watcher, resumed(1));
  expect(versions()).toEqual([2]);
  shown.resolve();
  await two;
  expect(versions()).toEqual([2, 3]);
});

test('a change that is made while it is looked for is answered before the whole document', async () => {
  let looks = 0;
  instead.findChange = async (...which) => {
    const found = await store.findChange(...which);
    looks += 1;
    if (looks === 1) await rename('one');
    return found;
  };
  const { watcher, types } = page();
  await documents.watch(teamRef, watcher, { waiting: ['one'] });
  expect(types()).toEqual(['accepted', 'snapshot']);
});

/** The watches of a page of a viewer, with so many bytes waiting for it. */
function viewer(waiting = 0) {
  const sent: Buffer[] = [];
  const output = { buffered: () => waiting, sendEncoded: (text: Buffer) => void sent.push(text) };
  const watches = createWatches({
    ...{ documents, owner: 'vic', output: output as unknown as Output },
    presence: { leave() {}, hears: () => true, say() {} },
    device: undefined,
    seesAll: () => false,
    logError(error) {
      throw error;
    },
  });
  return { sent, watches };
}

test('what viewers are not told is left out once for all of their pages', async () => {
  const day = { team: teamRef.team, document: 'day' };
  const out = { reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
  const layout = buildLayout({ shifts: [buildShift('Sam', '9:00 AM', '5:00 PM', { out })] });
  await documents.issue(day, { type: 'layout.create', layout });
  const [one, other] = [viewer(), viewer()];
  for (const { watches } of [one, other]) await watches.start(day, {});
  expect(one.sent[0]).toBe(other.sent[0]);
});

test('a page that asks for a document again hears each change once', async () => {
  const { sent, watches } = viewer();
  for (const _ of [1, 2]) await watches.start(teamRef, {});
  await rename('one');
  expect(sent.map((text) => JSON.parse(String(text)).type)).toEqual(['snapshot', 'snapshot', 'changed']);
});

test.each([
  ['is told what others hold', 64_000, 2],
  ['is not told what others hold while much is on its way to it', 64_001, 1],
])('a page %s', async (_, waiting, count) => {
  const { sent, watches } = viewer(waiting);
  await watches.start(teamRef, {});
  documents.tellPresence(teamRef, '{"type":"presence"}', 'another');
  expect(sent).toHaveLength(count);
});
