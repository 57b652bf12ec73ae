import { splitColumns } from '../../../ui/table/split-columns.ts';

/** Rows of a subarea that stand together in a column: `from` up to, and without, `to`. */
export interface Part {
  readonly subarea: number;
  readonly from: number;
  readonly to: number;
}

/** Columns of parts. */
export type Page = readonly (readonly Part[])[];

/** In the pixels of a television of 1920 x 1080. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

interface Sizes {
  readonly row: number;
  readonly gap: number;
}

const roomy: Sizes = { row: 62, gap: 16 };
const tight: Sizes = { row: 51, gap: 10 };
const tightest: Sizes = { row: 46, gap: 8 };
/** Of a card, as day.css has it. */
const header = 50;
const narrowestColumn = 420;
const columnGap = 16;
/** Where there are several pages, they are counted below the cards. */
export const pagerHeight = 60;

/**
 * Where the positions stand on a screen that nobody scrolls: whole subareas in columns where they have room, then subareas
 * that go on in the next column, then several pages. Only the number of positions counts, so that everything keeps
 * its place whoever is seated.
 */
export function televisionPages(counts: readonly number[], room: Room): readonly Page[] {
  const most = Math.max(1, Math.floor((room.width + columnGap) / (narrowestColumn + columnGap)));
  for (let columns = Math.min(2, most); columns <= most; columns++) {
    for (const sizes of [roomy, tight]) {
      const page = wholeSubareas(counts, columns, sizes);
      if (page.every((column) => heightOf(column, sizes) <= room.height)) return [page];
    }
  }
  const one = flow(counts, room.height, tightest);
  return one.length <= most
    ? [evenly(counts, room.height, most)]
    : inPages(evenly(counts, room.height - pagerHeight, most), most);
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

const heightOf = (column: readonly Part[], { row, gap }: Sizes): number =>
  column.reduce((height, { from, to }) => height + header + (to - from) * row, gap * (column.length - 1));

/** The columns that are needed at a height, each filled before the next is begun. */
function flow(counts: readonly number[], height: number, { row, gap }: Sizes): Part[][] {
  const columns: Part[][] = [];
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
        // the first card of a column has no gap before it; a column holds something, however low the screen is
        left = Math.max(height + gap, gap + header + 2 * row);
        continue;
      }
      const take = Math.min(fitting, remaining);
      // no row stands by itself in the next column
      const to = from + (remaining - take === 1 && take > 2 ? take - 1 : take);
      column.push({ subarea, from, to });
      left -= gap + header + (to - from) * row;
      from = to;
    }
  });
  return columns;
}

/** As flow, on as few pages, with columns that are about as tall as each other. */
function evenly(counts: readonly number[], height: number, perPage: number): Part[][] {
  const fullest = flow(counts, height, tightest);
  const most = Math.ceil(fullest.length / perPage) * perPage;
  for (let lower = header + tightest.row; lower < height; lower += tightest.row / 2) {
    const columns = flow(counts, lower, tightest);
    if (columns.length <= most) return columns;
  }
  return fullest;
}

const inPages = (columns: Part[][], perPage: number): Page[] =>
  Array.from({ length: Math.ceil(columns.length / perPage) }, (_, page) =>
    columns.slice(page * perPage, (page + 1) * perPage),
  );
