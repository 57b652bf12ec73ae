import type { ChartCell } from '../day/chart-changes.ts';
import { type Duty, dutiesFor, headcountLimit } from './charts.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from './rotation.ts';
import { findByName, foldName, listLimit, tableRows } from './typed-list.ts';

export interface ChartColumn {
  readonly duties: ReadonlyMap<string, Duty>;
  /** How many people it has a seat for. */
  readonly seats: number;
}

export function columnFor(rotation: Rotation, people: number): ChartColumn {
  const duties = dutiesFor(rotation, people);
  return { duties, seats: [...duties.values()].filter(({ kind }) => kind === 'seat').length };
}

/** All that a column says, so that another one says the same. */
export const cellsLike = ({ duties }: ChartColumn): readonly ChartCell[] =>
  [...duties].map(([position, duty]) => {
    if (duty.kind === 'seat') return { position };
    return { position, by: duty.kind === 'covered' ? duty.by : null };
  });

/** What of a pasted table was left out, by the names in its rows and columns. */
export type TableProblem =
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'no-numbers' | 'no-rows' }
  | { readonly kind: 'not-a-number'; readonly text: string }
  | { readonly kind: 'number-twice'; readonly people: number }
  | { readonly kind: 'unnamed'; readonly line: number }
  | { readonly kind: 'unknown' | 'twice'; readonly name: string }
  | { readonly kind: 'unreadable'; readonly name: string; readonly people: number; readonly text: string }
  | { readonly kind: 'circle'; readonly name: string; readonly people: number };

export interface ChartTable {
  readonly columns: readonly { readonly people: number; readonly cells: readonly ChartCell[] }[];
  readonly problems: readonly TableProblem[];
}

/** How a grid calls a seat and a closed position, which tables copied from one have in their language. */
interface CellWords {
  readonly seat: string;
  readonly closed: string;
}

const seatMarks = ['', 'x', '×', '✓', '✔'];
const closedMarks = ['closed', '-', '–', '—', '−'];

/** The number in '8' and '8 people'. */
function readPeople(text: string): number | null {
  const [, digits] = /^\D*(\d{1,4})\D*$/.exec(text) ?? [];
  const people = Number(digits);
  return digits !== undefined && people <= headcountLimit ? people : null;
}

const none = (problem: TableProblem): ChartTable => ({ columns: [], problems: [problem] });

/**
 * Numbers of people in the first row, positions in the first column; a subarea may stand in a column before them, or in a line of
 * its own. What can't be read is named, and the rest is taken.
 */
export function readChartTable(text: string, rotation: Rotation, words: CellWords): ChartTable {
  if (text.length > listLimit) return none({ kind: 'too-long', max: listLimit });
  const rows = tableRows(text);
  const numbersIn = (cells: readonly string[]) => cells.findIndex((cell) => readPeople(cell) !== null);
  const top = rows.findIndex((cells) => numbersIn(cells) > 0);
  const header = rows[top];
  if (!header) return none({ kind: 'no-numbers' });
  const labels = numbersIn(header);
  const problems: TableProblem[] = [];
  const columns = readHeader(header, labels, problems);
  const found = readRows(rows.slice(top + 1), { labels, line: top + 2, rotation }, problems);
  if (found.length === 0 && problems.length === 0) return none({ kind: 'no-rows' });
  const read = [...columns].map(([people, column]) => {
    const cells = found.flatMap(({ home, position, cells }) => {
      const text = cells[column] ?? '';
      const by = readCell(text, { home, position, rotation, words });
      if (by !== 'unreadable')
        return [by === undefined ? { position: position.id } : { position: position.id, by }];
      problems.push({ kind: 'unreadable', name: position.name, people, text });
      return [];
    });
    return { people, cells: withoutCircles(rotation, { people, cells }, problems) };
  });
  return { columns: read.filter(({ cells }) => cells.length > 0), problems };
}

