import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { longestCell } from '../../domain/schedule/entry.ts';
import { formatNumber, type NumberFormat } from './number-format.ts';
import { parseXml } from './xml.ts';

/** Rows beyond this are ignored: there are too many shifts by then, even if some rows are blank. */
const mostRows = 20_000;
/** A single cell far to the right would make every row that wide. */
const mostColumns = 200;
export interface SheetContext {
  readonly strings: readonly string[];
  /** Indexed by a cell's style. */
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

export interface ParsedSheet {
  readonly rows: string[][];
  readonly notices: readonly Problem[];
  /** What wasn't read of it, such as '2 hidden rows'; '' for nothing. */
  readonly hidden: readonly string[];
}

const isYes = (flag: string): boolean => flag === '1' || flag === 'true';

/** '2 hidden rows'; '' for none. */
export const counted = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;

/** The cells of a worksheet as text, with dates and times as people write them. */
export function parseSheet(xml: string, context: SheetContext): Outcome<ParsedSheet> {
  const rows: string[][] = [];
  let far = '';
  let row = 0;
  let column = 0;
  let formulas = 0;
  let isRowHidden = false;
  const hiddenColumns: [first: number, last: number][] = [];
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  let cell: Cell | null = null;
  const inside: string[] = [];
  const isWhole = parseXml(xml, {
    open(name, attribute) {
      inside.push(name);
      if (name === 'row') {
        row = Number(attribute('r')) || row + 1;
        column = 0;
        isRowHidden = isYes(attribute('hidden'));
      } else if (name === 'col' && isYes(attribute('hidden'))) {
        hiddenColumns.push([Number(attribute('min')), Number(attribute('max'))]);
      } else if (name === 'c') {
        const address = /^([A-Z]{1,3})(\d{1,7})$/i.exec(attribute('r'));
        column = address ? columnNumber(address[1] ?? '') : column + 1;
        if (address) row = Number(address[2]);
        cell = { type: attribute('t'), style: Number(attribute('s')), value: '', text: '', formula: '' };
        if (row <= 0) row = 1;
      } else if (name === 'f' && cell) cell.formula = '=';
    },
    text(text) {
      if (!cell || inside.includes('rPh')) return;
      const name = inside[inside.length - 1];
      if (name === 'v') cell.value += text;
      else if (name === 't') cell.text += text;
      else if (name === 'f') cell.formula += text;
    },
    close(name) {
      inside.pop();
      if (name !== 'c' || !cell) return;
      const text = textOf(cell, context).slice(0, longestCell);
      const isFormula = cell.formula !== '';
      cell = null;
      if (text.trim() === '' || row > mostRows) return;
      if (isRowHidden) return void hidden.rows.add(row);
      if (hiddenColumns.some(([first, last]) => column >= first && column <= last))
        return void hidden.columns.add(column);
      if (isFormula && !text.startsWith('=')) formulas += 1;
      if (column > mostColumns) far ||= `${columnLetters(column)}${row}`;
      if (far !== '') return;
      while (rows.length < row) rows.push([]);
      const cells = rows[row - 1] ?? [];
      while (cells.length < column - 1) cells.push('');
      cells[column - 1] = text;
    },
  });
  if (!isWhole) return refuse('workbook-unreadable');
  if (far !== '') return refuse('cell-too-far', { details: { cell: far } });
  const cells = formulas === 1 ? '1 cell with a formula' : `${formulas} cells with formulas`;
  return done({
    rows,
    hidden: [counted(hidden.rows.size, 'hidden row'), counted(hidden.columns.size, 'hidden column')],
    notices: formulas > 0 ? [{ code: 'formula-values-used', details: { cells } }] : [],
  });
}

interface Cell {
  readonly type: string;
  readonly style: number;
  value: string;
  text: string;
  /** With the equals sign; '' if there is none. */
  formula: string;
}

function textOf({ type, style, value, text, formula }: Cell, context: SheetContext): string {
  if (type === 's') return context.strings[Number(value)] ?? '';
  if (type === 'inlineStr') return text;
  if (type === 'e') return '';
  if (value === '') return formula;
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str') return value;
  // A time without a date is stored with the day before the first one.
  if (type === 'd') return value.replace(/^(1899-12-3\d|1904-01-01)T/, '');
  const format = context.formats[style];
  return format ? formatNumber(value, format, context.isFrom1904) : value;
}

function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

function columnLetters(column: number): string {
  let letters = '';
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}
