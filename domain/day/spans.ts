import type { Span } from '../time/clock-time.ts';

/** The part of a span inside a window; null when they have none in common. */
export function clip(span: Span, window: Span): Span | null {
  const [start, end] = [Math.max(span.start, window.start), Math.min(span.end, window.end)];
  return start < end ? { start, end } : null;
}

/** The same minutes in order, spans that overlap or touch as one. */
export function union(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = merged[merged.length - 1];
    if (last && span.start <= last.end) {
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else merged.push(span);
  }
  return merged;
}

export const contains = (span: Span, minute: number): boolean => span.start <= minute && minute < span.end;
