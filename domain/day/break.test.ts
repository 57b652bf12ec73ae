import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildLayout, buildShift, changed, refusal } from '../../test/builders.ts';
import { board, english } from '../../test/words.ts';
import type { SingleChange } from '../change/change.ts';
import { instant } from '../change/fields.ts';
import { inverse } from '../change/inverse.ts';
import { DayRecords } from '../history/day-records.ts';
import { messageOf, phraseOf } from '../history/phrases.ts';
import { fromMinutes } from '../time/clock-time.ts';
import {
  type BreakSlot,
  breakCount,
  breakDisplay,
  breakNumber,
  breakSlotSchema,
  breakTimes,
  endedBreak,
  fitBreaks,
  pressWants,
  showCountdown,
  showLate,
  showOver,
} from './break.ts';
import { dueMinute, nextDue, overdueSince } from './due-breaks.ts';
import type { Shift } from './shift.ts';
import { leavesAt } from './who-is-there.ts';

const start = 1_795_000_000_000;
const minute = 60_000;
const began: BreakSlot = { startedAt: start, startedBy: 'ana', endedAt: null, endedBy: null };
const ended: BreakSlot = { ...began, endedAt: start + 10 * minute, endedBy: 'bo' };

test.each([
  ['9:00 AM', '2:00 PM', 300, 0],
  ['9:00 AM', '2:01 PM', 300, 1],
  ['9:00 AM', '7:00 PM', 300, 1],
  ['9:00 AM', '7:01 PM', 300, 2],
  ['9:00 PM', '2:00 AM', 300, 0],
  ['9:00 PM', '2:01 AM', 300, 1],
  ['9:00 AM', '9:00 AM', 300, 4],
  ['9:00 AM', '5:00 PM', 0, 0],
  ['9:00 AM', '5:00 PM', -5, 0],
  ['9:00 AM', '5:00 PM', Number.NaN, 0],
  ['9:00 AM', '9:00 AM', 1, 24],
])('[BR1] [BR13] %s to %s at %d minutes earns %i', (startTime, endTime, minutes, count) => {
  expect(breakCount({ startTime, endTime }, minutes)).toBe(count);
});

test.each<[string, BreakSlot, number, number, ReturnType<typeof breakDisplay>]>([
  ['nothing yet', null, 30, start, { state: 'not-taken' }],
  ['just begun', began, 30, start, { state: 'running', leftMs: 30 * minute, totalMs: 30 * minute }],
  [
    'a clock that lags',
    began,
    30,
    start - minute,
    { state: 'running', leftMs: 30 * minute, totalMs: 30 * minute },
  ],
  ['nearly over', began, 30, start + 30 * minute - 1, { state: 'running', leftMs: 1, totalMs: 30 * minute }],
  ['elapsed', began, 30, start + 30 * minute, { state: 'over', overMs: 0 }],
  ['not ended for long', began, 30, start + 95 * minute, { state: 'over', overMs: 65 * minute }],
  ['forgotten', began, 30, start + (30 + 12 * 60) * minute, { state: 'unconfirmed' }],
  ['ended early', ended, 30, start + 11 * minute, { state: 'done' }],
  ['no timer', began, 0, start, { state: 'done' }],
])('[BR3] [BR15] [BR16] [BR17] [BR36] %s', (_, slot, timer, now, display) => {
  expect(breakDisplay(slot, timer, now)).toEqual(display);
});

test.each([
  [30 * minute, '30:00'],
  [30 * minute - 1, '30:00'],
  [29 * minute, '29:00'],
  [61_000, '1:01'],
  [1, '0:01'],
])('[BR15] %i ms left is %s', (leftMs, shown) => {
  expect(showCountdown(leftMs)).toBe(shown);
});

test('[BR27] [BR18] [BR19] [BR36] a press asks for the next state of what is shown', () => {
  expect(pressWants({ state: 'not-taken' })).toBe('start');
  expect(pressWants({ state: 'running', leftMs: 1, totalMs: 1 })).toBe('end');
  expect(pressWants({ state: 'over', overMs: 1 })).toBe('end');
  expect(pressWants({ state: 'done' })).toBe('clear');
  expect(pressWants({ state: 'unconfirmed' })).toBe('confirm');
});

