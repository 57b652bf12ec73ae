import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed, refusal, seatsIn } from '../../test/builders.ts';
import type { SingleChange } from '../change/change.ts';
import type { Layout } from './layout.ts';
import { jobOf, manualShift, type Shift, sortShifts } from './shift.ts';

const namesOf = (shifts: readonly Shift[]) => shifts.map((shift) => shift.id).join(' ');

const add = (
  shift: Shift,
  seats: Extract<SingleChange, { type: 'shift.add' }>['seats'] = [],
): SingleChange => ({
  type: 'shift.add',
  shift,
  seats,
});
const edit = (shift: string, over: object): SingleChange => ({ type: 'shift.edit', shift, ...over });
const remove = (shift: string): SingleChange => ({ type: 'shift.delete', shift });
const seat = (
  shift: string,
  rotation: string,
  position: string,
  before: string | null = null,
): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation,
  position,
  before,
});
const unseat = (shift: string, rotation: string, position: string): SingleChange => ({
  type: 'shift.unseat',
  shift,
  rotation,
  position,
});

/** Ana and Bo work lunch and dinner, Cy dinner and close, past midnight. */
const layout = buildLayout({
  shifts: [
    buildShift('ana', '10:00 AM', '8:00 PM', { breaks: [null] }),
    buildShift('bo', '11:00 AM', '8:00 PM', { breaks: [null] }),
    buildShift('cy', '5:00 PM', '2:00 AM', { breaks: [null] }),
  ],
  rotations: [
    buildRotation('lunch', '11:00 AM', '2:00 PM'),
    buildRotation('dinner', '5:00 PM', '9:00 PM'),
    buildRotation('close', '9:00 PM', '3:00 AM'),
  ],
});
const seated = changed(
  layout,
  seat('ana', 'lunch', 'till'),
  seat('ana', 'dinner', 'till'),
  seat('bo', 'dinner', 'till'),
  seat('cy', 'close', 'grill'),
);

test.each<[string, Partial<Shift>, string]>([
  ['no name', { teamMember: '  ' }, 'Enter a name.'],
  ['a name of 101', { teamMember: 'a'.repeat(101) }, 'That name is too long. Use 100 characters or fewer.'],
  ['no start', { startTime: '' }, 'Enter a time, such as 3:30 PM.'],
  ['no end', { endTime: '' }, 'Enter a time, such as 3:30 PM.'],
  ['a start that is none', { startTime: '25:00' }, '“25:00” is not a time. Try 3:30 PM, 3p, or 15:30.'],
  ['a long note', { note: 'a'.repeat(1_001) }, 'That text is too long. Use 1000 characters or fewer.'],
  ['a long label', { schedule: 'a'.repeat(101) }, 'That text is too long. Use 100 characters or fewer.'],
])('[SH1] a shift with %s is refused, typed and edited alike', (_, over, sentence) => {
  expect(refusal(layout, add(buildShift('new', '9:00 AM', '5:00 PM', over)))).toBe(sentence);
  expect(refusal(layout, edit('ana', over))).toBe(sentence);
});

test('names lose the blanks around them', () => {
  expect(changed(layout, edit('ana', { teamMember: '  Ana  ' })).shifts[0]?.teamMember).toBe('Ana');
});

