import { unzipSync } from 'fflate';
import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { decodeText, longestCell, mostColumns, mostRows } from '../../domain/schedule/schedule-entry.ts';
import { fromMinutes, minutesOfDay } from '../../domain/time/clock-time.ts';
import { addDays } from '../../domain/time/date.ts';
import type { Sheet } from './schedule-file.ts';

/** In bytes; several times what the maximum number of rows needs. */
const largestUnpacked = 48_000_000;

type Archive = (path: string) => string | undefined;

/** A file that contains more than it declares is cut off there: a small one could fill the memory. */
function openArchive(bytes: Uint8Array): Outcome<Archive> {
  let size = 0;
  try {
    const unpacked = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|rels)$/i.test(name)) return false;
        size += originalSize;
        return size <= largestUnpacked;
      },
    });
    if (size > largestUnpacked) return refuse('file-unpacked-too-large');
    if (Object.keys(unpacked).length === 0) return refuse('archive-without-schedule');
    const files = new Map(
      Object.entries(unpacked).map(([path, file]) => [path.replace(/^\//, '').toLowerCase(), file]),
    );
    return done((path) => {
      const file = files.get(path.toLowerCase());
      return file && decodeText(file);
    });
  } catch {
    return refuse('workbook-unreadable');
  }
}

/** Names come without their namespaces. `inside` are the elements around, the outermost first. */
interface XmlHandler {
  open?(name: string, attribute: (name: string) => string, inside: readonly string[]): void;
  close?(name: string): void;
  text?(text: string, inside: readonly string[]): void;
}

/** Elements inside each other; a sheet has about six. Readers look through all that a text is in. */
const mostDepth = 50;

/** Comments and instructions, then texts, then tags, in which a '>' inside quotes doesn't end them. */
const markup =
  /<!--.*?-->|<\?.*?\?>|(?:<!\[CDATA\[(.*?)\]\]>|([^<]+))|<(\/?)([^\s/>!?]+)((?:"[^"]*"|'[^']*'|[^"'>])*)>|</gs;

/** Throws if it isn't XML, is cut off, or is nested too deeply. A DOM of the largest sheet would take hundreds of megabytes. */
function parseXml(xml: string, handler: XmlHandler): void {
  const inside: string[] = [];
  for (const [whole, verbatim, text, slash, fullName, attributes = ''] of xml.matchAll(markup)) {
    if (fullName === undefined) {
      const said = verbatim ?? (text && withoutEntities(text));
      if (said !== undefined && inside.length > 0) handler.text?.(said, inside);
      // A document type, which could define texts that contain each other, or a tag without an end.
      if (whole === '<') throw new Error('This is not XML.');
      continue;
    }
    const name = localName(fullName);
    if (slash === '') {
      if (inside.length === mostDepth) throw new Error('The XML is nested too deeply.');
      handler.open?.(name, (wanted) => attributeIn(attributes, wanted), inside);
      inside.push(name);
    }
    if (slash === '/' || attributes.endsWith('/')) {
      inside.pop();
      handler.close?.(name);
    }
  }
  if (xml === '' || inside.length > 0) throw new Error('The XML is cut off.');
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Each match begins where the last ended, so that a tag is looked through once. */
const attributePattern = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;

/** '' if the tag doesn't have the attribute. */
function attributeIn(tag: string, wanted: string): string {
  for (const [, name = '', double, single = ''] of tag.matchAll(attributePattern)) {
    if (localName(name) === wanted) return withoutEntities(double ?? single);
  }
  return '';
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const withoutEntities = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

interface NumberFormat {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
}

const date: NumberFormat = { hasDate: true, hasTime: false };
const time: NumberFormat = { hasDate: false, hasTime: true };
const plain: NumberFormat = { hasDate: false, hasTime: false };

/** Excel's built-in formats, which files refer to by number. */
export function builtInFormat(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return date;
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47)) return time;
  return id === 22 ? { hasDate: true, hasTime: true } : plain;
}

/** 'm/d/yyyy h:mm AM/PM' has both; 'm' is a month, but a minute next to hours. */
export function parseNumberFormat(code: string): NumberFormat {
  const [first = ''] = code.split(';');
  const signs = first
    .replace(/"[^"]*"?|\\.|_./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]?/gi, '')
    .toLowerCase();
  if (signs === 'general' || /[#?]/.test(signs)) return plain;
  const hasTime = /[hs]|am\/pm|a\/p|\[m/.test(signs);
  const hasDate = /[yd]/.test(signs) || (!hasTime && /m/.test(signs));
  return { hasDate, hasTime };
}

/** The number as a person would write the date or time. */
export function formatNumber(text: string, { hasDate, hasTime }: NumberFormat, isFrom1904: boolean): string {
  const value = Number(text);
  if ((!hasDate && !hasTime) || !Number.isFinite(value) || value < 0 || value > 2_958_466) return text;
  // Rounding removes seconds, which come from inexact fractions.
  const minutes = Math.round(value * minutesOfDay);
  const days = Math.floor(minutes / minutesOfDay);
  const clock = fromMinutes(minutes % minutesOfDay);
  // Numbers below 2 are times without a date, possibly past midnight.
  if (days < 2) return hasTime ? clock : '';
  const day = addDays(isFrom1904 ? '1904-01-01' : '1899-12-30', days);
  return hasTime ? `${day} ${clock}` : day;
}

interface SheetContext {
  readonly strings: readonly string[];
  /** Indexed by a cell's style. */
  readonly formats: readonly NumberFormat[];
  readonly isFrom1904: boolean;
}

interface ParsedSheet extends Omit<Sheet, 'name'> {
  /** How much wasn't read of it. */
  readonly hidden: { readonly rows: number; readonly columns: number };
}

const isYes = (flag: string): boolean => flag === '1' || flag === 'true';

/** The cells of a worksheet as text, with dates and times as people write them. */
function parseSheet(xml: string, context: SheetContext): Outcome<ParsedSheet> {
  const rows: string[][] = [];
  let far = '';
  let row = 0;
  let column = 0;
  let formulas = 0;
  let isRowHidden = false;
  const hiddenColumns: [first: number, last: number][] = [];
  const hidden = { rows: new Set<number>(), columns: new Set<number>() };
  let cell: Cell | null = null;
  parseXml(xml, {
    open(name, attribute) {
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
        if (row <= 0) row = 1;
        const [type, style] = [attribute('t'), Number(attribute('s'))];
        cell = { address: attribute('r'), type, style, value: '', text: '', formula: '' };
      } else if (name === 'f' && cell) cell.formula = '=';
    },
    text(text, inside) {
      if (!cell || inside.includes('rPh')) return;
      const name = inside[inside.length - 1];
      if (name === 'v') cell.value += text;
      else if (name === 't') cell.text += text;
      else if (name === 'f') cell.formula += text;
    },
    close(name) {
      if (name !== 'c' || !cell) return;
      const text = textOf(cell, context).slice(0, longestCell);
      const { address, formula } = cell;
      cell = null;
      if (text.trim() === '' || row > mostRows) return;
      if (isRowHidden) return void hidden.rows.add(row);
      if (hiddenColumns.some(([first, last]) => column >= first && column <= last))
        return void hidden.columns.add(column);
      if (formula !== '' && !text.startsWith('=')) formulas += 1;
      if (column > mostColumns) far ||= address || `R${row}C${column}`;
      if (far !== '') return;
      while (rows.length < row) rows.push([]);
      const cells = rows[row - 1] ?? [];
      while (cells.length < column - 1) cells.push('');
      cells[column - 1] = text;
    },
  });
  if (far !== '') return refuse('cell-too-far', { details: { cell: far } });
  return done({
    rows,
    hidden: { rows: hidden.rows.size, columns: hidden.columns.size },
    notices: formulas > 0 ? [{ code: 'formula-values-used', details: { count: formulas } }] : [],
  });
}

interface Cell {
  readonly address: string;
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

/** A file can name one sheet again and again, and the page would stand still. A year has fewer days. */
const mostSheets = 400;

/** The non-empty, visible sheets of an Excel file, in order. */
export function parseWorkbook(bytes: Uint8Array): Outcome<readonly Sheet[]> {
  const archive = openArchive(bytes);
  if (!archive.ok) return archive;
  const textOf = archive.value;
  return orUnreadable(() => {
    const targets = parseLinks(textOf('xl/_rels/workbook.xml.rels') ?? '');
    const { sheets, isFrom1904 } = parseBook(textOf('xl/workbook.xml') ?? '', targets);
    const pathOf = (type: string) => [...targets.values()].find((target) => target.type === type)?.path ?? '';
    const strings = parseStrings(textOf(pathOf('sharedStrings')) ?? '<sst/>');
    const formats = parseFormats(textOf(pathOf('styles')) ?? '<styleSheet/>');
    if (sheets.length === 0) return refuse('workbook-unreadable');
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    const shown = visible.length > 0 ? visible : sheets;
    const hiddenSheets = sheets.length - shown.length;
    const found: Sheet[] = [];
    let problem: Outcome<never> | undefined;
    for (const { name, path } of shown.slice(0, mostSheets)) {
      const sheet = orUnreadable(() => parseSheet(textOf(path) ?? '', { strings, formats, isFrom1904 }));
      if (!sheet.ok) problem ??= sheet;
      else if (sheet.value.rows.length > 0) {
        const { rows, notices, hidden } = sheet.value;
        found.push({ name, rows, notices: [...notices, ...leftOut(hidden, hiddenSheets)] });
      }
    }
    if (found.length > 0) return done(found);
    return problem ?? done([{ name: '', rows: [], notices: [] }]);
  });
}

function orUnreadable<T>(parse: () => Outcome<T>): Outcome<T> {
  try {
    return parse();
  } catch {
    return refuse('workbook-unreadable');
  }
}

function leftOut({ rows, columns }: ParsedSheet['hidden'], sheets: number): readonly Problem[] {
  const kinds = Object.entries({ rows, columns, sheets }).flatMap(([kind, count]) =>
    count > 0 ? [kind] : [],
  );
  if (kinds.length === 0) return [];
  return [{ code: 'hidden-left-out', details: { kinds: kinds.join('_'), rows, columns, sheets } }];
}

type Targets = ReadonlyMap<string, { readonly path: string; readonly type: string }>;

function parseLinks(xml: string): Targets {
  const targets = new Map<string, { path: string; type: string }>();
  parseXml(xml, {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = attribute('Target');
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      targets.set(attribute('Id'), { path, type: attribute('Type').split('/').pop() ?? '' });
    },
  });
  return targets;
}

function parseBook(xml: string, targets: Targets) {
  const sheets: { name: string; path: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  parseXml(xml, {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 = isYes(attribute('date1904'));
      const target = name === 'sheet' ? targets.get(attribute('id')) : undefined;
      if (target?.type !== 'worksheet') return;
      const isHidden = attribute('state') !== '' && attribute('state') !== 'visible';
      sheets.push({ name: attribute('name'), path: target.path, isHidden });
    },
  });
  return { sheets, isFrom1904 };
}

function parseStrings(xml: string): readonly string[] {
  const strings: string[] = [];
  let text = '';
  parseXml(xml, {
    open(name) {
      if (name === 'si') text = '';
    },
    text(part, inside) {
      if (inside[inside.length - 1] === 't' && !inside.includes('rPh')) text += part;
    },
    close(name) {
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

function parseFormats(xml: string): readonly NumberFormat[] {
  const own = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  parseXml(xml, {
    open(name, attribute, inside) {
      const id = attribute('numFmtId');
      if (name === 'numFmt') own.set(id, parseNumberFormat(attribute('formatCode')));
      else if (name === 'xf' && inside[inside.length - 1] === 'cellXfs')
        formats.push(own.get(id) ?? builtInFormat(Number(id)));
    },
  });
  return formats;
}