test.each([
  [0, '0:00'],
  [192_999, '3:12'],
  [59.99 * minute, '59:59'],
  [65 * minute, '1 h 5 min'],
])('[BR29] someone %d ms late back shows %s', (overMs, shown) => {
  expect(showLate(overMs)).toBe(shown);
});

test.each([
  [0, 'just over'],
  [59_999, 'just over'],
  [5.9 * minute, '5 min over'],
  [60 * minute, '1 h over'],
  [125 * minute, '2 h 5 min over'],
])('[BR10] %d ms over is said as %s', (overMs, shown) => {
  expect(showOver(overMs, board[0])).toBe(shown);
});

const at = (wall: string) => Date.parse(`2026-11-21T${wall}:00-06:00`);
test.each<[string, string, string | null, number]>([
  ['since 10:02 AM', '10:02', null, 30],
  ['10:02–10:31 AM', '10:02', '10:31', 30],
  ['11:50 AM–12:20 PM', '11:50', '12:20', 30],
  ['at 12:05 AM', '00:05', null, 0],
])('[BR11] a break %s', (shown, started, ended, timer) => {
  const slot = { ...began, startedAt: at(started), endedAt: ended && at(ended) } as BreakSlot;
  expect(breakTimes(slot, timer, 'America/Chicago', ...board)).toBe(shown);
});

test.each<[string, string, string]>([
  ['1:50 AM for 20 min', '2026-11-01T01:50:30-05:00', '2026-11-01T01:10:30-06:00'],
  ['1:10 AM for 1 h 30 min', '2026-11-01T01:10:00-05:00', '2026-11-01T01:40:29-06:00'],
  ['1:10–1:40 AM', '2026-11-01T01:10:59-06:00', '2026-11-01T01:40:00-06:00'],
  ['1:50 AM for 20 min', '2026-03-08T01:50:00-06:00', '2026-03-08T03:10:00-05:00'],
])('[BR11] a break while the clocks change: %s', (shown, started, ended) => {
  const slot = { ...began, startedAt: Date.parse(started), endedAt: Date.parse(ended) };
  expect(breakTimes(slot, 30, 'America/Chicago', ...board)).toBe(shown);
});

const layout = buildLayout({ shifts: [buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null] })] });
const press = (wants: 'start' | 'end' | 'clear', at: number, by = 'ana', slot = 0): SingleChange => ({
  type: 'break.press',
  shift: 'ana',
  slot,
  wants,
  at,
  by,
});
const slotAfter = (...changes: SingleChange[]) => changed(layout, ...changes).shifts[0]?.breaks[0];

test.each<[string, SingleChange[], BreakSlot]>([
  ['start', [press('start', start)], began],
  ['start, and start by another', [press('start', start), press('start', start + 5, 'bo')], began],
  ['start and end', [press('start', start), press('end', start + 10 * minute, 'bo')], ended],
  [
    'end twice',
    [press('start', start), press('end', start + 10 * minute, 'bo'), press('end', start + 11 * minute)],
    ended,
  ],
  [
    'end what elapsed',
    [press('start', start), press('end', start + 42 * minute, 'bo')],
    { ...ended, endedAt: start + 42 * minute },
  ],
  ['end what never began', [press('end', start)], null],
  [
    'end before the start',
    [press('start', start), press('end', start - 5)],
    { ...began, endedAt: start, endedBy: 'ana' },
  ],
  ['clear', [press('start', start), press('clear', start + 1)], null],
  ['clear, clear', [press('clear', start), press('clear', start)], null],
])('[BR4] %s', (_, changes, slot) => {
  expect(slotAfter(...changes)).toEqual(slot);
});

test('[BR14] Ana starts a break, and Bo ends it ten minutes later', () => {
  expect(slotAfter(press('start', start), press('end', start + 10 * minute, 'bo'))).toEqual({
    startedAt: start,
    startedBy: 'ana',
    endedAt: start + 10 * minute,
    endedBy: 'bo',
  });
});

const confirm = (at: number): SingleChange => ({
  type: 'break.confirm',
  shift: 'ana',
  slot: 0,
  at,
  by: 'bo',
});
const confirmed = { ...began, endedAt: start + 30 * minute, endedBy: 'bo', confirmedAt: start + 50 * minute };

