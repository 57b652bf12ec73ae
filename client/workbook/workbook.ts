import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { type Archive, openArchive } from './archive.ts';
import { builtInFormat, type NumberFormat, readNumberFormat } from './number-format.ts';
import { readSheet } from './sheet.ts';
import { readXml } from './xml.ts';

/** A workbook has few with a schedule. */
const mostSheets = 30;

export interface WorkbookSheet {
  readonly name: string;
  readonly rows: string[][];
}

/** The sheets of an Excel file that say something, in their order, hidden ones aside. */
export function readWorkbook(bytes: Uint8Array): Outcome<readonly WorkbookSheet[]> {
  const opened = openArchive(bytes);
  if (!opened.ok) return opened;
  const archive = opened.value;
  const parts = readParts(archive);
  if (!parts.ok) return parts;
  const { sheets, isFrom1904, strings, formats } = parts.value;
  if (sheets.length === 0) return refuse('workbook-unreadable');
  const found: WorkbookSheet[] = [];
  let problem: Problem | undefined;
  for (const { name, path } of sheets.slice(0, mostSheets)) {
    const xml = archive.text(path);
    const rows = xml.ok ? readSheet(xml.value, { strings, formats, isFrom1904 }) : xml;
    if (!rows.ok) problem ??= rows.problem;
    else if (rows.value.length > 0) found.push({ name, rows: rows.value });
  }
  if (found.length > 0) return done(found);
  return problem ? { ok: false, problem } : done([{ name: '', rows: [] }]);
}

interface Parts {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  readonly isFrom1904: boolean;
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
}

function readParts(archive: Archive): Outcome<Parts> {
  const book = archive.text('xl/workbook.xml');
  if (!book.ok) return book;
  const links = archive.text('xl/_rels/workbook.xml.rels');
  if (!links.ok) return links;
  const targets = new Map<string, { path: string; type: string }>();
  const areLinks = readXml(links.value, {
    open(name, attribute) {
      if (name !== 'Relationship') return;
      const target = attribute('Target');
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      targets.set(attribute('Id'), { path, type: attribute('Type').split('/').pop() ?? '' });
    },
  });
  const all: { name: string; path: string; isHidden: boolean }[] = [];
  let isFrom1904 = false;
  const isBook = readXml(book.value, {
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
  const strings = partOf(archive, pathOf('sharedStrings'), readStrings);
  if (!strings.ok) return strings;
  const formats = partOf(archive, pathOf('styles'), readFormats);
  if (!formats.ok) return formats;
  return done({
    sheets: shown.length > 0 ? shown : all,
    isFrom1904,
    strings: strings.value,
    formats: formats.value,
  });
}

/** A workbook may do without. */
function partOf<T>(archive: Archive, path: string, read: (xml: string) => T[] | null): Outcome<T[]> {
  if (!archive.has(path)) return done([]);
  const xml = archive.text(path);
  if (!xml.ok) return xml;
  const found = read(xml.value);
  return found ? done(found) : refuse('workbook-unreadable');
}

function readStrings(xml: string): string[] | null {
  const strings: string[] = [];
  const inside: string[] = [];
  let text = '';
  const isWhole = readXml(xml, {
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

function readFormats(xml: string): NumberFormat[] | null {
  const own = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isOfCells = false;
  const isWhole = readXml(xml, {
    open(name, attribute) {
      if (name === 'cellXfs') isOfCells = true;
      else if (name === 'numFmt') own.set(attribute('numFmtId'), readNumberFormat(attribute('formatCode')));
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
