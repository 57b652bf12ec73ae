import type { Span } from '../time/clock-time.ts';
import type { CurvePoint } from './curve.ts';

/** Minutes with fewer people at work than positions. */
export interface Shortage extends Span {
  /** How many are missing at the worst minute. */
  readonly by: number;
}

export const missing = ({ present, positions }: CurvePoint): number => Math.max(0, positions - present);

/** Stretches in which people are missing all the time. */
export function shortages(curve: readonly CurvePoint[]): readonly Shortage[] {
  const found: Shortage[] = [];
  curve.forEach((point, index) => {
    const by = missing(point);
    const end = curve[index + 1]?.minute ?? point.minute;
    if (by === 0 || end === point.minute) return;
    const last = found[found.length - 1];
    if (last?.end === point.minute) found[found.length - 1] = { ...last, end, by: Math.max(last.by, by) };
    else found.push({ start: point.minute, end, by });
  });
  return found;
}
