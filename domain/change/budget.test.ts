import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift } from '../../test/builders.ts';
import { countCalls } from '../../test/count-calls.ts';
import { copyLayout } from '../day/document-copy.ts';
import { daySettings, type Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';
import { type Notes, notesRunLimit } from '../notes/notes.ts';
import { positionLimit, type Rotation, rotationLimit, subareaLimit } from '../plan/rotation.ts';
import type { Outcome } from '../problem/problem.ts';
import { applyNew, costOf } from './budget.ts';
import { apply, type Change, type DocumentBody, type SingleChange } from './change.ts';
import { inverse } from './inverse.ts';

const times = (count: number, step: (index: number) => SingleChange): Change => ({
  type: 'batch',
  changes: Array.from({ length: count }, (_, index) => step(index)),
});
const people = (count: number, over: Partial<Shift> = {}) =>
  Array.from({ length: count }, (_, index) => buildShift(`p${index}`, '9:00 AM', '5:00 PM', over));
const noTake = { type: 'schedule.take', remove: [], edit: [], add: [], remember: [], forget: [] } as const;

/** A whole day of 24 rotations, each with 22 positions and the seats of these people. */
function fullDay(shifts: readonly Shift[], seated: readonly Shift[]): Layout {
  const rotations = Array.from({ length: 24 }, (_, hour): Rotation => {
    const positions = Array.from({ length: 22 }, (_, place) => ({
      id: `place-${place}`,
      name: `Place ${place}`,
      seats: seated.filter((_, index) => index % 22 === place).map(({ id }) => id),
    }));
    const subareas = [{ id: 'all', name: 'All', positions }];
    return { ...buildRotation(`hour-${hour}`, '10:00 AM', '4:00 PM'), subareas };
  });
  return made(apply(null, { type: 'layout.create', layout: buildLayout({ shifts, rotations }) })) as Layout;
}

function made(outcome: Outcome<DocumentBody>): DocumentBody {
  if (!outcome.ok) throw new Error(outcome.problem.code);
  return outcome.value;
}

const styled = (count: number): Notes =>
  Array.from({ length: count }, (_, index) =>
    index % 2 ? { insert: 'b', attributes: { bold: true } as const } : { insert: 'a' },
  );

const code = (outcome: Outcome<unknown>) => (outcome.ok ? null : outcome.problem.code);
const crowded = fullDay(people(1_500), people(120));

test.each<[string, Layout, Change]>([
  [
    'several edits of the notes',
    buildLayout(),
    times(2, () => ({ type: 'notes.edit', base: [], next: [{ insert: 'x' }] })),
  ],
  ['taking the schedule again and again', crowded, times(1_000, () => noTake)],
  [
    'the times of a rotation again and again',
    crowded,
    times(1_000, (each) => ({
      type: 'rotation.edit',
      rotation: 'hour-1',
      startTime: each % 2 ? '1:00 PM' : '2:00 PM',
    })),
  ],
  [
    'people by the hundred on a plan of the greatest size',
    fullDay(people(1_500), people(1_500)),
    times(400, (each) => ({
      type: 'shift.add',
      shift: buildShift(`new-${each}`, '9:00 AM', '5:00 PM'),
      seats: Array.from({ length: 24 }, (_, hour) => ({
        rotation: `hour-${hour}`,
        position: 'place-1',
        before: null,
      })),
    })),
  ],
])('[CH9] %s is too much for one change, and what is stored is repeated all the same', (_, body, change) => {
  expect(code(applyNew(body, change))).toBe('change-too-large');
  expect(apply(body, change).ok).toBe(true);
});

test('[CH9] the cost of a batch step counts for the steps after it', () => {
  const all = { ...noTake, add: people(1_999) };
  const { changes } = times(200, () => noTake) as Extract<Change, { type: 'batch' }>;
  expect(code(applyNew(buildLayout(), { type: 'batch', changes }))).toBeNull();
  expect(code(applyNew(buildLayout(), { type: 'batch', changes: [all, ...changes] }))).toBe(
    'change-too-large',
  );
});

test('[CH71] text counts, wherever it is in a change', () => {
  const long = 'x'.repeat(10_000);
  const ids = Array.from({ length: 1_000 }, (_, index) => `${index}`.padStart(10));
  const cells = (by: readonly string[]) => Object.fromEntries(by.map((each) => [each, null]));
  const takes = (text: string[]) => ({ rotation: 'r', shift: 's', position: 'p', was: null, there: text });
  const rotation = (by: string[]) => ({
    ...buildRotation('new', '10:00 AM', '4:00 PM'),
    charts: [{ people: 1, coveredBy: cells(by) }],
  });
  const pairs: readonly (readonly [short: Change, long: Change])[] = [
    [
      { type: 'notes.edit', base: [], next: [{ insert: 'x' }] },
      { type: 'notes.edit', base: [], next: [{ insert: long }] },
    ],
    [
      { type: 'plan.take', seats: [takes([])], breaks: [] },
      { type: 'plan.take', seats: [takes(ids)], breaks: [] },
    ],
    [
      { ...noTake, remove: [] },
      { ...noTake, remove: ids },
    ],
    [
      { type: 'rotation.add', rotation: rotation([]), before: null },
      { type: 'rotation.add', rotation: rotation(ids), before: null },
    ],
  ];
  for (const [short, more] of pairs) {
    const letters = JSON.stringify(more).length - JSON.stringify(short).length;
    expect(costOf(buildLayout(), more) - costOf(buildLayout(), short)).toBeGreaterThan(letters * 0.02);
  }
});

const largest = largestDay();
const [ids, hours] = [people(120).map(({ id }) => id), largest.rotations.map(({ id }) => id)];
const lines = (count: number, of: string): Notes => [{ insert: `${of}\n`.repeat(count) }];

test.each<[string, Layout, Change]>([
  [
    'everybody gets a seat in each rotation of the largest day',
    largest,
    {
      type: 'seats.restore',
      taken: [],
      given: hours.flatMap((rotation) =>
        ids.map((shift) => ({ shift, rotation, position: '3-7', before: null })),
      ),
    },
  ],
  [
    'people call out on the largest day',
    largest,
    times(100, (each) => ({
      type: 'shift.out',
      ...{ shift: `p${each}`, reason: 'sick', from: '11:00 AM', keeps: 'stood', at: 1, by: null },
    })),
  ],
  [
    'many lines of notes are merged',
    buildLayout({ notes: lines(2_000, 'c') }),
    { type: 'notes.edit', base: lines(10_000, 'a'), next: lines(10_000, 'b'), merge: 'lines' },
  ],
])('[CH71] the work of a change is in its estimate when %s', (_, body, change) => {
  let outcome: Outcome<DocumentBody> | undefined;
  const calls = countCalls(() => {
    outcome = apply(body, change);
  });
  expect(outcome?.ok).toBe(true);
  // Of those that are called thousands of times, a function takes about a twentieth of a microsecond.
  expect(calls / 20).toBeLessThan(costOf(body, change));
});

test('[CH71] a cell of a chart costs as much as the whole chart, which is made anew', () => {
  const dayWith = (cells: number) => {
    const coveredBy = Object.fromEntries(Array.from({ length: cells }, (_, at) => [`${at}`, null]));
    const rotation = {
      ...buildRotation('hour-1', '10:00 AM', '4:00 PM'),
      charts: [{ people: 5, coveredBy }],
    };
    return buildLayout({ rotations: [rotation] });
  };
  const edits = times(100, (each) => ({
    type: 'chart.set',
    ...{ rotation: 'hour-1', people: 5, cells: [{ position: '1', by: `${each}` }] },
  }));
  expect(costOf(dayWith(1_440), edits) - costOf(dayWith(0), edits)).toBeGreaterThan(100 * 1_440 * 0.5);
  const whole = Array.from({ length: 1_440 }, (_, at) => ({ position: `${at}`, by: null }));
  const first = { type: 'chart.set', rotation: 'hour-1', people: 6, cells: whole } as const;
  const { changes } = edits as Extract<Change, { type: 'batch' }>;
  const late = { type: 'batch', changes: [first, ...changes] } as const;
  expect(costOf(dayWith(0), late)).toBeGreaterThan(100 * 1_440 * 0.5);
});

test.each<[string, Layout, Change]>([
  ['an import of 2,000 shifts', fullDay([], []), { ...noTake, add: people(2_000, { breaks: [null] }) }],
  [
    'a review of 500 rows',
    fullDay(people(1_000, { provider: 'csv' }), people(40)),
    {
      ...noTake,
      remove: people(170).map(({ id }) => id),
      edit: people(340)
        .slice(170)
        .map(({ id }) => ({ shift: id, startTime: '10:00 AM', told: null })),
      add: Array.from({ length: 160 }, (_, index) => buildShift(`new-${index}`, '6:00 AM', '2:00 PM')),
    },
  ],
  [
    'the times of 120 people',
    fullDay(people(120), people(40)),
    times(120, (index) => ({ type: 'shift.edit', shift: `p${index}`, endTime: '3:30 PM' })),
  ],
  [
    'the seats of 40 people in each of 24 rotations',
    fullDay(people(120), []),
    times(960, (index) => ({
      type: 'shift.seat',
      shift: `p${Math.floor(index / 24)}`,
      rotation: `hour-${index % 24}`,
      position: 'place-3',
      before: null,
    })),
  ],
])('[CH9] %s is one change, and so is its undo', (_, body, change) => {
  const after = made(applyNew(body, change));
  const back = inverse(body, change) as Change;
  expect(made(applyNew(after, back))).toEqual(body);
});

/** As many positions as there can be. */
function largestDay(): Layout {
  const positionsOf = (area: number) =>
    Array.from({ length: positionLimit }, (_, at) => ({ id: `${area}-${at}`, name: `${at}`, seats: [] }));
  const subareas = Array.from({ length: subareaLimit }, (_, at) => ({
    id: `${at}`,
    name: `${at}`,
    positions: positionsOf(at),
  }));
  const rotations = Array.from({ length: rotationLimit }, (_, hour) => ({
    ...buildRotation(`hour-${hour}`, '10:00 AM', '4:00 PM'),
    subareas,
  }));
  return buildLayout({ shifts: people(120), rotations });
}

test.each([
  ['a day of 120 people in 24 rotations', fullDay(people(120), people(120))],
  ['the largest day', largestDay()],
])('[CH9] %s can be copied', (_, day) => {
  let ids = 0;
  const newId = () => `copy-${++ids}`;
  const layout = copyLayout(day, '2026-11-28', { settings: daySettings(team), newId, people: true });
  expect(code(applyNew(null, { type: 'layout.create', layout }))).toBeNull();
});
const team = { breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '4:00 AM' } as Parameters<
  typeof daySettings
>[0];

test('new notes change their style at most 2,000 times', () => {
  const edit = (base: Notes, next: Notes): Change => ({ type: 'notes.edit', base, next });
  expect(code(applyNew(buildLayout(), edit([], styled(notesRunLimit))))).toBeNull();
  expect(code(applyNew(buildLayout(), edit([], styled(notesRunLimit + 1))))).toBe('notes-too-styled');
  const one = styled(notesRunLimit - 10);
  const merged = edit([], [...one.map((run) => ({ ...run, insert: 'other' })), ...styled(20)]);
  expect(code(applyNew(buildLayout({ notes: one }), merged))).toBe('notes-too-styled');
});

test('older notes with more runs can be read and made shorter', () => {
  const old = buildLayout({ notes: styled(3_000) });
  const edit = (next: Notes): Change => ({ type: 'notes.edit', base: old.notes, next });
  const longer = edit([...old.notes, { insert: 'x', attributes: { italic: true } }]);
  expect(apply(old, longer).ok).toBe(true);
  expect(code(applyNew(old, longer))).toBe('notes-too-styled');
  expect(code(applyNew(old, edit(old.notes.slice(0, -1))))).toBeNull();
});

test('a step looks at its own shift: the others are not settled again', () => {
  let looked = 0;
  const counting = people(1_000).map((shift) =>
    Object.defineProperty({ ...shift }, 'startTime', {
      enumerable: true,
      get() {
        looked += 1;
        return '9:00 AM';
      },
    }),
  );
  const body = { ...fullDay([], []), shifts: counting };
  const steps = times(100, (each) => ({
    type: 'shift.add',
    shift: buildShift(`new-${each}`, '9:30 AM', '5:00 PM'),
    seats: [{ rotation: 'hour-1', position: 'place-1', before: null }],
  }));
  made(apply(body, steps));
  // A place among a thousand is found by looking at ten of them.
  expect(looked).toBeLessThan(100 * 50);
});
