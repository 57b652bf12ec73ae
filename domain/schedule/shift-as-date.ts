import type { Problem } from '../problem/problem.ts';
import type { DateOrder, DayTerms } from '../time/written-days.ts';
import { parseWrittenRanges, plainText, type WrittenRanges } from '../time/written-times.ts';
import type { FileContext } from './schedule-entry.ts';

const months = [
  ['jan', 'ene', 'janv', 'jän'],
  ['feb', 'fev', 'févr', 'fév'],
  ['mar', 'mars', 'mär', 'mrz', 'märz'],
  ['apr', 'abr', 'avr'],
  ['may', 'mai', 'mayo'],
  ['jun', 'juin', 'juni'],
  ['jul', 'juil', 'juli'],
  ['aug', 'ago', 'août'],
  ['sep', 'set', 'sept'],
  ['oct', 'okt', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic', 'déc'],
];

const monthOf = (name: string): number => months.findIndex((names) => names.includes(name)) + 1;

const dayThenName = /^(\d{1,2})\.?[-. /]+(\p{L}{3,5})\.?$/u;
const nameThenDay = /^(\p{L}{3,5})\.?[- /]+(\d{1,2})$/u;
const iso = /^\d{4}-(\d\d)-(\d\d)(?: 00:00(?::00)?| 12:00 am)?$/;
const numbers = /^(\d{1,2})([./])(\d{1,2})\2\d{2,4}$/;

interface TurnedDate {
  readonly month: number;
  readonly day: number;
}

/** The date that a spreadsheet made of a shift such as '9-5': '5-Sep', 'Sep-05', '9/5/2026'. Null if it is none. */
export function shiftAsDate(written: string, order: DateOrder = 'month-first'): TurnedDate | null {
  const text = plainText(written.slice(0, 30));
  const named = dayThenName.exec(text);
  if (named) return dateOf(monthOf(named[2] ?? ''), Number(named[1]));
  const turned = nameThenDay.exec(text);
  if (turned) return dateOf(monthOf(turned[1] ?? ''), Number(turned[2]));
  const whole = iso.exec(text);
  if (whole) return dateOf(Number(whole[1]), Number(whole[2]));
  const [, first, , second] = numbers.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  return order === 'month-first'
    ? dateOf(Number(first), Number(second))
    : dateOf(Number(second), Number(first));
}

/** A shift has no hour above 24. */
const dateOf = (month: number, day: number): TurnedDate | null =>
  month >= 1 && month <= 12 && day >= 1 && day <= 24 ? { month, day } : null;

/** Whether a cell has a shift, if only as a date. */
export const isShift = (text: string): boolean =>
  parseWrittenRanges(text) !== null || shiftAsDate(text) !== null;

/** The shift that was typed, once a person has said in which order the spreadsheet reads dates. */
export function rangesOfDate(
  text: string,
  { order }: DayTerms,
  { shiftDates }: FileContext,
): WrittenRanges | null {
  const date = shiftDates && shiftAsDate(text, order);
  return date ? parseWrittenRanges(typedShift(date, shiftDates)) : null;
}

export const aboutDate = (text: string): Problem => ({
  code: 'shift-was-date',
  details: { text: text.slice(0, 40) },
});

/** '9-5', as it was typed. */
export const typedShift = ({ month, day }: TurnedDate, order: DateOrder): string =>
  order === 'month-first' ? `${month}-${day}` : `${day}-${month}`;
