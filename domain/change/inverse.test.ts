import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHistory } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, buildTeam, changed } from '../../test/builders.ts';
import { crowdedDay } from '../../test/crowded-day.ts';
import { breakCount } from '../day/break.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { apply, type Change, type DocumentBody, type SingleChange } from './change.ts';
import { stepsOf } from './define-change.ts';
import { inverse } from './inverse.ts';

function after(body: DocumentBody, change: Change): DocumentBody {
  const outcome = apply(body, change);
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value;
}

const withoutWayBack = new Set<SingleChange['type']>([
  'layout.settings',
  'shift.forget',
  'crew.seen',
  'person.emails',
  'shift.people',
  'person.delete',
  'question.ask',
]);

/** Whether a shift has more breaks than it earns. New times drop the ones that weren't taken, permanently. */
const hasSpareBreaks = (body: DocumentBody): boolean =>
  body.kind === 'layout' &&
  body.shifts.some((shift) => shift.breaks.length > breakCount(shift, body.breakMinMinutes));

/** The body before each step of a change, and after the last. */
const bodiesAlong = (body: DocumentBody, change: Change): readonly DocumentBody[] =>
  [[], ...stepsOf(change).map((_, index) => stepsOf(change).slice(0, index + 1))].map((changes) =>
    changes.length === 0 ? body : after(body, { type: 'batch', changes }),
  );

test('[IN1] any accepted change followed by its inverse gives the body as it was', () => {
  let tried = 0;
  fc.assert(
    fc.property(anyHistory, ({ body, changes }) => {
      let current = body;
      for (const change of changes) {
        const outcome = apply(current, change);
        if (!outcome.ok) {
          expect(inverse(current, change)).toBeNull();
          continue;
        }
        const back = inverse(current, change);
        const hasWay = stepsOf(change).every((step) => !withoutWayBack.has(step.type));
        if (hasWay && !bodiesAlong(current, change).some(hasSpareBreaks)) {
          expect(back ? after(outcome.value, back) : outcome.value).toEqual(current);
          tried += 1;
        }
        current = outcome.value;
      }
    }),
    { numRuns: 1_000 },
  );
  expect(tried).toBeGreaterThan(1_000);
});

const press: SingleChange = {
  type: 'break.press',
  shift: 'ana',
  slot: 0,
  wants: 'start',
  at: 1_000,
  by: null,
};
const seat = (shift: string, position: string, before: string | null = null): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation: 'lunch',
  position,
  before,
});
const layout = changed(
  buildLayout({
    notes: [{ insert: 'Hello\n' }],
    shifts: [
      buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null] }),
      buildShift('bo', '9:00 AM', '5:00 PM', { breaks: [null] }),
      buildShift('cy', '9:00 AM', '5:00 PM', { breaks: [null] }),
    ],
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
  }),
  seat('ana', 'till'),
  seat('bo', 'till'),
  seat('cy', 'till'),
);

test.each<[string, Change, Change]>([
  ['a press by the record before', press, { type: 'break.restore', shift: 'ana', slot: 0, record: null }],
  ['a first seat by taking off', seat('ana', 'grill'), seat('ana', 'till', 'bo')],
  [
    'a new place on the same position by the old one',
    seat('cy', 'till', 'ana'),
    {
      type: 'batch',
      changes: [
        { type: 'shift.unseat', shift: 'cy', rotation: 'lunch', position: 'till' },
        seat('cy', 'till'),
      ],
    },
  ],
  [
    'only the field that was edited',
    { type: 'shift.edit', shift: 'ana', note: 'Opens', teamMember: 'ana' },
    { type: 'shift.edit', shift: 'ana', note: '' },
  ],
  [
    'times with the seats they took',
    { type: 'shift.edit', shift: 'bo', startTime: '2:00 PM', endTime: '8:00 PM' },
    {
      type: 'batch',
      changes: [
        { type: 'shift.edit', shift: 'bo', startTime: '9:00 AM', endTime: '5:00 PM' },
        seat('bo', 'till', 'cy'),
      ],
    },
  ],
])('[IN2] takes back %s', (_, change, back) => {
  expect(inverse(layout, change)).toEqual(back);
  expect(changed(layout, change, back)).toEqual(layout);
});

test('later changes by other people stay', () => {
  const edit: Change = { type: 'shift.edit', shift: 'ana', endTime: '2:30 PM' };
  const others: Change[] = [
    { type: 'shift.edit', shift: 'ana', note: 'Opens' },
    { type: 'notes.edit', base: layout.notes, next: [{ insert: 'Hello\nand welcome\n' }] },
    seat('bo', 'grill'),
  ];
  const back = inverse(layout, edit) as Change;
  expect(changed(layout, edit, ...others, back)).toEqual(changed(layout, ...others));
  const mine: Change = { type: 'notes.edit', base: layout.notes, next: [{ insert: 'Hello team\n' }] };
  const after = changed(layout, mine, {
    type: 'notes.edit',
    base: [{ insert: 'Hello team\n' }],
    next: [{ insert: 'Hello team\nand welcome\n' }],
  });
  expect(changed(after, inverse(layout, mine) as Change).notes).toEqual([{ insert: 'Hello\nand welcome\n' }]);
});

