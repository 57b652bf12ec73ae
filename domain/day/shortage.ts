import type { Span } from '../time/clock-time.ts';
import type { CurvePoint } from './curve.ts';

/** Minutes with fewer people at work than positions. */
export interface Shortage extends Span {
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
