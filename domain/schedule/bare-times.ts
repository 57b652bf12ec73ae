import { type Cells, isBlank } from './entry.ts';
import { isStation } from './not-shifts.ts';
import { isDayTitle } from './printed-day.ts';
import { parsePrintedEnd, parsePrintedTime } from './printed-time.ts';

/** How many rows are looked at. */
const lookedRows = 60;

/** A number alone can be an id or a count of hours. */
const isTime = (cell = ''): boolean =>
  /:|[ap]\.?m?\.?$/i.test(cell.trim()) && parsePrintedTime(cell) !== null;
const isEnd = (cell = ''): boolean => isTime(cell) || parsePrintedEnd(cell) === 'close';

/**
 * Rows of cells without titles, such as start, end, name and job, as lines: '9:00 AM - 5:00 PM | Maria | Grill'. Null
 * unless all rows have two times beside each other in the same place, and the names can be told from the jobs.
 */
export function linesOfBareTimes(
  rows: readonly Cells[],
  isPlace: (text: string) => boolean,
): readonly Cells[] | null {
  const filled = rows.filter((cells) => !isBlank(cells)).slice(0, lookedRows);
  const [first = []] = filled;
  const start = first.findIndex((cell, index) => isTime(cell) && isEnd(first[index + 1]));
  if (start < 0) return null;
  const others = (cells: Cells) =>
    cells.flatMap((cell, index) => (index === start || index === start + 1 ? [] : [cell.trim()]));
  const isAlike = filled.every(
    (cells) => isTime(cells[start]) && isEnd(cells[start + 1]) && !others(cells).some(isTime),
  );
  if (!isAlike) return null;
  const width = Math.max(...filled.map((cells) => others(cells).length));
  const texts = Array.from({ length: width }, (_, at) =>
    filled.map((cells) => others(cells)[at] ?? ''),
  ).filter((column) => column.some((text) => /\p{L}/u.test(text) && !isDayTitle(text)));
  const areJobs = (column: readonly string[]) =>
    column.filter((text) => isStation(text) || isPlace(text)).length * 2 > column.length;
  const [one = [], other] = texts;
  // two columns without jobs may be first and last names
  if (texts.length > 2 || (other ? areJobs(one) === areJobs(other) : areJobs(one))) return null;
  const isTurned = other !== undefined && areJobs(one);
  const said = (cells: Cells) => {
    const filled = others(cells).filter(Boolean);
    return isTurned ? filled.reverse() : filled;
  };
  return rows.map((cells) =>
    isBlank(cells) ? cells : [[`${cells[start]} - ${cells[start + 1]}`, ...said(cells)].join(' | ')],
  );
}
