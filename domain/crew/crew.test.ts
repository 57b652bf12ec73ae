import { expect, test } from 'vitest';
import { apply, type Change } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { mayChange } from '../change/may-change.ts';
import { type Crew, crewLimit } from './crew.ts';
import { crewDocument, emptyCrew, mayRead } from './crew-document.ts';
import { crewIndex, newPerson } from './crew-index.ts';

const problemOf = (crew: Crew, change: Change) => {
  const outcome = apply(crew, change);
  return outcome.ok ? null : outcome.problem.code;
};

function after(crew: Crew, ...changes: readonly Change[]): Crew {
  return changes.reduce((body, change) => {
    const outcome = apply(body, change);
    if (!outcome.ok) throw new Error(outcome.problem.code);
    return outcome.value as Crew;
  }, crew);
}

const person = (id: string, name: string, more = {}) => ({ ...newPerson(id, name), ...more });
const crewOf = (...people: readonly ReturnType<typeof person>[]): Crew => ({ ...emptyCrew, people });
const two = crewOf(person('a', 'Ana Price'), person('b', 'Ana P.', { notes: 'Left-handed' }));
const seen = (id: string, name: string, more = {}) => ({
  ...{ person: id, name, provider: 'csv', providerId: null, jobs: ['Grill'], date: '2026-11-21' },
  ...more,
});

test('[CR3] a crew has at most 1,000 people, with those who were merged', () => {
  const people = Array.from({ length: crewLimit }, (_, index) =>
    person(`p${1000 + index}`, `Person ${index}`),
  );
  const full = after(crewOf(...people), { type: 'person.merge', from: 'p1001', into: 'p1000' });
  expect(problemOf(full, { type: 'person.add', person: person('new', 'One More') })).toBe('too-many');
  expect(after(full, { type: 'crew.seen', people: [seen('new', 'One More')], asked: [] })).toEqual(full);
});

test('[CR4] leads read the crew and answer questions; only managers change it, and viewers see nothing of it', () => {
  const ref = { team: 'oak', document: crewDocument };
  expect((['manager', 'lead', 'viewer', null] as const).map((role) => mayRead(role, ref))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(mayRead('viewer', { team: 'oak', document: 'monday' })).toBe(true);
  const edit: Change = { type: 'person.edit', person: 'a', notes: 'Hi' };
  const answer: Change = { type: 'question.answer', question: 'q', person: 'a', shift: null };
  const learn: Change = { type: 'crew.seen', people: [], asked: [] };
  const allowed = (change: Change) =>
    (['manager', 'lead', 'viewer'] as const).filter((role) => mayChange(role, 'crew', change));
  expect([edit, answer, learn].map(allowed)).toEqual([['manager'], ['manager', 'lead'], []]);
});

test('[CR5] merged people count as one, and a merge is taken back exactly, with what came in between', () => {
  const merge: Change = { type: 'person.merge', from: 'b', into: 'a' };
  const merged = after(two, merge);
  const index = crewIndex(merged);
  expect(merged.people.map(({ id }) => id)).toEqual(['a']);
  expect(index.personOf('b')?.id).toBe('a');
  expect(index.idsOf('b')).toEqual(['a', 'b']);
  const undo = inverse(two, merge);
  expect(after(merged, undo as Change)).toEqual(two);

  const since = after(
    merged,
    { type: 'crew.seen', people: [seen('b', 'Ana P.', { providerId: '7', provider: 'deputy' })], asked: [] },
    { type: 'person.edit', person: 'a', notes: 'Trains people' },
  );
  const back = after(since, { type: 'person.unmerge', person: 'b' });
  expect(crewIndex(back).personOf('a')).toMatchObject({ notes: 'Trains people', jobs: [], providerIds: [] });
  expect(crewIndex(back).personOf('b')).toMatchObject({
    notes: 'Left-handed',
    jobs: ['Grill'],
    providerIds: [{ provider: 'deputy', id: '7', name: 'Ana P.' }],
  });
});

test('[CR5] someone is not merged into themselves, nor into those who were merged into them', () => {
  const merged = after(two, { type: 'person.merge', from: 'b', into: 'a' });
  expect(problemOf(two, { type: 'person.merge', from: 'a', into: 'a' })).toBe('merge-same');
  expect(problemOf(merged, { type: 'person.merge', from: 'a', into: 'b' })).toBe('merge-same');
  expect(problemOf(merged, { type: 'person.merge', from: 'b', into: 'a' })).toBe('person-missing');
});

test('[CR6] a name that a manager typed stays; otherwise the name follows the schedule that knows the person', () => {
  const told = (name: string) => ({ providerId: '7', provider: 'deputy', name });
  const known = after(emptyCrew, {
    type: 'crew.seen',
    people: [seen('a', 'Maria Garcia', told('Maria Garcia'))],
    asked: [],
  });
  const married: Change = {
    type: 'crew.seen',
    people: [seen('a', 'Maria Lopez', told('Maria Lopez'))],
    asked: [],
  };
  expect(after(known, married).people[0]?.name).toBe('Maria Lopez');
  const named = after(known, { type: 'person.edit', person: 'a', name: 'Mary' }, married);
  expect(named.people[0]).toMatchObject({ name: 'Mary', names: ['Maria Garcia'] });
  const another: Change = {
    type: 'crew.seen',
    people: [seen('a', 'GARCIA-LOPEZ, MARIA', { providerId: '9', provider: '7shifts' })],
    asked: [],
  };
  expect(after(known, another).people[0]?.name).toBe('Maria Garcia');
});

test('[CR6] a rename is taken back, and what was learned since stays', () => {
  const rename: Change = { type: 'person.edit', person: 'a', name: 'Anna Price' };
  const since: Change = { type: 'crew.seen', people: [seen('a', 'Ana Pricey')], asked: [] };
  const renamed = after(two, rename, since, inverse(two, rename) as Change);
  expect(renamed.people[0]).toMatchObject({ name: 'Ana Price', names: ['Ana Pricey'], jobs: ['Grill'] });
  expect(renamed.people[0]?.named).toBeUndefined();
});

test('[CR7] Sam’s account goes from one person to another, back by the inverse, and along with a merge', () => {
  const link: Change = { type: 'person.link', person: 'b', account: 'sam' };
  const first = after(two, { type: 'person.link', person: 'a', account: 'sam' });
  const moved = after(first, link);
  expect(moved.people.map(({ account }) => account)).toEqual([null, 'sam']);
  expect(after(moved, inverse(first, link) as Change)).toEqual(first);
  const merged = after(moved, { type: 'person.merge', from: 'b', into: 'a' });
  expect(crewIndex(merged).accountOf('a')).toBe('sam');
  expect(crewIndex(merged).personOfAccount('sam')?.id).toBe('a');
});

test('a deleted person is gone with everyone merged into them, and with questions about their name', () => {
  const question = { id: 'q', name: 'ANA P.', provider: 'csv', providerId: null, shifts: [] };
  const merged = after(
    two,
    { type: 'person.merge', from: 'b', into: 'a' },
    { type: 'question.ask', question, learned: null },
  );
  const gone = after(merged, { type: 'person.delete', person: 'a', forget: true });
  expect(gone).toEqual(emptyCrew);
  expect(inverse(merged, { type: 'person.delete', person: 'a', forget: true })).toBeNull();
});

test('a crew is looked through once, however many shifts are linked to it', () => {
  expect(crewIndex(two)).toBe(crewIndex(two));
});
