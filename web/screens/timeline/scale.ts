import type { CSSProperties } from 'react';
import { clip } from '../../../domain/day/coverage.ts';
import type { Span } from '../../../domain/time/clock-time.ts';

const percent = (minutes: number, range: Span): string =>
  `${((minutes / (range.end - range.start)) * 100).toFixed(4)}%`;

export const leftOf = (minute: number, range: Span): CSSProperties => ({
  left: percent(minute - range.start, range),
});

/** Where minutes are in a track; nothing for those outside. */
export function place(span: Span, range: Span): CSSProperties {
  const shown = clip(span, range);
  if (!shown) return { display: 'none' };
  return { ...leftOf(shown.start, range), width: percent(shown.end - shown.start, range) };
}

/** Words of a long part stay in sight when its beginning isn't; each that can costs a layer. */
export const wordsLook = ({ start, end }: Span): string =>
  end - start >= leastToStay ? 'timeline__words timeline__words--stay' : 'timeline__words';

/** In minutes. */
const leastToStay = 120;
