import { positionsOf } from '../plan/rotation.ts';
import { type Span, spanOf, union } from '../time/clock-time.ts';
import { rotationsAsWorked } from './attendance.ts';
import { type CoveredDay, coveredSpans } from './coverage.ts';
import { dutiesIn, isWanted } from './headcount.ts';
import type { Shift } from './shift.ts';
import { certainSpan } from './who-is-there.ts';

/** What holds from a minute until the next point. People on break count as present. */
export interface CurvePoint {
  readonly minute: number;
  /** People at work. */
  readonly present: number;
  /** Those of them with a seat in a rotation that is going on. */
  readonly seated: number;
  /** Positions of the rotations that are going on: those that their charts want, or where somebody is. */
  readonly positions: number;
  /** Those of them where at least one person is present. */
  readonly covered: number;
}

const none = { present: 0, seated: 0, positions: 0, covered: 0 };

/** People and positions over the day: a point for each minute at which a number changes, the last with nothing left. */
export function coverageCurve(day: Omit<CoveredDay, 'breakTimerMinutes'>): readonly CurvePoint[] {
  const { dayStart } = day;
  const changes = new Map<number, typeof none>();
  const count = (amount: keyof typeof none, { start, end }: Span, by = 1) => {
    for (const [minute, more] of [[start, by] as const, [end, -by] as const]) {
      const at = changes.get(minute) ?? none;
      changes.set(minute, { ...at, [amount]: at[amount] + more });
    }
  };
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const seats = new Map<Shift, Span[]>();
  for (const shift of day.shifts) {
    const span = certainSpan(shift, dayStart);
    if (span) count('present', span);
  }
  for (const rotation of rotationsAsWorked(day)) {
    const window = spanOf(rotation, dayStart);
    const positions = positionsOf(rotation);
    const duties = dutiesIn(day, rotation);
    count('positions', window, positions.filter(({ id }) => isWanted(duties, id)).length);
    for (const position of positions) {
      const seated = position.seats.flatMap((id) => shifts.get(id) ?? []);
      for (const span of coveredSpans(seated, window, dayStart)) {
        count('covered', span);
        if (!isWanted(duties, position.id)) count('positions', span);
      }
      for (const shift of seated) {
        seats.set(shift, [...(seats.get(shift) ?? []), ...coveredSpans([shift], window, dayStart)]);
      }
    }
  }
  // a person with seats in two rotations at once is one person
  for (const worked of seats.values()) for (const span of union(worked)) count('seated', span);
  let at = none;
  return [...changes]
    .filter(([, by]) => Object.values(by).some((amount) => amount !== 0))
    .sort(([one], [other]) => one - other)
    .map(([minute, by]) => {
      at = {
        present: at.present + by.present,
        seated: at.seated + by.seated,
        positions: at.positions + by.positions,
        covered: at.covered + by.covered,
      };
      return { minute, ...at };
    });
}

/** Minutes with fewer people at work than positions. */
interface Shortage extends Span {
  /** How many are missing in each of them. */
  readonly by: number;
}

export const missingPeople = ({ present, positions }: CurvePoint): number => Math.max(0, positions - present);

/** Stretches in which as many people are missing all the time: a number for the worst minute would be wrong in all others. */
export function shortages(curve: readonly CurvePoint[]): readonly Shortage[] {
  const found: Shortage[] = [];
  curve.forEach((point, index) => {
    const by = missingPeople(point);
    const end = curve[index + 1]?.minute ?? point.minute;
    if (by === 0 || end === point.minute) return;
    const last = found[found.length - 1];
    if (last?.end === point.minute && last.by === by) found[found.length - 1] = { ...last, end };
    else found.push({ start: point.minute, end, by });
  });
  return found;
}
