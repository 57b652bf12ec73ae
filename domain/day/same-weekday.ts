import { addDays, type IsoDate, weekday } from '../time/date.ts';
import { layoutLike } from './layout.ts';

export const weeksBack = 8;

interface Row {
  readonly date: IsoDate;
  readonly area: string;
  readonly template: string;
}

export const weekdayRange = (date: IsoDate): { from: IsoDate; to: IsoDate } => ({
  from: addDays(date, -7 * weeksBack),
  to: addDays(date, -7),
});

/** The day to copy for a date: the last same weekday with a layout, else the last day before it that has one. */
export function dayToCopy(rows: readonly Pick<Row, 'date'>[], date: IsoDate): IsoDate | undefined {
  const before = rows.flatMap((row) => (row.date < date ? row.date : [])).sort();
  return before.filter((each) => weekday(each) === weekday(date)).pop() ?? before.pop();
}

/** The last layout of the area on the same weekday before a layout's date; of several, one of the same template. */
export function lastSameWeekday<Each extends Row>(rows: readonly Each[], like: Row): Each | undefined {
  const before = rows.filter(
    ({ date, area }) => area === like.area && date < like.date && weekday(date) === weekday(like.date),
  );
  const [last] = before
    .map(({ date }) => date)
    .sort()
    .reverse();
  return layoutLike(
    before.filter(({ date }) => date === last),
    like,
  );
}