test.each([
  [
    'by start',
    '12:00 AM',
    [
      ['b', '9:00 AM', '5:00 PM'],
      ['a', '10:00 AM', '5:00 PM'],
    ],
    'b a',
  ],
  [
    'then end',
    '12:00 AM',
    [
      ['a', '9:00 AM', '5:30 PM'],
      ['b', '9:00 AM', '5:00 PM'],
    ],
    'b a',
  ],
  [
    'an end past midnight is later',
    '12:00 AM',
    [
      ['a', '9:00 PM', '2:00 AM'],
      ['b', '9:00 PM', '11:00 PM'],
    ],
    'b a',
  ],
  [
    'then name',
    '12:00 AM',
    [
      ['b', '9:00 AM', '5:00 PM'],
      ['a', '9:00 AM', '5:00 PM'],
    ],
    'a b',
  ],
  [
    'before the day’s start is last',
    '4:00 AM',
    [
      ['a', '1:00 AM', '3:00 AM'],
      ['b', '9:00 PM', '2:00 AM'],
    ],
    'b a',
  ],
  [
    'at midnight it is first',
    '12:00 AM',
    [
      ['a', '1:00 AM', '3:00 AM'],
      ['b', '9:00 PM', '2:00 AM'],
    ],
    'a b',
  ],
] as const)('[SH2] %s', (_, dayStart, shifts, order) => {
  const built = shifts.map(([id, start, end]) => buildShift(id, start, end));
  expect(namesOf(sortShifts(built, dayStart))).toBe(order);
  expect(namesOf(changed(buildLayout({ dayStart }), ...built.map((shift) => add(shift))).shifts)).toBe(order);
});

test('[SH2] equal in all, the id decides, whatever came first', () => {
  const [one, other] = ['b', 'a'].map((id) => buildShift(id, '9:00 AM', '5:00 PM', { teamMember: 'Ana' }));
  if (!one || !other) throw new Error();
  expect(namesOf(sortShifts([one, other], '12:00 AM'))).toBe('a b');
  expect(namesOf(sortShifts([other, one], '12:00 AM'))).toBe('a b');
});

test('a shift that is there already is refused, and an edit of one that is not', () => {
  expect(refusal(layout, add(buildShift('ana', '9:00 AM', '5:00 PM')))).toBe('That shift already exists.');
  expect(refusal(layout, edit('gone', { note: 'Hi' }))).toBe('That shift no longer exists.');
});

test('an edit leaves what it does not say', () => {
  const after = changed(layout, edit('ana', { note: 'Opens' }), edit('ana', { schedule: 'Kitchen' }));
  expect(after.shifts[0]).toEqual({ ...layout.shifts[0], note: 'Opens', schedule: 'Kitchen' });
});

test('[SH5] a deleted shift leaves every position; deleting it again has no effect', () => {
  const after = changed(seated, remove('ana'));
  expect(namesOf(after.shifts)).toBe('bo cy');
  expect([seatsIn(after, 'lunch').till, seatsIn(after, 'dinner').till]).toEqual([[], ['bo']]);
  expect(changed(after, remove('ana'), remove('never'))).toEqual(after);
});

test.each([
  ['still both', { startTime: '1:59 PM', endTime: '5:01 PM' }, ['ana'], ['ana', 'bo']],
  ['dinner only', { startTime: '2:00 PM' }, [], ['ana', 'bo']],
  ['lunch only', { endTime: '5:00 PM' }, ['ana'], ['bo']],
  ['neither', { startTime: '5:00 AM', endTime: '11:00 AM' }, [], ['bo']],
])('[SH6] new times keep the seats that still make sense: %s', (_, times, lunch, dinner) => {
  const after = changed(seated, edit('ana', times));
  expect([seatsIn(after, 'lunch').till, seatsIn(after, 'dinner').till]).toEqual([lunch, dinner]);
});

test('[SH6] across midnight as well', () => {
  expect(seatsIn(changed(seated, edit('cy', { endTime: '9:01 PM' })), 'close').grill).toEqual(['cy']);
  expect(seatsIn(changed(seated, edit('cy', { endTime: '9:00 PM' })), 'close').grill).toEqual([]);
});

test('a shift comes with those of its seats that make sense', () => {
  const shift = buildShift('di', '4:00 PM', '10:00 PM');
  const seats = [
    { rotation: 'dinner', position: 'till', before: 'bo' },
    { rotation: 'lunch', position: 'till', before: null },
    { rotation: 'close', position: 'gone', before: null },
    { rotation: 'gone', position: 'till', before: null },
  ];
  const after = changed(seated, add(shift, seats));
  expect(seatsIn(after, 'dinner').till).toEqual(['ana', 'di', 'bo']);
  expect([seatsIn(after, 'lunch'), seatsIn(after, 'close')]).toEqual([
    seatsIn(seated, 'lunch'),
    seatsIn(seated, 'close'),
  ]);
});