test('[IN2] a deleted shift comes back with its breaks and its place', () => {
  const before = changed(layout, press);
  const back = inverse(before, { type: 'shift.delete', shift: 'bo' });
  expect(back).toMatchObject({
    type: 'shift.add',
    seats: [{ rotation: 'lunch', position: 'till', before: 'cy' }],
  });
  expect(inverse(before, { type: 'shift.delete', shift: 'ana' })).toMatchObject({
    shift: { breaks: [{ startedAt: 1_000 }] },
  });
});

test('[IN1] all whom a rotation’s new times took off come back in their order', () => {
  const late = changed(layout, { type: 'shift.edit', shift: 'cy', endTime: '8:00 PM' });
  const change: Change = {
    type: 'rotation.edit',
    rotation: 'lunch',
    name: 'Dinner',
    startTime: '5:00 PM',
    endTime: '9:00 PM',
  };
  expect(changed(layout, change, inverse(layout, change) as Change)).toEqual(layout);
  expect(changed(late, change, inverse(late, change) as Change)).toEqual(late);
});

test('[IN1] breaks come back to the slots they were in', () => {
  const long = changed(
    layout,
    { type: 'shift.edit', shift: 'ana', endTime: '3:00 AM' },
    { ...press, slot: 2 },
  );
  expect(long.shifts.find(({ id }) => id === 'ana')?.breaks).toMatchObject([
    null,
    null,
    { startedAt: 1_000 },
  ]);
  const shorter: Change = { type: 'shift.edit', shift: 'ana', endTime: '1:00 PM' };
  expect(changed(long, shorter, inverse(long, shorter) as Change)).toEqual(long);
});

test('[IN1] an area comes back to where it stood', () => {
  const team = buildTeam({ areas: ['A', 'B', 'C'] });
  const remove: Change = { type: 'area.delete', area: 'A' };
  expect(changed(team, remove, inverse(team, remove) as Change)).toEqual(team);
});

test.each<[string, Change]>([
  ['position', { type: 'position.delete', rotation: 'lunch', position: 'till' }],
  ['subarea', { type: 'subarea.delete', rotation: 'lunch', subarea: 'front' }],
])('a %s that comes back leaves those where they are who were put elsewhere since', (_, removal) => {
  const patio = { id: 'patio', name: 'Patio', positions: [{ id: 'door', name: 'Door', seats: [] }] };
  const wide = changed(layout, { type: 'subarea.add', rotation: 'lunch', subarea: patio, before: null });
  const since = changed(wide, removal, seat('bo', 'door'), inverse(wide, removal) as Change);
  expect(positionsOf(since.rotations[0] as Rotation).map(({ id, seats }) => [id, seats])).toEqual([
    ['till', ['ana', 'cy']],
    ['grill', []],
    ['door', ['bo']],
  ]);
});

test.each<[string, DocumentBody | null, Change]>([
  ['a creation', null, { type: 'layout.create', layout }],
  ['a change without effect', layout, { type: 'shift.delete', shift: 'gone' }],
  ['an empty batch', layout, { type: 'batch', changes: [] }],
  ['a refused change', layout, { type: 'shift.edit', shift: 'gone', note: 'Hi' }],
  [
    'the settings',
    layout,
    { type: 'layout.settings', breakMinMinutes: 0, breakTimerMinutes: 0, dayStart: '4:00 AM' },
  ],
])('%s has no inverse', (_, body, change) => {
  expect(inverse(body, change)).toBeNull();
});

const longIds = crowdedDay(1_000, 24, (index) => `${index}`.padStart(160, 'x'));
const eachRotation = (step: (rotation: string) => SingleChange): Change => ({
  type: 'batch',
  changes: longIds.rotations.map(({ id }) => step(id)),
});

test.each<[string, Change]>([
  ['every rotation is deleted', eachRotation((rotation) => ({ type: 'rotation.delete', rotation }))],
  [
    'every subarea is deleted',
    eachRotation((rotation) => ({ type: 'subarea.delete', rotation, subarea: 'front' })),
  ],
  [
    'every position is deleted',
    eachRotation((rotation) => ({ type: 'position.delete', rotation, position: 'till' })),
  ],
  [
    'everybody is taken off by new times',
    eachRotation((rotation) => ({
      type: 'rotation.edit',
      rotation,
      startTime: '6:00 PM',
      endTime: '7:00 PM',
    })),
  ],
  [
    'every shift is removed',
    {
      type: 'schedule.take',
      remove: longIds.shifts.map(({ id }) => id),
      ...{ edit: [], add: [], remember: [], forget: [] },
    },
  ],
])('[CH70] nothing larger than a message takes a change back: not when %s', (_, change) => {
  expect(inverse(longIds, change)).toBeNull();
});

test('[CH70] one rotation of a crowded day comes back', () => {
  const change: Change = { type: 'rotation.delete', rotation: 'hour-1' };
  expect(changed(longIds, change, inverse(longIds, change) as Change)).toEqual(longIds);
});
