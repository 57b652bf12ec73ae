import { addDays, type IsoDate, isIsoDate, showDate, weekday } from '../../../domain/time/date.ts';

export interface NamedDay {
  readonly date: IsoDate;
  readonly label: string;
}

/** A week from yesterday on, which the palette finds by name. */
export function nearDays(today: IsoDate): readonly NamedDay[] {
  return [0, 1, -1, 2, 3, 4, 5, 6].map((days) => named(addDays(today, days), today));
}

/**
 * The days that a typed date means: '11/28', '11/28/26', '28.11.', '2026-11-28', 'Nov 28'. Without a year it is the next
 * one; a date that was less than two months ago is that one.
 */
export function typedDays(typed: string, today: IsoDate): readonly NamedDay[] {
  const date = typedDate(typed.trim().toLowerCase(), today);
  return date === null ? [] : [named(date, today)];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function typedDate(text: string, today: IsoDate): IsoDate | null {
  if (isIsoDate(text)) return text;
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text);
  if (slashed) return dateOf(slashed[1], slashed[2], slashed[3], today);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})?$/.exec(text);
  if (dotted) return dateOf(dotted[2], dotted[1], dotted[3], today);
  const worded = /^([a-z]{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/.exec(text);
  const month = worded ? months.indexOf((worded[1] ?? '').slice(0, 3)) + 1 : 0;
  return worded && month > 0 ? dateOf(String(month), worded[2], worded[3], today) : null;
}

function dateOf(
  month: string | undefined,
  day: string | undefined,
  year: string | undefined,
  today: IsoDate,
): IsoDate | null {
  const inYear = (given: string) => {
    const date = `${given}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    return isIsoDate(date) ? date : null;
  };
  if (year !== undefined) return inYear(year.length === 2 ? `20${year}` : year);
  const thisYear = Number(today.slice(0, 4));
  const candidates = [thisYear - 1, thisYear, thisYear + 1, thisYear + 2].map((each) => inYear(String(each)));
  const earliest = addDays(today, -60);
  return candidates.find((date) => date !== null && date >= earliest) ?? null;
}

const nearNames = new Map([
  [-1, 'Yesterday'],
  [0, 'Today'],
  [1, 'Tomorrow'],
]);

function named(date: IsoDate, today: IsoDate): NamedDay {
  const near = [...nearNames].find(([days]) => addDays(today, days) === date)?.[1];
  const label = `${weekday(date)} ${showDate(date)}`;
  return { date, label: near ? `${near}, ${label}` : label };
}
