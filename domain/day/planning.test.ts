import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyLayout, anyTaking } from '../../test/arbitraries.ts';
import { buildLayout, buildRotation, buildShift, changed, refusal, seatsIn } from '../../test/builders.ts';
import { countCalls } from '../../test/count-calls.ts';
import { crowdedDay, emptying } from '../../test/crowded-day.ts';
import { english } from '../../test/words.ts';
import { applyNew } from '../change/budget.ts';
import { apply, type Change, type ChangeOf } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { mayChange } from '../change/may-change.ts';
import { phraseOf } from '../history/phrases.ts';
import { positionsOf, seatedIn } from '../plan/rotation.ts';
import { locksInForce } from './locks.ts';
import type { SeatRow } from './planning-changes.ts';
import type { StoredPlannedBreak } from './shift.ts';
import { maySit } from './who-is-there.ts';

const seat = (shift: string, position: string): Change => ({
  type: 'shift.seat',
  ...{ shift, rotation: 'lunch', position, before: null },
});
const day = changed(
  buildLayout({
    shifts: ['ana', 'bo', 'cy', 'di'].map((name) =>
      buildShift(name, '9:00 AM', '5:00 PM', { breaks: [null] }),
    ),
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM', ['till', 'grill', 'fries'])],
  }),
  seat('ana', 'till'),
  seat('bo', 'grill'),
);

const row = (shift: string, was: string | null, position: string | null, there: string[] = []): SeatRow => ({
  ...{ rotation: 'lunch', shift, was, position, there },
});
const take = (
  seats: readonly SeatRow[],
  breaks: ChangeOf<'plan.take'>['breaks'] = [],
): ChangeOf<'plan.take'> => ({
  type: 'plan.take',
  ...{ seats, breaks },
});
const meal = (start: string): StoredPlannedBreak => ({
  ...{ kind: 'meal', start, minutes: 30 },
  relief: [{ position: 'till', from: start, to: '12:30 PM', by: 'cy' }],
});

test('[PT1] a plan moves, places and takes off people at once, and one undo puts everybody back', () => {
  const plan = take(
    [row('ana', 'till', 'grill', ['bo']), row('bo', 'grill', 'till', ['ana']), row('cy', null, 'fries')],
    [{ shift: 'ana', planned: [meal('12:00 PM')], was: [] }],
  );
  const taken = changed(day, plan);
  expect(seatsIn(taken, 'lunch')).toEqual({ till: ['bo'], grill: ['ana'], fries: ['cy'] });
  expect(taken.shifts.map(({ planned }) => planned)).toEqual([
    [meal('12:00 PM')],
    ...[undefined, undefined, undefined],
  ]);
  const undo = inverse(day, plan, taken) as Change;
  expect(undo.type).toBe('plan.take');
  expect(changed(taken, undo)).toEqual(day);
  expect(changed(taken, undo, inverse(taken, undo) as Change)).toEqual(taken);
  expect(phraseOf(day, plan, taken, english)).toBe(
    'took the plan: 1 placed, 2 moved and breaks of 1 person planned',
  );
});

test.each<[string, Change, Record<string, string[]>]>([
  [
    'who sits elsewhere by now stays there',
    seat('cy', 'till'),
    { till: ['ana', 'cy'], grill: ['bo'], fries: [] },
  ],
  [
    'a position that somebody got stays theirs',
    seat('di', 'fries'),
    { till: ['ana'], grill: ['bo'], fries: ['di'] },
  ],
  [
    'who is out is not placed',
    { type: 'shift.out', shift: 'cy', reason: 'sick', from: '9:00 AM', at: 1, by: null },
    { till: ['ana'], grill: ['bo'], fries: [] },
  ],
  [
    'a shift that is gone is nowhere',
    { type: 'shift.delete', shift: 'cy' },
    { till: ['ana'], grill: ['bo'], fries: [] },
  ],
])('[PT2] of a row that was overtaken, %s', (_, since, seats) => {
  const other = { shift: 'bo', planned: [meal('12:00 PM')], was: [] };
  const taken = changed(day, since, take([row('cy', null, 'fries')], [other]));
  expect(seatsIn(taken, 'lunch')).toEqual(seats);
  expect(taken.shifts.find(({ id }) => id === 'bo')?.planned).toEqual([meal('12:00 PM')]);
});

test('[PT2] nobody comes to a seat whose person stays, along a whole chain of moves', () => {
  const plan = take([
    row('cy', null, 'till', ['ana']),
    row('ana', 'till', 'grill', ['bo']),
    row('bo', 'grill', 'fries'),
  ]);
  expect(seatsIn(changed(day, plan), 'lunch')).toEqual({ till: ['cy'], grill: ['ana'], fries: ['bo'] });
  const since = changed(day, seat('di', 'fries'));
  expect(changed(since, plan)).toEqual(since);
  expect(phraseOf(since, plan, since, english)).toBe('took the plan: 3 overtaken (nothing changed)');
});

