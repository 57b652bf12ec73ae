import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change, SingleChange } from '../../domain/change/change.ts';
import type { Crew, Question } from '../../domain/crew/crew.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { crewIndex, newPerson } from '../../domain/crew/crew-index.ts';
import type { Shift } from '../../domain/day/shift.ts';
import type { Outcome } from '../../domain/problem/problem.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';
import { openSqliteStore } from '../database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../database/store.ts';
import { createDocuments, type Documents } from './documents.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
const { team } = teamRef;

let folder: string;
let store: DatabaseStore;
let documents: Documents;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lineup-crew-'));
  store = await openSqliteStore(join(folder, 'lineup.db'));
  documents = createDocuments({ store, now: () => noon });
  await done(documents.issue(teamRef, { type: 'team.create', team: aTeam }));
  for (const [role, user] of Object.entries(users)) {
    await store.members.add({ team, user, role: role as keyof typeof users, joinedAt: 1 });
  }
});
afterEach(async () => {
  await documents.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

async function done<T>(outcome: Promise<Outcome<T>>): Promise<T> {
  const settled = await outcome;
  if (!settled.ok) throw new Error(settled.problem.code);
  return settled.value;
}
const users = { lead: 'ann', manager: 'max' };
let made = 0;
const change = (document: string, asked: Change, role: 'manager' | 'lead' = 'lead') =>
  done(
    documents.change(
      { user: users[role], role },
      { team, document },
      { id: `change-${++made}`, change: asked },
    ),
  );
/** As a page sends its undo; says what became of it. */
async function takeBack(user: string, undoes: string | undefined, asked: Change): Promise<string> {
  const author = { user, role: 'lead' } as const;
  const envelope = { id: `change-${++made}`, change: asked, ...(undoes !== undefined && { undoes }) };
  const outcome = await documents.change(author, { team, document: crewDocument }, envelope);
  return outcome.ok ? 'accepted' : outcome.problem.code;
}
const shiftOf = (id: string, teamMember: string, more: Partial<Shift> = {}) =>
  buildShift(id, '9:00 AM', '5:00 PM', { teamMember, ...more });
const add = (document: string, shift: Shift) => change(document, { type: 'shift.add', shift, seats: [] });
const make = (document: string, date: string, ...shifts: readonly Shift[]) =>
  change(document, { type: 'layout.create', layout: buildLayout({ date, shifts, rotations: [] }) });
const crew = async () => (await documents.read({ team, document: crewDocument }))?.body as Crew;
async function shiftIn(document: string, id: string): Promise<Shift> {
  const body = (await documents.read({ team, document }))?.body;
  const found = body?.kind === 'layout' ? body.shifts.find((each) => each.id === id) : undefined;
  if (!found) throw new Error(`${id} is not there`);
  return found;
}
const personIn = async (document: string, id: string) =>
  crewIndex(await crew()).personOf((await shiftIn(document, id)).person ?? '')?.name;

test('[CR9] shifts name their person in the same version, and two leads at once add nobody twice', async () => {
  await Promise.all([make('day', '2026-11-21'), make('next', '2026-11-22')]);
  await Promise.all([add('day', shiftOf('a', 'Ana Price')), add('next', shiftOf('b', 'Ana Price'))]);
  expect((await crew()).people.map(({ name }) => name)).toEqual(['Ana Price']);
  expect((await shiftIn('day', 'a')).person).toBe((await shiftIn('next', 'b')).person);
  expect(await store.documents.changesAfter({ team, document: 'day' }, 1, 9)).toMatchObject([
    { version: 2, by: 'ann', change: { type: 'shift.add', shift: { person: expect.any(String) } } },
  ]);
});

test('[CR9] a press of a break looks at no crew', async () => {
  await make('day', '2026-11-21', shiftOf('a', 'Ana Price', { breaks: [null] }));
  const before = (await documents.read({ team, document: crewDocument }))?.version;
  const press = { type: 'break.press', shift: 'a', slot: 0, wants: 'start', at: noon, by: null } as const;
  await change('day', press);
  expect((await documents.read({ team, document: crewDocument }))?.version).toBe(before);
});

test('[CR10] an answer links the shifts that were asked about, and its undo takes that back', async () => {
  await make('day', '2026-11-21', shiftOf('a', 'Maria Garcia'));
  await make('next', '2026-11-22', shiftOf('b', 'Maria G.'));
  const [question] = (await crew()).questions;
  const person = (await shiftIn('day', 'a')).person ?? '';
  const id = question?.id ?? '';
  await change(crewDocument, { type: 'question.answer', question: id, person, shift: null });
  expect(await personIn('next', 'b')).toBe('Maria Garcia');
  const learned = { person, name: true, id: false };
  if (question) await takeBack('ann', `change-${made}`, { type: 'question.ask', question, learned });
  expect((await shiftIn('next', 'b')).person).toBeUndefined();
  expect((await crew()).questions).toEqual([question]);
  await change(crewDocument, { type: 'question.answer', question: id, person: 'another', shift: 'b' });
  expect(await personIn('next', 'b')).toBe('Maria G.');
});

/** 'Maria G.' is asked about, with an id that the schedule gives her. */
async function askAboutMaria(): Promise<Question> {
  await make('day', '2026-11-21', shiftOf('a', 'Maria Garcia'));
  await make('next', '2026-11-22', shiftOf('b', 'Maria G.'));
  const [question] = (await crew()).questions;
  if (!question) throw new Error('nobody asks');
  return question;
}
const answerBy = (question: Question, person: string, role: 'manager' | 'lead' = 'lead') =>
  change(crewDocument, { type: 'question.answer', question: question.id, person, shift: null }, role);
const reopen = (question: Question, person: string): SingleChange => ({
  ...{ type: 'question.ask', question, learned: { person, name: true, id: true, added: true } },
});

test('[CR60] nobody takes back an answer that they did not give, or that nobody gave', async () => {
  const question = await askAboutMaria();
  const person = (await shiftIn('day', 'a')).person ?? '';
  const before = await crew();
  expect(await takeBack('ann', undefined, reopen(question, person))).toBe('answer-not-yours');
  const batch: Change = { type: 'batch', changes: [reopen(question, person)] };
  expect(await takeBack('ann', undefined, batch)).toBe('answer-not-yours');
  expect(await crew()).toEqual(before);
  await answerBy(question, person, 'manager');
  const answered = await crew();
  const [managers, another] = [`change-${made}`, { ...question, id: 'another' }];
  expect(await takeBack('ann', managers, reopen(question, person))).toBe('answer-not-yours');
  // their own change, which was no answer
  await add('next', shiftOf('c', 'Cy'));
  expect(await takeBack('ann', `change-${made}`, reopen(question, person))).not.toBe('accepted');
  expect(await takeBack('ann', managers, reopen(another, person))).toBe('answer-not-yours');
  expect((await crew()).people.filter(({ name }) => name !== 'Cy')).toEqual(answered.people);
});

test('[CR60] an answer is taken back as it was given, whatever its author says of it', async () => {
  const question = await askAboutMaria();
  const maria = (await shiftIn('day', 'a')).person ?? '';
  const known = { names: { add: ['Mary'], remove: [] }, ids: { add: [], remove: [] } };
  await change(crewDocument, { type: 'person.known', person: maria, ...known }, 'manager');
  const before = await crew();
  await answerBy(question, maria);
  const told = {
    ...question,
    name: 'Mary',
    shifts: [{ layout: 'day', shift: 'a', date: '2026-11-21', job: '' }],
  };
  expect(await takeBack('ann', `change-${made}`, reopen(told, maria))).toBe('accepted');
  expect(await crew()).toEqual(before);
  expect((await shiftIn('day', 'a')).person).toBe(maria);
});

test('[CR60] somebody whom an answer added goes with it, and who was there before stays', async () => {
  const question = await askAboutMaria();
  await answerBy(question, 'new');
  expect((await crew()).people.map(({ id }) => id)).toContain('new');
  expect(await takeBack('ann', `change-${made}`, reopen(question, 'new'))).toBe('accepted');
  expect((await crew()).people.map(({ id }) => id)).not.toContain('new');
  await change(crewDocument, { type: 'person.add', person: newPerson('typed', 'Maria G.') }, 'manager');
  const asked = { ...question, providerId: '7' };
  await done(
    documents.issue({ team, document: crewDocument }, { type: 'crew.seen', people: [], asked: [asked] }),
  );
  await answerBy(asked, 'typed');
  expect(await takeBack('ann', `change-${made}`, reopen(asked, 'typed'))).toBe('accepted');
  expect((await crew()).people.map(({ id }) => id)).toContain('typed');
});

test('[CR60] after a restart of the server, too', async () => {
  const question = await askAboutMaria();
  const before = await crew();
  await answerBy(question, (await shiftIn('day', 'a')).person ?? '');
  const answer = `change-${made}`;
  await documents.close();
  documents = createDocuments({ store, now: () => noon });
  expect(await takeBack('ann', answer, reopen(question, 'anybody'))).toBe('accepted');
  expect(await crew()).toEqual(before);
});

test('[CR13] a person who is renamed is renamed from today on, except where another name was typed', async () => {
  await make('past', '2026-11-20', shiftOf('a', 'Robert Smith'));
  await make('day', '2026-11-21', shiftOf('b', 'Robert Smith'));
  await make('next', '2026-11-22', shiftOf('c', 'Robert Smith'));
  await change('next', { type: 'shift.edit', shift: 'c', teamMember: 'Robert S.' });
  const person = (await shiftIn('day', 'b')).person ?? '';
  await change(crewDocument, { type: 'person.edit', person, name: 'Bob' }, 'manager');
  const names = [await shiftIn('past', 'a'), await shiftIn('day', 'b'), await shiftIn('next', 'c')];
  expect(names.map(({ teamMember }) => teamMember)).toEqual(['Robert Smith', 'Bob', 'Robert S.']);
  expect(await personIn('next', 'c')).toBe('Bob');
});

test('[CR5] what came in while two were merged is right once the merge is taken back', async () => {
  await make('day', '2026-11-21', shiftOf('a', 'Ana Price'), shiftOf('b', 'Annie Stone'));
  const [ana, annie] = [(await shiftIn('day', 'a')).person ?? '', (await shiftIn('day', 'b')).person ?? ''];
  await change(crewDocument, { type: 'person.merge', from: annie, into: ana }, 'manager');
  await make('next', '2026-11-22', shiftOf('c', 'Annie Stone'));
  expect(await personIn('next', 'c')).toBe('Ana Price');
  await change(crewDocument, { type: 'person.unmerge', person: annie }, 'manager');
  expect([await personIn('next', 'c'), await personIn('day', 'a')]).toEqual(['Annie Stone', 'Ana Price']);
});

test('layouts from before there was a crew are linked from today on when it is made', async () => {
  const older = (id: string, date: string) =>
    buildLayout({ date, shifts: [shiftOf(id, 'Ana Price')], rotations: [] });
  for (const [id, date] of [
    ['past', '2026-11-20'],
    ['day', '2026-11-21'],
  ] as const) {
    const layout = { type: 'layout.create', layout: older(id, date) } as const;
    const stored = { version: 1, id: `old-${id}`, by: null, at: noon, change: layout };
    const columns = { name: 'Weekday', area: 'Kitchen', date };
    await store.documents.commit([
      { team, document: id, kind: 'layout', from: 0, changes: [stored as never], columns, snapshot: null },
    ]);
  }
  expect((await crew()).people.map(({ name }) => name)).toEqual(['Ana Price']);
  expect([(await shiftIn('past', 'past')).person, await personIn('day', 'day')]).toEqual([
    undefined,
    'Ana Price',
  ]);
});
