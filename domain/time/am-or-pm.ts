import {
  type ClockTime,
  fromMinutes,
  lengthOf,
  minutesOfDay,
  type Span,
  spanOf,
  type TimeRange,
  toMinutes,
} from './clock-time.ts';
import { isTwentyFourHour, readingsOf } from './typed-times.ts';

/**
 * Start and end as a person types them, or as a file has them. '9:00' may be morning or evening: the other time and the
 * day decide, and where they don't, the person does.
 */
export interface TypedRange {
  readonly start: string;
  readonly end: string;
}

/** The day that a range belongs to. Without rotations, all of the business day counts. */
export interface DayOfTimes {
  readonly dayStart: ClockTime;
  readonly rotations: readonly TimeRange[];
}

/** In minutes, both included. */
export interface Lengths {
  readonly least: number;
  readonly most: number;
}

export const shiftLengths: Lengths = { least: 120, most: 720 };
export const rotationLengths: Lengths = { least: 30, most: 720 };

export type RangeReading =
  /** The range is unambiguous. */
  | { readonly kind: 'read'; readonly range: TimeRange }
  /**
   * A person decides: `choices` is what they can have meant, the likeliest first. `typed` is what the text says where it
   * leaves no doubt about AM and PM but lasts suspiciously long: it can be kept. Null where the text doesn't say.
   */
  | { readonly kind: 'ask'; readonly choices: readonly TimeRange[]; readonly typed: TimeRange | null }
  /** One of the two is no time at all. */
  | { readonly kind: 'unreadable'; readonly field: 'startTime' | 'endTime' };

/**
 * What a typed range means. AM and PM that were typed are never changed. Among what the rest can mean, the only reading
 * that has a usual length and lies within the day is used. Otherwise a person is asked.
 */
export function parseRange(
  typed: TypedRange,
  day: DayOfTimes,
  lengths: Lengths = shiftLengths,
  isTeamOnTwentyFourHours = false,
): RangeReading {
  const isOnTwentyFourHours =
    isTeamOnTwentyFourHours || isTwentyFourHour(typed.start) || isTwentyFourHour(typed.end);
  const starts = readingsOf(typed.start, isOnTwentyFourHours);
  const ends = readingsOf(typed.end, isOnTwentyFourHours);
  if (starts.length === 0) return { kind: 'unreadable', field: 'startTime' };
  if (ends.length === 0) return { kind: 'unreadable', field: 'endTime' };
  const readings = pairs(starts, ends);
  const [only] = readings;
  if (only && readings.length === 1) {
    if (lengthOf(only) <= lengths.most) return { kind: 'read', range: only };
    const others = pairs(bothHalves(only.startTime), bothHalves(only.endTime));
    return { kind: 'ask', choices: likeliest(others, day, lengths, []), typed: only };
  }
  const choices = likeliest(readings, day, lengths, readings);
  const [best] = choices;
  if (best && choices.length === 1 && isUsual(best, lengths) && isWithin(best, day)) {
    return { kind: 'read', range: best };
  }
  return { kind: 'ask', choices, typed: null };
}

const pairs = (starts: readonly ClockTime[], ends: readonly ClockTime[]): readonly TimeRange[] =>
  starts.flatMap((startTime) => ends.map((endTime) => ({ startTime, endTime })));

const bothHalves = (time: ClockTime): readonly ClockTime[] =>
  [toMinutes(time), toMinutes(time) + minutesOfDay / 2].map(fromMinutes);

/** Ranges of a usual length within the day; else those of a usual length; else all. */
function likeliest(
  readings: readonly TimeRange[],
  day: DayOfTimes,
  lengths: Lengths,
  otherwise: readonly TimeRange[],
): readonly TimeRange[] {
  const usual = readings.filter((range) => isUsual(range, lengths));
  const within = usual.filter((range) => isWithin(range, day));
  const found = within.length > 0 ? within : usual.length > 0 ? usual : otherwise;
  return [...found].sort(
    (one, other) =>
      lengthOf(one) - lengthOf(other) || spanOf(one, day.dayStart).start - spanOf(other, day.dayStart).start,
  );
}

function isUsual(range: TimeRange, { least, most }: Lengths): boolean {
  const length = lengthOf(range);
  return length >= least && length <= most;
}

/** From the start of the first rotation to the end of the last one. */
function isWithin(range: TimeRange, { dayStart, rotations }: DayOfTimes): boolean {
  const { start, end } = spanOf(range, dayStart);
  const open = openHours(dayStart, rotations);
  return start >= open.start && end <= open.end;
}

function openHours(dayStart: ClockTime, rotations: readonly TimeRange[]): Span {
  const spans = rotations.map((rotation) => spanOf(rotation, dayStart));
  if (spans.length === 0) return { start: toMinutes(dayStart), end: toMinutes(dayStart) + minutesOfDay };
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}