test('[PT2] breaks that somebody planned since stay, and so do those of a second row', () => {
  const first = changed(day, take([], [{ shift: 'ana', planned: [meal('12:00 PM')], was: [] }]));
  const late = take([], [{ shift: 'ana', planned: [meal('1:00 PM')], was: [] }]);
  expect(changed(first, late)).toEqual(first);
  const twice = changed(
    day,
    take(
      [],
      [
        { shift: 'ana', planned: [meal('12:00 PM')], was: [] },
        { shift: 'ana', planned: [], was: [] },
      ],
    ),
  );
  expect(twice).toEqual(first);
  const none = take([], [{ shift: 'ana', planned: [], was: [meal('12:00 PM')] }]);
  expect(changed(first, none)).toEqual(day);
});

test('[PT1] an undo leaves who was moved since, and takes back the rest', () => {
  const plan = take([row('ana', 'till', 'fries'), row('cy', null, 'till', ['ana'])]);
  const taken = changed(day, plan);
  const since = changed(taken, seat('cy', 'grill'));
  const back = changed(since, inverse(day, plan, taken) as Change);
  expect(seatsIn(back, 'lunch')).toEqual({ till: ['ana'], grill: ['bo', 'cy'], fries: [] });
});

test('[PT1] any plan: nobody has two seats, all may sit there, and its inverse is exact, after another one, too', () => {
  let moved = 0;
  fc.assert(
    fc.property(
      anyLayout.chain((layout) => fc.tuple(fc.constant(layout), anyTaking(layout), anyTaking(layout))),
      ([layout, mine, theirs]) => {
        const [one, other] = [apply(layout, mine), apply(layout, theirs)];
        if (!one.ok || !other.ok) return;
        const taken = changed(layout, mine);
        const back = inverse(layout, mine, taken);
        if (back) moved += 1;
        expect(back ? changed(taken, back) : taken).toEqual(layout);
        for (const rotation of taken.rotations) {
          const seats = positionsOf(rotation).flatMap((position) => position.seats);
          expect(new Set(seats).size).toBe(seats.length);
          for (const shift of taken.shifts.filter(({ id }) => seatedIn(rotation).has(id))) {
            expect(maySit(shift, rotation, taken.dayStart)).toBe(true);
          }
        }
        // of two plans, the later one leaves the rows alone that the first one moved elsewhere
        const both = changed(taken, theirs);
        const undone = inverse(taken, theirs, both);
        expect(undone ? changed(both, undone) : both).toEqual(taken);
      },
    ),
    { numRuns: 500 },
  );
  expect(moved).toBeGreaterThan(100);
});

test('[PT60] what takes back a plan that emptied a crowded position names only who left, and is as much work as the plan', () => {
  const crowd = crowdedDay(1_000, 4);
  const plan = emptying(crowd, 2_000);
  const taken = changed(crowd, plan);
  let back: Change | null = null;
  const made = countCalls(() => {
    back = inverse(crowd, plan, taken);
  });
  const undo = back as unknown as ChangeOf<'plan.take'>;
  expect(JSON.stringify(undo).length).toBeLessThan(2 * JSON.stringify(plan).length);
  const undone = countCalls(() => expect(changed(taken, undo)).toEqual(crowd));
  expect([made, undone].map((calls) => calls < 300_000)).toEqual([true, true]);
  expect(changed(crowd, inverse(taken, undo) as Change)).toEqual(taken);
});

test('[PT60] people come back to a crowded position while it has no more than were there', () => {
  const names = Array.from({ length: 30 }, (_, index) => `${index}`);
  const crowd = changed(crowdedDay(31, 1), {
    type: 'shift.unseat',
    ...{ shift: '30', rotation: 'hour-0', position: 'till' },
  });
  const plan = emptying(crowd, 2);
  const taken = changed(crowd, plan);
  const undo = inverse(crowd, plan, taken) as Change;
  const come: Change = {
    type: 'shift.seat',
    ...{ shift: '30', rotation: 'hour-0', position: 'till', before: null },
  };
  const leave: Change = { type: 'shift.unseat', shift: '29', rotation: 'hour-0', position: 'till' };
  expect(seatsIn(changed(taken, come, undo), 'hour-0')).toEqual({ till: [...names.slice(2), '30'] });
  expect(seatsIn(changed(taken, come, leave, undo), 'hour-0')).toEqual({
    till: [...names.filter((name) => name !== '29'), '30'],
  });
});

