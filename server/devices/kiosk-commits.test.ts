import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newPerson } from '../../domain/crew/crew-index.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore, PairedDevice, StoredPin } from '../database/store.ts';
import { createDocuments, type Documents } from '../live/documents.ts';
import type { Author } from '../live/staged-document.ts';
import { createAssertions } from './assertions.ts';
import { createKiosks, type Kiosks } from './kiosk.ts';

const { team } = teamRef;
const manager = { user: 'ann', role: 'manager' } as const;
const tablet: PairedDevice = {
  ...{ team, id: 'tablet', kind: 'kiosk', name: 'Tablet', area: null, role: 'lead' },
  ...{ createdBy: 'ann', createdAt: 1, lastSeenAt: null },
};
const pin: StoredPin = { team, person: 'eve', hash: 'hash', role: 'lead', stamp: 'one', setAt: 1 };

let folder: string;
let store: DatabaseStore;
let documents: Documents;
let kiosks: Kiosks;
/** What happens between a decision and its commit, once. */
let between: (() => Promise<unknown>) | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-kiosk-'));
  store = await openSqliteStore(join(folder, 'lineup.db'));
  between = null;
  documents = createDocuments({
    store: {
      ...store,
      documents: {
        ...store.documents,
        async commit(batch) {
          const first = between;
          between = null;
          await first?.();
          await store.documents.commit(batch);
        },
      },
    },
    now: () => 1,
    // Nobody’s changes take long, so that all are decided in their order.
    clock: () => 1,
    kioskAuthor: (...of) => kiosks.authorNow(...of),
  });
  const accounts = { people: async () => [], wasSignedOut: async () => false };
  const assertions = createAssertions([Buffer.from('key')], () => 1);
  kiosks = createKiosks({ store, documents, assertions, accounts });
  await documents.issue(teamRef, { type: 'team.create', team: aTeam });
  await store.members.add({ team, ...manager, joinedAt: 1 });
  await store.devices.add({ device: tablet, secretHash: 'secret', limit: 9 });
  await store.pins.set(pin, { ids: ['eve'], by: 'ann', limit: 9 });
  await documents.read({ team, document: crewDocument });
  for (const id of ['eve', 'fay'])
    await change(manager, crewDocument, { type: 'person.add', person: newPerson(id, id) });
  const layout = buildLayout({ shifts: [buildShift('s1', '9:00 AM', '5:00 PM')] });
  await documents.issue({ team, document: 'day' }, { type: 'layout.create', layout });
});
afterEach(async () => {
  await documents.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const change = (by: Author, document: string, asked: Change) =>
  documents.change(by, { team, document }, { id: `change-${++made}`, change: asked });
const edit = (by: Author, note: string) => change(by, 'day', { type: 'shift.edit', shift: 's1', note });
const said = (outcome: Outcome<unknown>) => (outcome.ok ? 'stored' : outcome.problem.code);
const answers = async (...asked: readonly Promise<Outcome<unknown>>[]) =>
  (await Promise.all(asked)).map(said);

async function eve(): Promise<Author> {
  const unlocked = await kiosks.unlockByPin(tablet, pin, 1);
  const author = await kiosks.authorOf(tablet, unlocked?.assertion);
  if (!author.ok) throw new Error(author.problem.code);
  return author.value;
}

test.each<[string, () => Promise<unknown>, string]>([
  [
    'the PIN is reset',
    () => store.pins.set({ ...pin, stamp: 'two' }, { ids: ['eve'], by: 'ann', limit: 9 }),
    'kiosk-locked',
  ],
  ['the PIN is removed', () => store.pins.remove(team, ['eve']), 'kiosk-locked'],
  ['the tablet is revoked', () => store.devices.remove(team, 'tablet'), 'device-refused'],
  [
    'the tablet may only view',
    () => store.devices.change(team, 'tablet', { name: 'Tablet', area: null, role: 'viewer' }),
    'not-allowed',
  ],
])(
  '[PIN6] where %s before a change of a kiosk is stored, it isn’t, and another’s is',
  async (_, take, why) => {
    const author = await eve();
    between = take;
    expect(await answers(edit(author, 'late'), edit(manager, 'other'))).toEqual([why, 'stored']);
  },
);

test('[PIN6] who is made inactive, or is linked to an account, changes nothing in the same commit or later', async () => {
  const author = await eve();
  const off = () => change(manager, crewDocument, { type: 'person.edit', person: 'eve', active: false });
  expect(await answers(edit(author, 'before'), off(), edit(author, 'after'))).toEqual([
    'stored',
    'stored',
    'too-busy',
  ]);
  expect(said(await edit(author, 'later'))).toBe('kiosk-locked');
  await change(manager, crewDocument, { type: 'person.edit', person: 'eve', active: true });
  await store.members.add({ team, user: 'vic', role: 'viewer', joinedAt: 1 });
  const link = change(manager, crewDocument, { type: 'person.link', person: 'eve', account: 'vic' });
  expect(await answers(link, edit(author, 'vic'))).toEqual(['stored', 'too-busy']);
  expect(said(await edit(author, 'vic'))).toBe('not-allowed');
});

test('[PIN6] what is said of others in the crew holds nobody up', async () => {
  const author = await eve();
  const other = change(manager, crewDocument, { type: 'person.edit', person: 'fay', active: false });
  expect(await answers(other, edit(author, 'eve'))).toEqual(['stored', 'stored']);
});
