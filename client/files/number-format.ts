import { fromMinutes, minutesOfDay } from '../../domain/time/clock-time.ts';
import { addDays } from '../../domain/time/date.ts';

/** Whether a cell's format shows a number as a date, a time, both, or neither. */
export interface NumberFormat {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
}

const date: NumberFormat = { hasDate: true, hasTime: false };
const time: NumberFormat = { hasDate: false, hasTime: true };
const plain: NumberFormat = { hasDate: false, hasTime: false };

/** Excel's built-in formats, which files refer to by number. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return date;
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return time;
  return id === 22 ? { hasDate: true, hasTime: true } : plain;
}

/** 'm/d/yyyy h:mm AM/PM' has both; 'm' is a month, but a minute next to hours. */
export function parseNumberFormat(code: string): NumberFormat {
  const [first = ''] = code.slice(0, 200).split(';');
  const signs = first
    .replace(/"[^"]*"?|\\.|_./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '')
    .toLowerCase();
  if (signs === 'general' || /[#?]/.test(signs)) return plain;
  const hasTime = /[hs]|am\/pm|a\/p|\[m/.test(signs);
  const hasDate = /[yd]/.test(signs) || (!hasTime && /m/.test(signs));
  return { hasDate, hasTime };
}

/** The number as a person would write the date or time. */
export function formatNumber(text: string, { hasDate, hasTime }: NumberFormat, isFrom1904: boolean): string {
  const value = Number(text);
  if ((!hasDate && !hasTime) || !Number.isFinite(value) || value < 0 || value > 2_958_466) return text;
  // Rounding removes seconds, which come from inexact fractions.
  const minutes = Math.round(value * minutesOfDay);
  const days = Math.floor(minutes / minutesOfDay);
  const clock = fromMinutes(minutes % minutesOfDay);
  // Numbers below 2 are times without a date, possibly past midnight.
  if (days < 2) return hasTime ? clock : '';
  const day = addDays(isFrom1904 ? '1904-01-01' : '1899-12-30', days);
  return hasTime ? `${day} ${clock}` : day;
}