test('[BR30] [BR31] a break is ended at a time, or confirmed later to have ended with its timer, and the record tells which', () => {
  expect(slotAfter(press('start', start), confirm(start + 50 * minute))).toEqual(confirmed);
  expect(breakDisplay(confirmed, 30, start + 51 * minute)).toEqual({ state: 'done' });
  expect(breakNumber(confirmed, 30)).toBe(start);
  expect(breakTimes(confirmed, 30, 'UTC', ...board)).toMatch(/^\d+:\d\d.*–.*M, confirmed$/);
  // one that runs is not over, and what somebody ended stays so, whoever comes first
  expect(slotAfter(press('start', start), confirm(start + 29 * minute))).toEqual(began);
  const late = press('end', start + 40 * minute, 'bo');
  expect(slotAfter(press('start', start), late, confirm(start + 50 * minute))).toEqual({
    ...ended,
    endedAt: start + 40 * minute,
  });
  expect(slotAfter(press('start', start), confirm(start + 50 * minute), late)).toEqual(confirmed);
  expect(slotAfter(confirm(start))).toBeNull();
  expect(refusal(layout, { ...confirm(start), slot: 3 } as SingleChange)).toBe(
    'That break no longer exists.',
  );
  const now = changed(layout, press('start', start));
  const change = confirm(start + 50 * minute);
  expect(changed(now, change, inverse(now, change) as SingleChange)).toEqual(now);
  expect(phraseOf(now, change, changed(now, change), english)).toBe(
    'confirmed that ana’s break ended on time',
  );
});

test('[BR31] a confirmed break is put back only if somebody confirmed it', () => {
  const restore = { type: 'break.restore', shift: 'ana', slot: 0, record: confirmed } as const;
  const author = { now: start + 60 * minute, by: 'ana' };
  const started = new DayRecords([press('start', start)]);
  expect(started.check(restore, author).ok).toBe(false);
  started.add(confirm(start + 50 * minute));
  expect(started.check(restore, author)).toEqual({ ok: true, value: restore });
  expect(new DayRecords([restore]).check(restore, author).ok).toBe(true);
});

test.each<[string, Partial<Shift>, (string | null)[]]>([
  ['as scheduled', {}, ['2:00 PM', '7:00 PM']],
  ['one who came late', { late: { expected: '10:30 AM', at: 1, by: null } }, ['3:30 PM', '8:30 PM']],
  [
    'one who leaves early',
    { out: { reason: 'left-early', from: '6:00 PM', at: 1, by: null } },
    ['2:00 PM', null],
  ],
  ['one who called out', { out: { reason: 'sick', from: '8:00 AM', at: 1, by: null } }, [null, null]],
  ['one who took the first', { breaks: [ended, null] }, [null, '7:00 PM']],
])('[BR32] breaks are due once the team’s minutes were worked: %s', (_, over, due) => {
  const shift = buildShift('ana', '9:00 AM', '9:00 PM', { breaks: [null, null], ...over });
  const terms = { breakMinMinutes: 300, dayStart: '4:00 AM' };
  const minutes = [0, 1].map((index) => dueMinute(shift, index, terms));
  expect(minutes.map((each) => each && fromMinutes(each))).toEqual(due);
  expect(nextDue(shift, terms)).toBe(minutes.find((_, index) => shift.breaks[index] === null) ?? null);
});

test('[BR33] a break is overdue from when it is due until the person leaves', () => {
  const shift = buildShift('ana', '9:00 AM', '5:00 PM', { breaks: [null] });
  const terms = { breakMinMinutes: 300, dayStart: '4:00 AM' };
  const since = (hour: number) => overdueSince(shift, hour * 60, terms);
  expect([13.9, 14, 16.9, 17].map(since)).toEqual([null, 14 * 60, 14 * 60, null]);
});

test('a press on a shift or a slot that is gone is refused', () => {
  expect(refusal(buildLayout(), press('start', start))).toBe('That shift no longer exists.');
  for (const slot of [1, -1, 0.5, Number.NaN])
    expect(refusal(layout, press('start', start, 'ana', slot))).toBe('That break no longer exists.');
});

test.each<[string, BreakSlot[], number, BreakSlot[]]>([
  ['adds at the end', [began], 3, [began, null, null]],
  ['drops unused from the end', [null, began, null, null], 2, [null, began]],
  ['drops unused before a used one', [null, null, began], 1, [began]],
  ['never drops a used one', [began, ended], 0, [began, ended]],
])('[BR5] fitting %s', (_, slots, count, fitted) => {
  expect(fitBreaks(slots, count)).toEqual(fitted);
});

