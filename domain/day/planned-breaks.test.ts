import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { inverse } from '../change/inverse.ts';
import { breakAlerts } from './break-alerts.ts';
import { coverRotation } from './coverage.ts';
import { dueMinute, nextDue, nextPlanned } from './due-breaks.ts';
import { handoverOf } from './handover.ts';
import { breaksDue, type Shift, type StoredPlannedBreak, slotMinutes } from './shift.ts';
import { breakMarks } from './timeline.ts';
import { breaksAt } from './who-is-there.ts';

const timeZone = 'America/Chicago';
const at = (time: string) => Date.parse(`2026-11-21T${time}:00-06:00`);
const planned = (start: string, minutes: number): StoredPlannedBreak => ({
  ...{ kind: minutes > 20 ? 'meal' : 'rest', start, minutes, relief: [] },
});
const since = (time: string) => ({ startedAt: at(time), startedBy: null, endedAt: null, endedBy: null });
const ana = (over: Partial<Shift> = {}) =>
  buildShift('Ana', '9:00 AM', '5:00 PM', {
    breaks: [null, null],
    planned: [planned('10:30 AM', 10), planned('12:00 PM', 45)],
    ...over,
  });
const dayOf = (shift: Shift) =>
  buildLayout({ shifts: [shift], rotations: [buildRotation('Morning', '9:00 AM', '5:00 PM')] });
const terms = buildLayout();

test('[BR40] each break lasts as it is planned, and one that isn’t as the team’s do', () => {
  const three = ana({ breaks: [null, null, null] });
  expect([0, 1, 2].map((slot) => slotMinutes(three, slot, terms))).toEqual([10, 45, 30]);
  const alertsAt = (time: string, shift: Shift) =>
    breakAlerts(dayOf(shift), at(time), timeZone).map(({ kind, time }) => `${kind} ${time}`);
  const resting = ana({ breaks: [since('10:30'), null] });
  expect(alertsAt('10:39', resting)).toEqual([]);
  expect(alertsAt('10:40', resting)).toEqual(['over 10:40 AM']);
  const eating = ana({ breaks: [null, since('12:00')], planned: ana().planned });
  expect(alertsAt('12:44', eating)).toEqual([]);
  expect(alertsAt('12:45', eating)).toEqual(['over 12:45 PM']);
  const marks = breakMarks(eating, dayOf(eating), { now: at('12:10'), timeZone });
  expect(marks.map(({ state, start, end }) => [state, start, end])).toEqual([
    ['due', 630, 640],
    ['running', 720, 765],
  ]);
});

test('[BR40] who says later that a break ended on time means its own time', () => {
  const day = dayOf(ana({ breaks: [null, since('12:00')] }));
  const confirm = { type: 'break.confirm', shift: 'Ana', slot: 1, at: at('13:00'), by: 'lee' } as const;
  expect(changed(day, confirm).shifts[0]?.breaks[1]?.endedAt).toBe(at('12:45'));
  const early = { ...confirm, at: at('12:40') };
  expect(changed(day, early)).toEqual(day);
});

test('[BR40] a break that runs when its person leaves ended then, by its own length', () => {
  const shift = ana({ breaks: [since('16:45'), since('16:45')] });
  const [rest, meal] = breaksAt(shift, dayOf(shift), { now: at('17:30'), timeZone });
  expect([rest?.endedAt, meal?.endedAt]).toEqual([null, at('17:00')]);
});

test('[BR40] somebody is away for as long as their own break, and the handover says until when', () => {
  const shift = ana({ breaks: [null, since('12:00')] });
  const day = dayOf(shift);
  const [rotation] = day.rotations;
  const stateAt = (time: string, minute: number) =>
    rotation && coverRotation(day, rotation, { now: at(time), minute }).unplaced[0]?.state;
  // an hour after its time was up nobody counts as away
  expect([stateAt('13:44', 824), stateAt('13:45', 825)]).toEqual(['on-break', 'here']);
  const { running } = handoverOf(day, { now: at('12:40'), minute: 760 }, timeZone);
  expect(running.map(({ minute }) => minute)).toEqual([765]);
});

