import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { type Archive, openArchive } from './archive.ts';
import { builtInFormat, type NumberFormat, parseNumberFormat } from './number-format.ts';
import { counted, parseSheet } from './sheet.ts';
import { parseXml } from './xml.ts';

/** Sheets beyond this are ignored. */
const mostSheets = 30;

export interface WorkbookSheet {
  readonly name: string;
  readonly rows: string[][];
  readonly notices: readonly Problem[];
}

/** The non-empty, visible sheets of an Excel file, in order. */
export function parseWorkbook(bytes: Uint8Array): Outcome<readonly WorkbookSheet[]> {
  const opened = openArchive(bytes);
  if (!opened.ok) return opened;
  const archive = opened.value;
  const workbook = parseWorkbookFiles(archive);
  if (!workbook.ok) return workbook;
  const { sheets, hiddenSheets, isFrom1904, strings, formats } = workbook.value;
  if (sheets.length === 0) return refuse('workbook-unreadable');
  const found: WorkbookSheet[] = [];
  let problem: Problem | undefined;
  for (const { name, path } of sheets.slice(0, mostSheets)) {
    const xml = archive.text(path);
    const sheet = xml.ok ? parseSheet(xml.value, { strings, formats, isFrom1904 }) : xml;
    if (!sheet.ok) problem ??= sheet.problem;
    else if (sheet.value.rows.length > 0) {
      const { rows, notices, hidden } = sheet.value;
      found.push({
        name,
        rows,
        notices: [...notices, ...leftOut([...hidden, counted(hiddenSheets, 'hidden sheet')])],
      });
    }
  }
  if (found.length > 0) return done(found);
  return problem ? { ok: false, problem } : done([{ name: '', rows: [], notices: [] }]);
}

function leftOut(hidden: readonly string[]): readonly Problem[] {
  const what = hidden.filter((each) => each !== '').join(', ');
  return what === '' ? [] : [{ code: 'hidden-left-out', details: { what } }];
}

interface WorkbookFiles {
  readonly hiddenSheets: number;
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly isFrom1904: boolean;
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
}

function parseWorkbookFiles(archive: Archive): Outcome<WorkbookFiles> {
  const book = archive.text('xl/workbook.xml');
  if (!book.ok) return book;
  const links = archive.text('xl/_rels/workbook.xml.rels');
  if (!links.ok) return links;
  const targets = new Map<string, { path: string; type: string }>();
  const areLinks = parseXml(links.value, {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = attribute('Target');
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      targets.set(attribute('Id'), { path, type: attribute('Type').split('/').pop() ?? '' });
    },
  });
  const all: { name: string; path: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  const isBook = parseXml(book.value, {
    open(name, attribute) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attribute('date1904'));
      const target = name === 'sheet' ? targets.get(attribute('id')) : undefined;
      if (target?.type !== 'worksheet') return;
      all.push({
        name: attribute('name'),
        path: target.path,
        isHidden: attribute('state') !== '' && attribute('state') !== 'visible',
      });
    },
  });
  if (!areLinks || !isBook) return refuse('workbook-unreadable');
  const shown = all.filter(({ isHidden }) => !isHidden);
  const pathOf = (type: string) => [...targets.values()].find((target) => target.type === type)?.path ?? '';
  const strings = parseOptionalFile(archive, pathOf('sharedStrings'), parseStrings);
  if (!strings.ok) return strings;
  const formats = parseOptionalFile(archive, pathOf('styles'), parseFormats);
  if (!formats.ok) return formats;
  return done({
    sheets: shown.length > 0 ? shown : all,
    hiddenSheets: shown.length > 0 ? all.length - shown.length : 0,
    isFrom1904,
    strings: strings.value,
    formats: formats.value,
  });
}

/** An empty list if the workbook doesn't have the file. */
function parseOptionalFile<T>(
  archive: Archive,
  path: string,
  parse: (xml: string) => T[] | null,
): Outcome<T[]> {
  if (!archive.has(path)) return done([]);
  const xml = archive.text(path);
  if (!xml.ok) return xml;
  const found = parse(xml.value);
  return found ? done(found) : refuse('workbook-unreadable');
}

function parseStrings(xml: string): string[] | null {
  const strings: string[] = [];
  const inside: string[] = [];
  let text = '';
  const isWhole = parseXml(xml, {
    open(name) {
      inside.push(name);
      if (name === 'si') text = '';
    },
    text(part) {
      if (inside[inside.length - 1] === 't' && !inside.includes('rPh')) text += part;
    },
    close(name) {
      inside.pop();
      if (name === 'si') strings.push(text);
    },
  });
  return isWhole ? strings : null;
}

function parseFormats(xml: string): NumberFormat[] | null {
  const own = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  const isWhole = parseXml(xml, {
    open(name, attribute) {
      if (name === 'cellXfs') isOfCells = true;
      else if (name === 'numFmt') own.set(attribute('numFmtId'), parseNumberFormat(attribute('formatCode')));
      else if (name === 'xf' && isOfCells) {
        const id = attribute('numFmtId');
        formats.push(own.get(id) ?? builtInFormat(Number(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return isWhole ? formats : null;
}
