import { expect, test } from 'vitest';
import { buildLayout, buildShift, changed } from '../../test/builders.ts';
import type { SingleChange } from '../change/change.ts';
import type { ChangeRecord } from '../history/history.ts';
import { createForgetting } from './forget-person.ts';

const dana = buildShift('s1', '9:00 AM', '5:00 PM', {
  teamMember: 'Dana Lee',
  person: 'p1',
  note: 'Training',
});
const other = buildShift('s2', '9:00 AM', '5:00 PM', { teamMember: 'Dana Lee', person: 'p2' });
const unlinked = buildShift('s3', '9:00 AM', '5:00 PM', { teamMember: 'LEE, DANA' });
const bo = buildShift('s4', '9:00 AM', '5:00 PM', { teamMember: 'Bo Danalee', note: 'Closes' });
const told = {
  teamMember: 'Dana Lee',
  startTime: '9:00 AM',
  endTime: '5:00 PM',
  schedule: '',
  note: 'x',
  role: '',
};
const history: readonly SingleChange[] = [
  { type: 'shift.add', shift: { ...dana, person: undefined, told } as never, seats: [] },
  { type: 'shift.edit', shift: 's1', teamMember: 'Dana', note: 'Dana is late' },
  { type: 'shift.edit', shift: 's4', note: 'Opens' },
];
const record = (did: string): ChangeRecord => ({ did, topics: ['shifts'] });

test('[CR40] a deleted person’s name, notes and spellings go from a layout and its history, and nobody else’s', () => {
  const forgetting = createForgetting({ ids: new Set(['p1']), names: ['Dana Lee'] });
  const layout = buildLayout({ shifts: [dana, other, unlinked, bo] });
  forgetting.look(layout);
  history.forEach(forgetting.look);
  const shifts = forgetting.theirs(layout.shifts);
  expect([...shifts].sort()).toEqual(['s1', 's3']);
  const next = forgetting.replace(layout);
  expect(next?.shifts.map(({ teamMember, note }) => [teamMember, note])).toEqual([
    ['Former team member', ''],
    ['Dana Lee', ''],
    ['Former team member', ''],
    ['Bo Danalee', 'Closes'],
  ]);
  const [added, edited, kept] = history.map((change) => forgetting.replace(change));
  expect(added).toMatchObject({ shift: { teamMember: 'Former team member', told: { note: '' } } });
  expect(edited).toMatchObject({ teamMember: 'Former team member', note: '' });
  expect(kept).toBeNull();
  expect(forgetting.replaceIn(record('placed Dana Lee beside Bo Danalee; LEE, DANA left'))?.did).toBe(
    'placed a former team member beside Bo Danalee; a former team member left',
  );
  const current = changed(layout, { type: 'shift.forget', shifts });
  expect(JSON.stringify(current)).not.toMatch(/LEE, DANA|Training/);
  expect(current.shifts.map(({ id }) => id)).toEqual(['s4', 's2', 's1', 's3']);
});

test('an address goes with its person from the history of the crew', () => {
  const forgetting = createForgetting({ ids: new Set(['p1']), names: ['Dana Lee'] });
  const email = 'dana@example.com';
  const noted: SingleChange = {
    type: 'person.emails',
    people: ['p1', 'p2'].map((person) => ({ person, email })),
  };
  expect(forgetting.replace(noted)).toEqual({
    ...noted,
    people: [{ person: 'p1' }, { person: 'p2', email }],
  });
});

test('[CR40] a shift that passed from one person to another keeps the other one’s name', () => {
  const forgetting = createForgetting({ ids: new Set(['p1']), names: ['Dana Lee'] });
  const now = { ...dana, teamMember: 'Bo Fox', person: 'p2' };
  const given: SingleChange = { type: 'shift.edit', shift: 's1', teamMember: 'Bo Fox' };
  const made: SingleChange = { type: 'shift.add', shift: dana, seats: [] };
  for (const each of [now, given, made]) forgetting.look(each);
  expect(forgetting.theirs([now])).toEqual([]);
  expect([forgetting.replace(now), forgetting.replace(given)]).toEqual([null, null]);
  expect(forgetting.replace(made)).toMatchObject({ shift: { teamMember: 'Former team member', note: '' } });
  expect(forgetting.replaceIn(record('gave Dana Lee’s shift to Bo Fox'))?.did).toBe(
    'gave a former team member’s shift to Bo Fox',
  );
});