test('[PT2] all who wait for somebody on a crowded position who stays have no effect', () => {
  const crowd = crowdedDay(1_000, 1);
  const there = crowd.shifts.map(({ id }) => id);
  const late = buildLayout({
    ...crowd,
    shifts: [...crowd.shifts, ...['a', 'b'].map((id) => buildShift(id, '9:00 AM', '5:00 PM'))],
  });
  const move = { rotation: 'hour-0', there, was: null, position: 'till' };
  const gone = { ...move, shift: '5', was: 'till', position: 'nowhere', there: [] };
  const plan = take([gone, { ...move, shift: 'a' }, { ...move, shift: 'b' }]);
  expect(changed(late, plan)).toEqual(late);
});

test('[PT3] a lock is on a seat while its person has it, and is taken off and put on by anyone who runs the day', () => {
  const lock: ChangeOf<'seat.lock'> = {
    type: 'seat.lock',
    ...{ shift: 'ana', rotation: 'lunch', position: 'till', locked: true },
  };
  const locked = changed(day, lock);
  expect(locked.locks).toEqual([{ shift: 'ana', rotation: 'lunch', position: 'till' }]);
  expect(locksInForce(locked)).toEqual(locked.locks);
  expect(locksInForce(changed(locked, seat('ana', 'fries')))).toEqual([]);
  expect(changed(locked, lock)).toEqual(locked);
  expect(changed(locked, inverse(day, lock, locked) as Change)).toEqual(day);
  const unlock = { ...lock, locked: false };
  expect(changed(locked, unlock)).toEqual(day);
  expect(changed(locked, unlock, inverse(locked, unlock, day) as Change)).toEqual(locked);
  const both = [lock, { ...lock, shift: 'bo', position: 'grill' }];
  expect(changed(day, ...both)).toEqual(changed(day, ...both.reverse()));
  expect(phraseOf(day, lock, locked, english)).toBe('locked ana on till in lunch');
  expect(phraseOf(locked, unlock, day, english)).toBe('unlocked ana on till in lunch');
  for (const each of [lock, take([])]) {
    expect(['viewer', 'lead', 'manager'].filter((role) => mayChange(role as 'lead', 'layout', each))).toEqual(
      [...['lead', 'manager']],
    );
  }
});

test('[PT3] locks and plans of what is not there, or without sense, are refused with a sentence', () => {
  const lock = {
    type: 'seat.lock',
    shift: 'ana',
    rotation: 'lunch',
    position: 'till',
    locked: true,
  } as const;
  expect(refusal(day, { ...lock, shift: 'zoe' })).toBe('That shift no longer exists.');
  expect(refusal(day, { ...lock, rotation: 'x' })).toBe('That rotation no longer exists.');
  expect(refusal(day, { ...lock, position: 'x' })).toBe('That position no longer exists.');
  const breaks = (over: Partial<StoredPlannedBreak>) =>
    take([], [{ shift: 'ana', planned: [{ ...meal('12:00 PM'), ...over }], was: [] }]);
  expect(refusal(day, breaks({ start: 'noon' }))).toContain('is not a time');
  expect(refusal(day, breaks({ minutes: 1e9 }))).toContain('whole number of minutes');
  const many = Array.from({ length: 5_000 }, (_, index) => ({ ...lock, shift: `s-${index}` }));
  const full = { ...day, locks: many.map(({ type: _, locked: __, ...each }) => each) };
  expect(refusal(full, lock)).toBe('You’ve reached the limit of 5000.');
});

test('[PT4] the largest plan stays within the cost of a change, in one chain of moves as well', () => {
  const rows = Array.from({ length: 6_000 }, (_, index) =>
    row(`s-${index}`, null, 'till', [`s-${index + 1}`]),
  );
  expect(applyNew(day, take(rows))).toEqual({ ok: true, value: day });
  const many = buildLayout({
    shifts: Array.from({ length: 300 }, (_, index) => buildShift(`s-${index}`, '9:00 AM', '5:00 PM')),
    rotations: [
      buildRotation(
        'lunch',
        '11:00 AM',
        '2:00 PM',
        Array.from({ length: 60 }, (_, at) => `p-${at}`),
      ),
    ],
  });
  const all = many.shifts.map(({ id }, index) => row(id, null, `p-${index % 60}`));
  const taken = applyNew(many, take(all));
  expect(taken.ok && seatsIn(taken.value as typeof many, 'lunch')['p-7']).toEqual([
    's-7',
    's-67',
    's-127',
    's-187',
    's-247',
  ]);
});
