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
export function linesOfBareTimes(rows: readonly Cells[]): readonly Cells[] | null {
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
  const [names = [], jobs = names] = texts;
  const isJob = names.filter(isStation).length * 2 > names.length;
  if (texts.length > 2 || isJob || new Set(names).size < new Set(jobs).size) return null;
  return rows.map((cells) =>
    isBlank(cells)
      ? cells
      : [[`${cells[start]} - ${cells[start + 1]}`, ...others(cells).filter(Boolean)].join(' | ')],
  );
}
