import { costLimit, costOf } from '../../../domain/change/budget.ts';
import type { Change, SingleChange } from '../../../domain/change/change.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { manualShift, type Shift } from '../../../domain/day/shift.ts';
import type { Notes } from '../../../domain/notes/notes.ts';
import type { Rotation } from '../../../domain/plan/rotation.ts';

const list = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => one(i));

export const people = (count: number, prefix = 'p', startTime = '9:00 AM'): Shift[] =>
  list(count, (index) =>
    manualShift(`${prefix}${index}`, `${prefix}${index}`, { startTime, endTime: '5:00 PM' }),
  );

/** 24 rotations, each with as many positions in 24 subareas. */
const rotations = (positions: number): Rotation[] =>
  list(24, (hour) => ({
    id: `h${hour}`,
    name: `h${hour}`,
    startTime: '10:00 AM',
    endTime: '4:00 PM',
    subareas: list(24, (area) => ({
      id: `a${area}`,
      name: `a${area}`,
      positions: list(positions, (index) => ({ id: `${area}-${index}`, name: 'p', seats: [] })),
    })),
  }));

export function largeLayout(shifts: readonly Shift[], positions: number, notes: Notes = []): Layout {
  return {
    kind: 'layout',
    // A date has at most 60 layouts.
    date: '2026-11-21',
    area: 'Kitchen',
    template: 'Day',
    notes,
    shifts,
    rotations: rotations(positions),
    breakMinMinutes: 300,
    breakTimerMinutes: 30,
    dayStart: '12:00 AM',
  };
}

/** As many lines in as many runs as the cost limit allows, different for each `seed`. */
export const heavyNotes = (seed: number): Notes =>
  list(2_000, (run) => {
    const insert = `${'abcdefgh'.repeat((run * 7 + seed) % 3)}${(run * 3 + seed) % 10}\n`;
    return run % 2 === 0 ? { insert } : { insert, attributes: { bold: true } };
  });

/** A batch of as many edits of shifts as the cost limit allows. */
export function largestBatch(layout: Layout, endTime: string): Change {
  for (let count = 1_000; ; count -= 10) {
    const changes = list(
      count,
      (index): SingleChange => ({
        type: 'shift.edit',
        shift: layout.shifts[index % layout.shifts.length]?.id ?? '',
        endTime,
      }),
    );
    const batch: Change = { type: 'batch', changes };
    if (costOf(layout, batch) <= costLimit) return batch;
  }
}

/** Removes some people, edits all others and adds as many again. */
export const heavyTake = (
  kept: number,
  out: readonly Shift[],
  added: readonly Shift[],
  startTime: string,
): Change => ({
  type: 'schedule.take',
  remove: out.map(({ id }) => id),
  edit: list(kept, (index) => ({ shift: `p${index}`, startTime, told: null })),
  add: added,
  remember: list(2_000, (index) => `deleted-${startTime.charAt(0)}-${index}`),
  forget: list(2_000, (index) => `deleted-${startTime.charAt(0) === '8' ? '7' : '8'}-${index}`),
});