test('[BR40] a shift has at least the breaks that are planned, and an undo takes those nobody took', () => {
  const short = buildShift('Bo', '9:00 AM', '1:00 PM');
  expect([breaksDue(short, 300), breaksDue({ ...short, planned: ana().planned }, 300)]).toEqual([0, 2]);
  const day = buildLayout({ shifts: [short] });
  const breaks = [{ shift: 'Bo', planned: [planned('10:30 AM', 10)], was: [] }];
  const take = { type: 'plan.take', seats: [], breaks } as const;
  const taken = changed(day, take);
  expect(taken.shifts[0]?.breaks).toEqual([null]);
  const undo = inverse(day, take, taken);
  expect(undo && changed(taken, undo)).toEqual(day);
  const press = {
    type: 'break.press',
    shift: 'Bo',
    slot: 0,
    wants: 'start',
    at: at('10:30'),
    by: null,
  } as const;
  expect(undo && changed(taken, press, undo).shifts[0]?.breaks).toHaveLength(1);
});

test('[BR43] a plan with fewer breaks than there are drops those at the end that nobody took', () => {
  const long = buildShift('Bo', '10:00 AM', '6:00 PM', { breaks: [null, since('11:00'), null, null] });
  const day = buildLayout({ shifts: [long] });
  const breaks = [{ shift: 'Bo', planned: [planned('10:30 AM', 10)], was: [] }];
  const take = { type: 'plan.take', seats: [], breaks } as const;
  const taken = changed(day, take);
  expect(taken.shifts[0]?.breaks).toEqual([null, since('11:00')]);
  const undo = inverse(day, take, taken);
  expect(undo && changed(taken, undo)).toEqual(day);
  const redo = undo && inverse(taken, undo, day);
  expect(redo && changed(day, redo)).toEqual(taken);
  const waive = { type: 'break.waive', shift: 'Bo', slot: 3, at: 1, by: 'lee' } as const;
  expect(changed(day, waive, take).shifts[0]?.breaks).toHaveLength(4);
  const none = { ...take, breaks: [{ shift: 'Bo', planned: [], was: [planned('10:30 AM', 10)] }] };
  expect(changed(taken, none).shifts[0]?.breaks).toHaveLength(2);
  const odd = { ...none, breaks: none.breaks.map((each) => ({ ...each, slots: 3.5 })) };
  expect(changed(taken, odd).shifts[0]?.breaks).toEqual([null, since('11:00'), null]);
});

test('[BR44] the next planned break is said as long as it lies in the shift', () => {
  expect(nextPlanned(ana())).toBe('10:30 AM');
  expect(nextPlanned(ana({ breaks: [since('10:30'), null] }))).toBe('12:00 PM');
  expect(nextPlanned(ana({ startTime: '11:00 AM' }))).toBeNull();
  expect(nextPlanned(ana({ planned: [] }))).toBeNull();
  const night = { startTime: '10:00 PM', endTime: '6:00 AM', planned: [planned('12:30 AM', 10)] };
  expect(nextPlanned(ana(night))).toBe('12:30 AM');
});

test('[BR41] a planned break is due when it is planned, while its person is there', () => {
  expect([0, 1].map((index) => dueMinute(ana(), index, terms))).toEqual([630, 720]);
  expect(nextDue(ana({ breaks: [since('10:30'), null] }), terms)).toBe(720);
  expect(dueMinute(ana(), 0, { ...terms, breakMinMinutes: 0 })).toBe(630);
  const late = { expected: '11:00 AM', at: 0, by: null };
  expect([0, 1].map((index) => dueMinute(ana({ late }), index, terms))).toEqual([960, 720]);
  const out = { reason: 'sick', from: '11:00 AM', at: 0, by: null } as const;
  expect([0, 1].map((index) => dueMinute(ana({ out }), index, terms))).toEqual([630, null]);
});

test('[BR41] a break planned after midnight is due then', () => {
  const night = buildShift('Cy', '9:00 PM', '5:00 AM', { breaks: [null], planned: [planned('1:00 AM', 30)] });
  expect(dueMinute(night, 0, { breakMinMinutes: 300, dayStart: '4:00 AM' })).toBe(25 * 60);
});
