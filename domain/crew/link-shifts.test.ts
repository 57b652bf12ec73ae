import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { linkedTeam as team } from '../../test/linked-team.ts';
import type { Change } from '../change/change.ts';
import type { Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';
import { type Crew, crewLimit } from './crew.ts';
import { emptyCrew } from './crew-document.ts';
import { newPerson } from './crew-index.ts';
import { peopleOf } from './name-matching.ts';

const nine = ['9:00 AM', '5:00 PM'] as const;
const typed = (id: string, teamMember: string, more: Partial<Shift> = {}): Shift =>
  buildShift(id, ...nine, { teamMember, provider: 'manual', ...more });
const told = (id: string, teamMember: string, person: string | null, provider = 'hotschedules'): Shift => {
  const shift = buildShift(id, ...nine, { teamMember, provider });
  const { startTime, endTime, schedule, note } = shift;
  return {
    ...shift,
    told: { teamMember, startTime, endTime, schedule, note, role: 'Crew', ...(person && { person }) },
  };
};
const add = (shift: Shift): Change => ({ type: 'shift.add', shift, seats: [] });
const take = (...shifts: readonly Shift[]): Change => ({
  ...{ type: 'schedule.take', remove: [], edit: [], remember: [], forget: [] },
  add: shifts,
});
const personOf = (layout: Layout, shift: string) => layout.shifts.find(({ id }) => id === shift)?.person;
const namesIn = ({ people }: Crew) => people.map(({ name }) => name).sort();
const empty = buildLayout({ shifts: [] });

test('[CR9] somebody who comes in is added to the crew, and recognized by exactly the same name from then on', () => {
  const oak = team();
  const first = oak.make(empty, add(typed('a', 'Maria García')));
  const second = oak.make(empty, take(told('b', 'GARCIA, MARIA', null, 'csv')), 'tomorrow');
  expect(namesIn(oak.crew)).toEqual(['Maria García']);
  expect(personOf(first, 'a')).toBe(oak.crew.people[0]?.id);
  expect(personOf(second, 'b')).toBe(oak.crew.people[0]?.id);
});

test('[CR9] the schedule’s id of a person goes before the name, also when the schedule renames them', () => {
  const oak = team();
  oak.make(empty, take(told('a', 'Maria Garcia', '7')));
  const later = oak.make(
    empty,
    take(told('b', 'Maria Lopez', '7'), told('c', 'Maria Garcia', '8')),
    'tomorrow',
  );
  expect(namesIn(oak.crew)).toEqual(['Maria Garcia', 'Maria Lopez']);
  expect(personOf(later, 'b')).not.toBe(personOf(later, 'c'));
});

test('[CR10] a name that only may be somebody’s is asked about, neither merged nor doubled', () => {
  const oak = team();
  oak.make(empty, add(typed('a', 'Maria Garcia')));
  const day = oak.make(empty, add(typed('b', 'Maria G.')), 'tomorrow');
  expect(personOf(day, 'b')).toBeUndefined();
  expect(namesIn(oak.crew)).toEqual(['Maria Garcia']);
  const [question] = oak.crew.questions;
  expect(question).toMatchObject({ name: 'Maria G.', shifts: [{ layout: 'tomorrow', shift: 'b' }] });
  oak.make(day, add(typed('c', 'Maria G.', { startTime: '6:00 PM', endTime: '9:00 PM' })), 'tomorrow');
  expect(oak.crew.questions).toMatchObject([{ shifts: [{ shift: 'b' }, { shift: 'c' }] }]);

  const maria = oak.crew.people[0]?.id ?? '';
  oak.decide({ type: 'question.answer', question: question?.id ?? '', person: maria, shift: null });
  expect(personOf(oak.make(empty, add(typed('d', 'Maria G.')), 'sunday'), 'd')).toBe(maria);
  expect(oak.crew.questions).toEqual([]);
});

test('[CR10] another person of a similar name is added once, and recognized from then on', () => {
  const oak = team();
  oak.make(empty, add(typed('a', 'Maria Garcia')));
  oak.make(empty, add(typed('b', 'Maria G.')), 'tomorrow');
  const question = oak.crew.questions[0]?.id ?? '';
  oak.decide({ type: 'question.answer', question, person: 'new', shift: null });
  expect(personOf(oak.make(empty, add(typed('d', 'Maria G.')), 'sunday'), 'd')).toBe('new');
  expect(namesIn(oak.crew)).toEqual(['Maria G.', 'Maria Garcia']);
});

test.each([
  ['Katie Jones', 'Katherine Jones'],
  ['Katherine Jones', 'Jones, Katie'],
  ['Katie', 'Katherine'],
  ['Katie Jones', 'Kathryn J.'],
  ['Bob Smith', 'Robert Smith'],
  ['William Smith', 'Bill Smith'],
  ['Pepe Núñez', 'José Nunez'],
  ['Lupe Vega', 'Guadalupe Vega'],
  ['Kathi Huber', 'Katharina Huber'],
  ['Zé Costa', 'José Costa'],
  ['Jon Park', 'John Park'],
  ['K. Jones', 'Katie Jones'],
  ['Nik Rao', 'Nikhil Rao'],
  ['Katherine Jones', 'Katie Anne Jones'],
  ['Maria Lopez', 'Maria Garcia Lopez'],
])('[CR80] of a person %s of one schedule, %s of another is asked about', (known, name) => {
  const oak = team();
  oak.make(empty, take(told('a', known, '7', 'sevenshifts')));
  const day = oak.make(empty, take(told('b', name, '31', 'deputy')), 'tomorrow');
  expect(personOf(day, 'b')).toBeUndefined();
  expect(namesIn(oak.crew)).toEqual([known]);
  const [question] = oak.crew.questions;
  expect(question).toMatchObject({ name, provider: 'deputy', providerId: '31' });
  expect(peopleOf(oak.crew).likely(name)).toEqual(oak.crew.people);

  const person = oak.crew.people[0]?.id ?? '';
  oak.decide({ type: 'question.answer', question: question?.id ?? '', person, shift: null });
  const next = oak.make(empty, take(told('c', name, '31', 'deputy')), 'sunday');
  expect(personOf(next, 'c')).toBe(person);
});

test.each([
  ['Katie Jones', 'Katherine Lee'],
  ['Christopher Lee', 'Christina Lee'],
  ['Katie Jones', 'Kim Jones'],
  ['Sam Lee', 'Tom Lee'],
  ['Maria Garcia Lopez', 'Maria Ruiz'],
])('[CR80] %s and %s are two people', (known, name) => {
  const oak = team();
  oak.make(empty, take(told('a', known, '7', 'sevenshifts')));
  oak.make(empty, take(told('b', name, '31', 'deputy')), 'tomorrow');
  expect([oak.crew.people.length, oak.crew.questions.length]).toEqual([2, 0]);
});

test('[CR80] Katie and Katherine of one schedule on one day are two people, and so are two of its ids', () => {
  const oak = team();
  oak.make(empty, take(told('a', 'Katie Jones', null, 'csv'), told('b', 'Katherine Jones', null, 'csv')));
  oak.make(empty, take(told('c', 'Bob Hill', '7')));
  oak.make(empty, take(told('d', 'Robert Hill', '8')), 'tomorrow');
  expect(namesIn(oak.crew)).toEqual(['Bob Hill', 'Katherine Jones', 'Katie Jones', 'Robert Hill']);
  expect(oak.crew.questions).toEqual([]);
});

test('[CR80] a shift that is given from Katie to a Katherine is asked about, and not taken for hers', () => {
  const oak = team();
  const day = oak.make(empty, add(typed('a', 'Katie Jones')));
  const given = oak.make(day, { type: 'shift.edit', shift: 'a', teamMember: 'Katherine Jones' });
  expect(personOf(given, 'a')).toBeUndefined();
  expect(oak.crew.questions).toMatchObject([{ name: 'Katherine Jones' }]);
});

test('[CR11] of forty Marias in a crew of 500 nobody is guessed; ids and picked people are still theirs', () => {
  const people = Array.from({ length: 500 }, (_, index) => ({
    ...newPerson(`p${1000 + index}`, index < 40 ? 'Maria' : `Person ${index}`),
    ...(index < 40 && { providerIds: [{ provider: 'hotschedules', id: `${index}`, name: 'Maria' }] }),
  }));
  const oak = team({ ...emptyCrew, people });
  const asked = oak.make(empty, add(typed('a', 'Maria')));
  expect(personOf(asked, 'a')).toBeUndefined();
  expect(oak.crew.questions).toMatchObject([{ name: 'Maria' }]);
  const known = oak.make(empty, take(told('b', 'Maria', '7'), told('c', 'Maria', '40')));
  expect(personOf(known, 'b')).toBe('p1007');
  expect(oak.crew.people).toHaveLength(501);
  const picked = oak.make(empty, add(typed('d', 'Maria', { person: 'p1012' })));
  expect(personOf(picked, 'd')).toBe('p1012');
});

test('[CR11] two people of one name at one time are two: a schedule without ids is asked who is who', () => {
  const oak = team();
  oak.make(empty, take(told('a', 'Maria', null, 'csv'), told('b', 'Maria', null, 'csv')));
  expect(oak.crew.people).toHaveLength(1);
  expect(oak.crew.questions).toMatchObject([{ shifts: [{ shift: 'b' }] }]);
});

test('a shift that is renamed belongs to whom the new name is, and to the same one for a nickname of theirs', () => {
  const oak = team();
  const evening = { ...told('b', 'Sam Lee', '8'), startTime: '6:00 PM', endTime: '10:00 PM' };
  const day = oak.make(empty, take(told('a', 'Maria Garcia', '7'), evening));
  const edit = (shift: string, teamMember: string): Change => ({ type: 'shift.edit', shift, teamMember });
  const covered = oak.make(day, edit('a', 'Sam Lee'));
  expect(personOf(covered, 'a')).toBe(personOf(day, 'b'));
  expect(personOf(oak.make(covered, edit('a', 'Maria Garcia')), 'a')).toBe(personOf(day, 'a'));
  expect(personOf(oak.make(day, edit('a', 'Maria G.')), 'a')).toBe(personOf(day, 'a'));
  const stranger = oak.make(day, edit('a', 'Walt New'));
  expect(oak.crew.people.find(({ id }) => id === personOf(stranger, 'a'))?.name).toBe('Walt New');
});

test('[CR6] a person whom a manager named is called so when their shifts come in', () => {
  const oak = team();
  oak.make(empty, take(told('a', 'Robert Smith', '7')));
  oak.decide({ type: 'person.edit', person: oak.crew.people[0]?.id ?? '', name: 'Bob' });
  const next = oak.make(empty, take(told('b', 'Robert Smith', '7')), 'tomorrow');
  expect(next.shifts).toMatchObject([{ teamMember: 'Bob', told: { teamMember: 'Robert Smith' } }]);
  expect(oak.crew.people).toHaveLength(1);
});

test('[CR3] in a full crew, shifts come in without a person', () => {
  const people = Array.from({ length: crewLimit }, (_, index) =>
    newPerson(`p${1000 + index}`, `Person ${index}`),
  );
  const oak = team({ ...emptyCrew, people });
  expect(
    personOf(oak.make(empty, add(typed('a', 'Somebody Else', { person: 'gone' }))), 'a'),
  ).toBeUndefined();
});