/** The index of each number’s column. */
function readHeader(
  header: readonly string[],
  labels: number,
  problems: TableProblem[],
): ReadonlyMap<number, number> {
  const columns = new Map<number, number>();
  for (const [index, text] of header.entries()) {
    if (index < labels || text === '') continue;
    const people = readPeople(text);
    if (people === null) problems.push({ kind: 'not-a-number', text });
    else if (columns.has(people)) problems.push({ kind: 'number-twice', people });
    else columns.set(people, index);
  }
  return columns;
}

interface FoundRow {
  readonly home: Subarea;
  readonly position: Position;
  readonly cells: readonly string[];
}

interface RowsOf {
  readonly labels: number;
  /** Of the first row, counted from 1. */
  readonly line: number;
  readonly rotation: Rotation;
}

function readRows(
  rows: readonly (readonly string[])[],
  { labels, line, rotation }: RowsOf,
  problems: TableProblem[],
): readonly FoundRow[] {
  const all = rotation.subareas.flatMap((home) => home.positions.map((position) => ({ home, position })));
  const taken = new Set<string>();
  const found: FoundRow[] = [];
  let subarea: Subarea | undefined;
  for (const [index, cells] of rows.entries()) {
    const named = cells.slice(0, labels).filter((label) => label !== '');
    const name = named[named.length - 1];
    const isHeading = cells.slice(labels).every((cell) => cell === '');
    if (name === undefined) {
      if (!isHeading) problems.push({ kind: 'unnamed', line: line + index });
      continue;
    }
    const inside = named.length > 1 ? named[named.length - 2] : isHeading ? name : undefined;
    subarea = (inside === undefined ? undefined : findByName(rotation.subareas, inside)) ?? subarea;
    const alike = all.filter(({ position }) => foldName(position.name) === foldName(name));
    const free = alike.filter(({ position }) => !taken.has(position.id));
    const row = free.find(({ home }) => home === subarea) ?? free[0];
    if (row) {
      taken.add(row.position.id);
      found.push({ ...row, cells });
    } else if (alike.length > 0) problems.push({ kind: 'twice', name });
    else if (!isHeading || !findByName(rotation.subareas, name)) problems.push({ kind: 'unknown', name });
  }
  return found;
}

interface CellOf {
  readonly home: Subarea;
  readonly position: Position;
  readonly rotation: Rotation;
  readonly words: CellWords;
}

/** The position that covers it, null where it is closed, undefined where it is a seat. */
function readCell(
  text: string,
  { home, position, rotation, words }: CellOf,
): string | null | undefined | 'unreadable' {
  const folded = foldName(text);
  if (seatMarks.includes(folded) || folded === foldName(words.seat)) return undefined;
  if (closedMarks.includes(folded) || folded === foldName(words.closed)) return null;
  const by = findByName(home.positions, text) ?? findByName(positionsOf(rotation), text);
  if (!by) return 'unreadable';
  return foldName(position.name) === folded ? undefined : by.id;
}

/** Positions that cover each other are seats. */
function withoutCircles(
  rotation: Rotation,
  { people, cells }: ChartTable['columns'][number],
  problems: TableProblem[],
): readonly ChartCell[] {
  const before = rotation.charts?.find((chart) => chart.people === people)?.coveredBy ?? {};
  const coveredBy = new Map(Object.entries(before));
  for (const { position, by } of cells) {
    if (by === undefined) coveredBy.delete(position);
    else coveredBy.set(position, by);
  }
  const charts = [{ people, coveredBy: Object.fromEntries(coveredBy) }];
  const { duties } = columnFor({ ...rotation, charts }, people);
  const names = new Map(positionsOf(rotation).map(({ id, name }) => [id, name]));
  return cells.map((cell) => {
    const { position, by } = cell;
    if (typeof by !== 'string' || duties.get(position)?.kind !== 'seat') return cell;
    problems.push({ kind: 'circle', name: names.get(position) ?? '', people });
    return { position };
  });
}
