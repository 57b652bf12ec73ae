import { type Span, spanOf } from '../time/clock-time.ts';
import { certainSpan } from './certain-span.ts';
import type { CoveredDay, Moment } from './coverage.ts';
import { forgottenAt } from './on-break.ts';

/** When coverage changes by the clock alone, each list in order and without repeats. */
export interface ChangeTimes {
  /** Minutes at which somebody comes or leaves, or a rotation begins or ends. */
  readonly minutes: readonly number[];
  /** Instants at which a forgotten break no longer counts. */
  readonly instants: readonly number[];
}

export function changeTimes({ shifts, rotations, dayStart, breakTimerMinutes }: CoveredDay): ChangeTimes {
  const spans: (Span | null)[] = [
    ...rotations.map((rotation) => spanOf(rotation, dayStart)),
    ...shifts.map((shift) => certainSpan(shift, dayStart)),
    // who said no time is gone at their end
    ...shifts.map((shift) => (shift.late ? spanOf(shift, dayStart) : null)),
  ];
  return {
    minutes: inOrder(spans.flatMap((span) => (span ? [span.start, span.end] : []))),
    instants: inOrder(
      shifts.flatMap(({ breaks }) => breaks.flatMap((slot) => forgottenAt(slot, breakTimerMinutes) ?? [])),
    ),
  };
}

const inOrder = (times: readonly number[]): readonly number[] =>
  [...new Set(times)].sort((one, other) => one - other);

/** How many of the changes are in the past. While this number stays, coverage stays as it is. */
export const stepAt = ({ minutes, instants }: ChangeTimes, { minute, now }: Moment): number =>
  passed(minutes, minute) + passed(instants, now);

function passed(times: readonly number[], until: number): number {
  let count = 0;
  for (const time of times) {
    if (time > until) break;
    count++;
  }
  return count;
}

/** The next minute at which somebody comes or leaves, or a rotation begins or ends; null when nothing follows. */
export const nextMinute = ({ minutes }: ChangeTimes, minute: number): number | null =>
  minutes.find((each) => each > minute) ?? null;
