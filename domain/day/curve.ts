import { positionsOf } from '../plan/rotation.ts';
import { type Span, spanOf } from '../time/clock-time.ts';
import { rotationsAsWorked } from './attendance.ts';
import { type CoveredDay, certainSpan, clip, coveredSpans, union } from './coverage.ts';

/** What holds from a minute until the next point. People on break count as present. */
export interface CurvePoint {
  readonly minute: number;
  /** People at work. */
  readonly present: number;
  /** Those of them with a seat in a rotation that is going on. */
  readonly seated: number;
  /** Positions of the rotations that are going on. */
  readonly positions: number;
  /** Those of them where at least one person is present. */
  readonly covered: number;
}

type Amount = Exclude<keyof CurvePoint, 'minute'>;
const none: Readonly<Record<Amount, number>> = { present: 0, seated: 0, positions: 0, covered: 0 };

/** People and positions over the day: a point for each minute at which a number changes, the last with nothing left. */
export function coverageCurve(day: Omit<CoveredDay, 'breakTimerMinutes'>): readonly CurvePoint[] {
  const changes = new Map<number, Record<Amount, number>>();
  const add = (minute: number, amount: Amount, by: number) => {
    const at = changes.get(minute) ?? { ...none };
    at[amount] += by;
    changes.set(minute, at);
  };
  const count = (amount: Amount, span: Span, by = 1) => {
    add(span.start, amount, by);
    add(span.end, amount, -by);
  };
  const { dayStart } = day;
  const spans = new Map(day.shifts.map((shift) => [shift.id, certainSpan(shift, dayStart)]));
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const seats = new Map<string, Span[]>();
  for (const span of spans.values()) if (span) count('present', span);
  for (const rotation of rotationsAsWorked(day)) {
    const window = spanOf(rotation, dayStart);
    const positions = positionsOf(rotation);
    count('positions', window, positions.length);
    for (const position of positions) {
      const seated = position.seats.flatMap((id) => shifts.get(id) ?? []);
      for (const span of coveredSpans(seated, window, dayStart)) count('covered', span);
      for (const { id } of seated) {
        const span = spans.get(id);
        const worked = span && clip(span, window);
        if (worked) seats.set(id, [...(seats.get(id) ?? []), worked]);
      }
    }
  }
  // a person with seats in two rotations at once is one person
  for (const worked of seats.values()) for (const span of union(worked)) count('seated', span);
  return summed(changes);
}

function summed(changes: ReadonlyMap<number, Readonly<Record<Amount, number>>>): readonly CurvePoint[] {
  const points: CurvePoint[] = [];
  let at = none;
  for (const [minute, by] of [...changes].sort(([one], [other]) => one - other)) {
    const { present, seated, positions, covered } = by;
    if (present === 0 && seated === 0 && positions === 0 && covered === 0) continue;
    at = {
      present: at.present + present,
      seated: at.seated + seated,
      positions: at.positions + positions,
      covered: at.covered + covered,
    };
    points.push({ minute, ...at });
  }
  return points;
}

/** What holds at a minute; nothing outside the curve. */
export function pointAt(curve: readonly CurvePoint[], minute: number): CurvePoint {
  let last: CurvePoint = { minute, ...none };
  for (const point of curve) {
    if (point.minute > minute) break;
    last = point;
  }
  return last;
}

/** Minutes with fewer people at work than positions. */
interface Shortage extends Span {
  /** How many are missing in each of them. */
  readonly by: number;
}

export const missing = ({ present, positions }: CurvePoint): number => Math.max(0, positions - present);

/** Stretches in which as many people are missing all the time: a number for the worst minute would be wrong in all others. */
export function shortages(curve: readonly CurvePoint[]): readonly Shortage[] {
  const found: Shortage[] = [];
  curve.forEach((point, index) => {
    const by = missing(point);
    const end = curve[index + 1]?.minute ?? point.minute;
    if (by === 0 || end === point.minute) return;
    const last = found[found.length - 1];
    if (last?.end === point.minute && last.by === by) found[found.length - 1] = { ...last, end };
    else found.push({ start: point.minute, end, by });
  });
  return found;
}