test('[SH8] what no screen shows as a job', () => {
  const range = { startTime: '9:00 AM', endTime: '5:00 PM' };
  expect(jobOf(manualShift('a', 'Ana', range))).toBe('');
  const typed = manualShift('a', 'Ana', range, { job: ' Grill ', note: ' Trains Bo ' });
  expect(typed).toMatchObject({ schedule: 'Grill', note: 'Trains Bo', provider: 'manual' });
  expect(jobOf(typed)).toBe('Grill');
});

test('[SH8] a typed shift is manual', () => {
  expect(manualShift('a', 'Ana', { startTime: '9:00 AM', endTime: '5:00 PM' })).toMatchObject({
    schedule: 'Manual',
    provider: 'manual',
    note: '',
  });
});

test('[SE1] a shift that does not overlap the rotation is refused', () => {
  expect(refusal(layout, seat('cy', 'lunch', 'till'))).toBe('cy isn’t scheduled during lunch.');
  expect(refusal(layout, seat('gone', 'lunch', 'till'))).toBe('That shift no longer exists.');
  expect(refusal(layout, seat('ana', 'gone', 'till'))).toBe('That rotation no longer exists.');
  expect(refusal(layout, seat('ana', 'lunch', 'gone'))).toBe('That position no longer exists.');
});

test('[SE1] with a day from 4 AM, 9 PM to 2 AM may sit in 12:30 to 3 AM', () => {
  const night: Layout = buildLayout({
    dayStart: '4:00 AM',
    shifts: [buildShift('ana', '9:00 PM', '2:00 AM')],
    rotations: [buildRotation('night', '12:30 AM', '3:00 AM')],
  });
  expect(seatsIn(changed(night, seat('ana', 'night', 'till')), 'night').till).toEqual(['ana']);
  expect(refusal({ ...night, dayStart: '12:00 AM' }, seat('ana', 'night', 'till'))).toBe(
    'ana isn’t scheduled during night.',
  );
});

test('[SE2] [SE7] seating someone elsewhere in the rotation moves them, and leaves other rotations alone', () => {
  const after = changed(seated, seat('ana', 'dinner', 'grill'));
  expect(seatsIn(after, 'dinner')).toEqual({ till: ['bo'], grill: ['ana'] });
  expect(seatsIn(after, 'lunch').till).toEqual(['ana']);
});

test.each([
  [null, ['ana', 'bo', 'cy']],
  ['ana', ['cy', 'ana', 'bo']],
  ['bo', ['ana', 'cy', 'bo']],
  ['gone', ['ana', 'bo', 'cy']],
])('[SE3] seated before %s', (before, order) => {
  expect(seatsIn(changed(seated, seat('cy', 'dinner', 'till', before)), 'dinner').till).toEqual(order);
});

test('seating someone where they sit already has no effect, unless before another', () => {
  expect(changed(seated, seat('ana', 'dinner', 'till'))).toEqual(seated);
  expect(seatsIn(changed(seated, seat('bo', 'dinner', 'till', 'ana')), 'dinner').till).toEqual(['bo', 'ana']);
});

test('[SE5] taking off is for that position only, and without effect where nobody sits', () => {
  const after = changed(seated, unseat('ana', 'dinner', 'till'));
  expect(seatsIn(after, 'dinner').till).toEqual(['bo']);
  expect(seatsIn(after, 'lunch').till).toEqual(['ana']);
  const nothing = [
    unseat('ana', 'dinner', 'grill'),
    unseat('gone', 'lunch', 'till'),
    unseat('ana', 'gone', 'gone'),
  ];
  expect(changed(seated, ...nothing)).toEqual(seated);
});
