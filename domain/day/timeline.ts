import { inTime, positionsByShift, type Rotation } from '../plan/rotation.ts';
import { type ClockTime, clip, contains, type Span, spanOf } from '../time/clock-time.ts';
import { minutesInto } from '../time/date.ts';
import { rotationsAsWorked } from './attendance.ts';
import { type BreakSlot, breakDisplay } from './break.ts';
import type { CoveredDay } from './coverage.ts';
import { dueMinute } from './due-breaks.ts';
import { coveredFrom, dutiesIn } from './headcount.ts';
import type { Layout } from './layout.ts';
import { type Shift, slotMinutes } from './shift.ts';
import { breaksAt, outMinute, presentSpan } from './who-is-there.ts';

/** A position that somebody has for a while; in rotations that follow each other it may be the same. */
export interface Stint extends Span {
  readonly rotations: readonly string[];
  readonly subarea: string;
  readonly position: string;
  /** What is covered from it, and nobody sits on. */
  readonly covers: readonly string[];
}

/** A shift as a bar. */
export interface TimelineRow {
  readonly shift: Shift;
  /** As scheduled. */
  readonly span: Span;
  readonly stints: readonly Stint[];
  /** The minutes before a late person is expected; all of the shift when they said no time. */
  readonly late: Span | null;
  /** The rest of the shift of a person who is out. */
  readonly out: Span | null;
}

/** The day's shifts in their order, with the position that each has in every rotation. */
export function timelineRows({
  shifts,
  rotations,
  dayStart,
}: Omit<CoveredDay, 'breakTimerMinutes'>): readonly TimelineRow[] {
  const inOrder = inTime(rotationsAsWorked({ shifts, rotations }), dayStart);
  const seats = inOrder.map(positionsByShift);
  const duties = inOrder.map((rotation) => dutiesIn({ shifts, dayStart }, rotation));
  return shifts.map((shift) => {
    const span = spanOf(shift, dayStart);
    const stints: Stint[] = [];
    inOrder.forEach((rotation, index) => {
      const place = seats[index]?.get(shift.id);
      const worked = place && clip(span, spanOf(rotation, dayStart));
      if (!place || !worked) return;
      const [subarea, position] = [place.subarea.name, place.position.name];
      const covered = coveredFrom(rotation, duties[index] ?? new Map(), place.position.id);
      const covers = covered.map(({ name }) => name);
      addStint(stints, { ...worked, subarea, position, covers, rotations: [rotation.name] });
    });
    const from = outMinute(shift, dayStart);
    return {
      shift,
      span,
      stints,
      late: lateSpan(shift, span, dayStart),
      out: from === null ? null : clip(span, { start: from, end: span.end }),
    };
  });
}

/** 'Register 1 + Drinks', with what is covered from it. */
export const placeName = ({ position, covers }: Pick<Stint, 'position' | 'covers'>): string =>
  [position, ...covers].join(' + ');

function addStint(stints: Stint[], next: Stint): void {
  const last = stints[stints.length - 1];
  const goesOn =
    last?.end === next.start && last.subarea === next.subarea && placeName(last) === placeName(next);
  if (!last || !goesOn) stints.push(next);
  else
    stints[stints.length - 1] = { ...last, end: next.end, rotations: [...last.rotations, ...next.rotations] };
}

function lateSpan(shift: Shift, span: Span, dayStart: ClockTime): Span | null {
  if (!shift.late) return null;
  if (shift.late.expected === null) return span;
  const arrival = presentSpan({ ...shift, out: undefined }, dayStart)?.start ?? span.end;
  return clip(span, { start: span.start, end: arrival });
}

/** A break on the day's minutes. */
export interface BreakMark extends Span {
  readonly state: 'due' | 'running' | 'over' | 'taken';
  /** Which of the shift's breaks, from 0. */
  readonly index: number;
}

export type BreakDay = Pick<Layout, 'date' | 'dayStart' | 'breakMinMinutes' | 'breakTimerMinutes'>;

/**
 * The breaks of a shift that were started, or are due while the person is there. One that nobody ended goes on until now,
 * but not beyond the time that the person is there.
 */
export function breakMarks(
  shift: Shift,
  day: BreakDay,
  { now, timeZone }: { now: number; timeZone: string },
): readonly BreakMark[] {
  const minuteAt = (at: number) => minutesInto(day.date, at, timeZone);
  const present = presentSpan(shift, day.dayStart);
  return breaksAt(shift, day, { now, timeZone }).flatMap((slot, index): readonly BreakMark[] => {
    const timer = slotMinutes(shift, index, day);
    if (slot === null) {
      const due = dueMinute(shift, index, day);
      const isThere = due !== null && present !== null && contains(present, due);
      return isThere ? [{ index, state: 'due', start: due, end: Math.min(due + timer, present.end) }] : [];
    }
    const { state } = breakDisplay(slot, timer, now);
    const start = minuteAt(slot.startedAt);
    const ended = state === 'over' ? now : endOf(slot, timer);
    // where clocks went back, a break ends at an earlier time than it began
    const until = Math.max(minuteAt(ended), start + Math.floor((ended - slot.startedAt) / 60_000));
    const gone = slot.endedAt === null ? (present?.end ?? start) : until;
    const end = Math.max(start, Math.min(until, gone));
    return [{ index, start, end, state: state === 'done' ? 'taken' : state === 'running' ? state : 'over' }];
  });
}

const endOf = (slot: NonNullable<BreakSlot>, timer: number): number =>
  slot.endedAt ?? slot.startedAt + timer * 60_000;

/** The whole hours that hold all shifts and rotations; null on an empty day. */
export function timelineRange({
  shifts,
  rotations,
  dayStart,
}: Omit<CoveredDay, 'breakTimerMinutes'>): Span | null {
  const spans = [...shifts, ...rotations].map((each) => spanOf(each, dayStart));
  if (spans.length === 0) return null;
  const [start, end] = spans.reduce(
    ([first, last], span) => [Math.min(first, span.start), Math.max(last, span.end)],
    [Number.POSITIVE_INFINITY, 0],
  );
  return { start: Math.floor(start / 60) * 60, end: Math.ceil(end / 60) * 60 };
}

/** Rotations in rows, so that those that are on at the same time don't cover each other. */
export function rotationLanes({ rotations, dayStart }: Pick<Layout, 'rotations' | 'dayStart'>) {
  const lanes: { rotation: Rotation; span: Span }[][] = [];
  for (const rotation of inTime(rotations, dayStart)) {
    const each = { rotation, span: spanOf(rotation, dayStart) };
    const lane = lanes.find((row) => (row[row.length - 1]?.span.end ?? 0) <= each.span.start);
    if (lane) lane.push(each);
    else lanes.push([each]);
  }
  return lanes;
}
