import { splitColumns } from '../../../ui/table/split-columns.ts';

/** Lines of a subarea that share a card: `from` up to, but not including, `to`. */
export interface CardSlice {
  readonly subarea: number;
  readonly from: number;
  readonly to: number;
}

/** A page is a list of columns. */
export type Page = readonly (readonly CardSlice[])[];

/** In pixels of a 1920 x 1080 television. */
export interface BoardSize {
  readonly width: number;
  readonly height: number;
}

interface Sizes {
  readonly row: number;
  readonly gap: number;
}

const roomy: Sizes = { row: 88, gap: 16 };
const tight: Sizes = { row: 78, gap: 12 };
/** Height of a card's header, with its border; keep in sync with television.css. */
const header = 52;
const narrowestColumn = 320;
const columnGap = 16;
/** Height of the pager below the cards, if there are several pages. */
export const pagerHeight = 60;

/**
 * Arranges subareas on a screen that can't scroll: whole subareas in columns if they fit, otherwise subareas that
 * continue in the next column, otherwise several pages. Depends only on how many lines there are, one for
 * each person and each open position, so that everything keeps its place whoever is assigned.
 */
export function televisionPages(counts: readonly number[], size: BoardSize): readonly Page[] {
  const most = Math.max(1, Math.floor((size.width + columnGap) / (narrowestColumn + columnGap)));
  for (let columns = Math.min(2, most); columns <= most; columns++) {
    for (const sizes of [roomy, tight]) {
      const page = wholeSubareas(counts, columns, sizes);
      if (page.every((column) => heightOf(column, sizes) <= size.height)) return [page];
    }
  }
  const one = flow(counts, size.height, tight);
  return one.length <= most
    ? [evenly(counts, size.height, most)]
    : inPages(evenly(counts, size.height - pagerHeight, most), most);
}

const rowsOf = (count: number): number => Math.max(1, count);

function wholeSubareas(counts: readonly number[], columns: number, { row, gap }: Sizes): Page {
  let next = 0;
  return splitColumns(
    counts.map((count) => header + rowsOf(count) * row + gap),
    columns,
  ).map((length) =>
    Array.from({ length }, () => {
      const subarea = next++;
      return { subarea, from: 0, to: rowsOf(counts[subarea] ?? 0) };
    }),
  );
}

const heightOf = (column: readonly CardSlice[], { row, gap }: Sizes): number =>
  column.reduce((height, { from, to }) => height + header + (to - from) * row, gap * (column.length - 1));

/** Fills one column after another, each up to `height`. */
function flow(counts: readonly number[], height: number, { row, gap }: Sizes): CardSlice[][] {
  const columns: CardSlice[][] = [];
  let left = 0;
  counts.forEach((count, subarea) => {
    const rows = rowsOf(count);
    let from = 0;
    while (from < rows) {
      const remaining = rows - from;
      const fitting = Math.floor((left - gap - header) / row);
      const column = columns[columns.length - 1];
      if (!column || fitting < Math.min(2, remaining)) {
        columns.push([]);
        // no gap before the first card; every column holds something, however short the screen is
        left = Math.max(height + gap, gap + header + 2 * row);
        continue;
      }
      const take = Math.min(fitting, remaining);
      // avoid a single row alone in the next column
      const to = from + (remaining - take === 1 && take > 2 ? take - 1 : take);
      column.push({ subarea, from, to });
      left -= gap + header + (to - from) * row;
      from = to;
    }
  });
  return columns;
}

/** Like `flow`, with as few pages, but with columns of about the same height. */
function evenly(counts: readonly number[], height: number, perPage: number): CardSlice[][] {
  const fullest = flow(counts, height, tight);
  const most = Math.ceil(fullest.length / perPage) * perPage;
  for (let lower = header + tight.row; lower < height; lower += tight.row / 2) {
    const columns = flow(counts, lower, tight);
    if (columns.length <= most) return columns;
  }
  return fullest;
}

const inPages = (columns: CardSlice[][], perPage: number): Page[] =>
  Array.from({ length: Math.ceil(columns.length / perPage) }, (_, page) =>
    columns.slice(page * perPage, (page + 1) * perPage),
  );
