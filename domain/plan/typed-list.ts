import type { Identified } from '../list/list.ts';
import { positionLimit } from './rotation.ts';

/** In characters: about 1,000 names. */
export const listLimit = 20_000;

export interface ListedArea {
  readonly name: string;
  readonly entries: readonly string[];
}

/** Where a pasted table has its areas: each in a row of its own, or side by side in the first row. */
export type AreasIn = 'column' | 'row';

const linesOf = (text: string): string[] => text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
const cellsOf = (line: string): string[] => line.trimEnd().split('\t').map(withoutQuotes);
/** The rows of a pasted table that have anything in them. */
export const tableRows = (text: string): readonly (readonly string[])[] => linesOf(text).map(cellsOf);

/** A list of names: with commas, in lines, or in the cells of a table. */
export const readNames = (text: string): string[] =>
  text
    .split(/[\r\n\t,]/)
    .map(withoutMark)
    .filter((name) => name !== '');

/** A spreadsheet puts a cell into quotes that has a line break or quotes in it. */
function withoutQuotes(cell: string): string {
  const [, quoted] = /^\s*"((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return (quoted?.replace(/""/g, '"').replace(/\s+/g, ' ') ?? cell).trim();
}

const mark = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;
const withoutMark = (line: string): string => withoutQuotes(line.replace(mark, ''));

/** Is there more than one way to read the text as a table? Then the likelier one, else null. */
export function guessAreasIn(text: string): AreasIn | null {
  const rows = linesOf(text).map(cellsOf);
  const [header = []] = rows;
  if (rows.length < 2 || !rows.some((cells) => cells[0] !== '' && cells.length > 1)) return null;
  const first = rows.map(([cell = '']) => foldName(cell));
  const repeats = first.some((cell, row) => row > 0 && (cell === '' || cell === first[row - 1]));
  const isWider = header.includes('') || rows.some((cells) => cells.length > header.length);
  return isWider || (repeats && header.length === 2) ? 'column' : 'row';
}

/** 'Drive-Thru: Window, Runner' is an area with two; so is a line with indented or marked ones under it, or that ends with a colon. */
export function readAreas(text: string, areasIn = guessAreasIn(text)): readonly ListedArea[] {
  const lines = linesOf(text);
  if (areasIn === 'row') return areasInFirstRow(lines.map(cellsOf));
  if (lines.some((line) => /\S\t/.test(line))) return areasInFirstColumn(lines.map(cellsOf));
  return areasInLines(lines);
}

function areasInFirstRow([header = [], ...rows]: readonly string[][]): readonly ListedArea[] {
  return header.flatMap((name, column) =>
    name === '' ? [] : [{ name, entries: rows.flatMap((cells) => readNames(cells[column] ?? '')) }],
  );
}

function areasInFirstColumn(rows: readonly string[][]): readonly ListedArea[] {
  const areas: { name: string; entries: string[] }[] = [];
  for (const [name = '', ...cells] of rows) {
    if (name !== '' || areas.length === 0) areas.push({ name: name || (cells.shift() ?? ''), entries: [] });
    areas[areas.length - 1]?.entries.push(...cells.flatMap(readNames));
  }
  return areas;
}

/** A tab counts like four blanks. */
const indentOf = (line: string): number =>
  line.slice(0, line.length - line.trimStart().length).replace(/\t/g, '    ').length;

function areasInLines(lines: readonly string[]): readonly ListedArea[] {
  const outer = Math.min(...lines.map(indentOf));
  const areMarked = lines.every((line) => mark.test(line));
  const areas: { name: string; entries: string[] }[] = [];
  let isHeadingOpen = false;
  for (const line of lines) {
    const last = areas[areas.length - 1];
    const isInside = indentOf(line) > outer || (!areMarked && mark.test(line));
    const [, name, entries] = /^([^:]*\S)\s*:(?:\s+(.*))?$/.exec(withoutMark(line)) ?? [];
    if (isInside && last) {
      last.entries.push(...readNames(line));
    } else if (name !== undefined) {
      areas.push({ name, entries: readNames(entries ?? '') });
      isHeadingOpen = entries === undefined;
    } else if (isHeadingOpen && last) {
      last.entries.push(...readNames(line));
    } else {
      areas.push(...readNames(line).map((each) => ({ name: each, entries: [] })));
    }
  }
  return areas;
}

/** Names are the same in upper and lower case. */
export const foldName = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

export const findByName = <Item extends Identified & { readonly name: string }>(
  list: readonly Item[],
  name: string,
): Item | undefined => list.find((each) => foldName(each.name) === foldName(name));

/**
 * What a list adds beside the names there are; `repeated` are taken once, and `known` are left out.
 * 'Register 1-4' and 'Register x4' are four registers.
 */
export function newNames(entries: readonly string[], taken: readonly string[]) {
  const there = new Set(taken.map(foldName));
  const added = new Set<string>();
  const numbered = new Map<string, number>();
  const [names, repeated, known]: [string[], string[], string[]] = [[], [], []];
  const add = (name: string) => {
    added.add(foldName(name));
    names.push(name);
  };
  for (const entry of entries) {
    const several = severalOf(entry);
    for (let left = several?.count ?? 0; several && left > 0; ) {
      const number = (numbered.get(foldName(several.name)) ?? 0) + 1;
      numbered.set(foldName(several.name), number);
      const name = `${several.name} ${number}`;
      if (there.has(foldName(name)) || added.has(foldName(name))) continue;
      add(name);
      left--;
    }
    for (const name of several ? [] : (rangeOf(entry) ?? [entry])) {
      if (added.has(foldName(name))) repeated.push(name);
      else if (there.has(foldName(name))) known.push(name);
      else add(name);
    }
  }
  return { names, repeated, known };
}

/** 'Register 1-4' and 'Register 1 to 4'. */
function rangeOf(entry: string): readonly string[] | null {
  const [, name, first, last] = /^(.*\S)\s+(\d{1,3})\s*(?:[-–]|to)\s*(\d{1,3})$/i.exec(entry) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (!name || to <= from || to - from >= positionLimit) return null;
  return Array.from({ length: to - from + 1 }, (_, index) => `${name} ${from + index}`);
}

/** 'Register x4' and '4x Register': the next four that are free. */
function severalOf(entry: string): { name: string; count: number } | null {
  const [, before, times] = /^(.*\S)\s+[x×]\s?(\d{1,2})$/i.exec(entry) ?? [];
  const [, count, after] = /^(\d{1,2})\s?[x×]\s+(.*\S)$/i.exec(entry) ?? [];
  const several = { name: before ?? after ?? '', count: Number(times ?? count) };
  return several.name !== '' && several.count > 0 && several.count <= positionLimit ? several : null;
}