test('[BR5] new times fit the breaks; a new note does not touch them', () => {
  const edit = (over: object): SingleChange => ({ type: 'shift.edit', shift: 'ana', ...over });
  expect(changed(layout, edit({ endTime: '9:30 PM' })).shifts[0]?.breaks).toEqual([null, null]);
  expect(changed(layout, edit({ endTime: '1:00 PM' })).shifts[0]?.breaks).toEqual([]);
  const spare = changed(layout, press('start', start), edit({ endTime: '1:00 PM' }), press('clear', start));
  expect(changed(spare, edit({ note: 'Opens' })).shifts[0]?.breaks).toEqual([null]);
});

test('[BR5] new minutes of the team fit the breaks', () => {
  const settings = { type: 'layout.settings', breakTimerMinutes: 30, dayStart: '12:00 AM' } as const;
  expect(changed(layout, { ...settings, breakMinMinutes: 120 }).shifts[0]?.breaks).toEqual([
    null,
    null,
    null,
  ]);
  expect(
    changed(layout, press('start', start), { ...settings, breakMinMinutes: 0 }).shifts[0]?.breaks,
  ).toEqual([began]);
});

test.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 9e15])('the instant %d is refused', (at) => {
  expect(z.safeParse(breakSlotSchema, { ...began, endedAt: at }).success).toBe(false);
  expect(z.safeParse(instant, at).success).toBe(false);
});

test.each<[string, BreakSlot, number]>([
  ['not taken', null, 0],
  ['begun', began, start],
  ['ended early, as begun long enough ago', ended, start - 20 * minute],
  ['ended late, as begun', { ...ended, endedAt: start + 42 * minute }, start],
])('[BR7] %s', (_, slot, number) => {
  expect(breakNumber(slot, 30)).toBe(number);
});

test('a record is put back as it was', () => {
  const restore = (record: BreakSlot): SingleChange => ({
    type: 'break.restore',
    shift: 'ana',
    slot: 0,
    record,
  });
  expect(slotAfter(restore(ended))).toEqual(ended);
  expect(slotAfter(restore(ended), restore(null))).toBeNull();
  expect(messageOf(null, restore(ended), null, english).text).toBe('Put back a team member’s break');
  expect(messageOf(null, restore(null), null, english).text).toBe('Cleared a team member’s break');
});

test('[BR37] a break that runs when its person leaves ends then; one that was forgotten is not confirmed', () => {
  const at = (minutes: number) => start + minutes * minute;
  expect(breakDisplay(began, 30, at(19), at(20)).state).toBe('running');
  expect(breakDisplay(began, 30, at(20), at(20)).state).toBe('done');
  expect(endedBreak(began, 30, at(20), at(20))).toEqual({ ...began, endedAt: at(20) });
  expect(breakDisplay(began, 30, at(59), at(60)).state).toBe('over');
  expect(breakDisplay(began, 30, at(60), at(60)).state).toBe('unconfirmed');
  expect(endedBreak(began, 30, at(60), at(60))).toBe(began);
  expect(endedBreak(ended, 30, at(60), at(5)), 'somebody ended it').toBe(ended);
  expect(breakDisplay(began, 30, at(5), at(-10)).state, 'who stayed longer').toBe('running');
});

test('[BR37] people leave at the end of the shift, or when they are out, also after midnight', () => {
  const day = { date: '2026-11-21', dayStart: '4:00 AM' } as const;
  const closer = buildShift('Ana', '5:00 PM', '1:00 AM');
  const leaves = (shift: Shift) => new Date(leavesAt(shift, day, 'America/Chicago')).toISOString();
  expect(leaves(closer)).toBe('2026-11-22T07:00:00.000Z');
  expect(leaves({ ...closer, out: { reason: 'sick', from: '11:30 PM', at: 0, by: null } })).toBe(
    '2026-11-22T05:30:00.000Z',
  );
  const spring = { date: '2026-03-08', dayStart: '12:00 AM' } as const;
  expect(leavesAt(buildShift('Ben', '9:00 AM', '5:00 PM'), spring, 'America/Chicago')).toBe(
    Date.parse('2026-03-08T22:00:00Z'),
  );
});
