import type { Problem } from '../problem/problem.ts';
import { plainText } from '../time/written-times.ts';
import { type Cells, type FileContext, isBlank, isStation } from './schedule-entry.ts';
import { placesIn } from './shift-lines.ts';
import { hasTimes } from './table-columns.ts';

const columnTitle =
  /^((work|job|shift|store|home|scheduled) ?)?(locations?|stores?|sites?|restaurants?|branch(es)?|outlets?|shops?|venues?|worksites?|workplaces?|standort|filiale|betrieb|sucursal|tienda|restaurante|ubicaci[oó]n|loja|unidade|filial|[eé]tablissement|magasin|lieu)( ?(name|number|no\.?|#|id|code))?$/;

/** 'Location: Oak Mall' or 'Store 12 - Maple Street', alone in its row. */
const heading = /^(?:location|store|restaurant|site|branch|outlet)(?: name)?(?: ?[:#-] ?| (?=#?\d))(.*\S)$/i;

/** The header is among the first rows with content. */
const rowsAbove = 30;
/** More than these aren't locations. */
const mostLocations = 60;

const keyOf = (name: string): string => plainText(name);

/** The location of each row that has one: of its column, or of the heading above it. */
function locationOfRows(rows: readonly Cells[], terms: FileContext): ReadonlyMap<number, string> | null {
  const top = rows.flatMap((cells, line) => (isBlank(cells) ? [] : [line])).slice(0, rowsAbove);
  for (const line of top) {
    const titles = rows[line] ?? [];
    if (titles.filter((title) => title.trim() !== '').length < 3) continue;
    const columns = titles.flatMap((title, column) => (columnTitle.test(plainText(title)) ? [column] : []));
    for (const column of columns) {
      const said = columnRows(rows, line, column);
      if (areLocations([...said.values()], terms)) return said;
    }
  }
  return headedRows(rows, terms);
}

/** Of each name only one row is looked through for times. */
function columnRows(rows: readonly Cells[], header: number, column: number): ReadonlyMap<number, string> {
  const known = new Set<string>();
  const said = new Map<number, string>();
  for (const [line, cells] of rows.entries()) {
    const name = line > header ? (cells[column] ?? '').trim() : '';
    if (name === '' || known.size > mostLocations) continue;
    if (!known.has(keyOf(name)) && !hasTimes(cells)) continue;
    known.add(keyOf(name));
    said.set(line, name);
  }
  return said;
}

function headedRows(rows: readonly Cells[], terms: FileContext): ReadonlyMap<number, string> | null {
  const said = new Map<number, string>();
  let name = '';
  for (const [line, cells] of rows.entries()) {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const text = filled.length <= 2 ? filled.join(' ').replace(/::/, ':') : '';
    name = heading.exec(text)?.[1] ?? name;
    if (name !== '' && hasTimes(cells)) said.set(line, name);
  }
  // one title above a file may say anything
  const isSeveral = new Set(said.values()).size > 1;
  return isSeveral && areLocations([...said.values()], terms) ? said : null;
}

/** Under 'Location' there may be stations, too. */
function areLocations(names: readonly string[], terms: FileContext): boolean {
  const isPlace = placesIn(terms);
  const different = new Set(names.map(keyOf));
  if (different.size === 0 || different.size > mostLocations) return false;
  const stations = [...different].filter((name) => isStation(name) || isPlace(name));
  return stations.length * 2 < different.size;
}

export interface RowsOfLocation {
  /** Those of other locations are blank, so that rows keep their numbers. */
  readonly rows: readonly Cells[];
  readonly left: readonly Problem[];
  /** As written; one alone needs no answer. */
  readonly names: readonly string[];
  /** Null if a person has to say which location is theirs. */
  readonly used: string | null;
}

/** Whose rows are read of a file with several locations. */
export function rowsOfLocation(rows: readonly Cells[], terms: FileContext): RowsOfLocation {
  const all = { rows, left: [], names: [], used: '' };
  const found = locationOfRows(rows, terms);
  if (!found) return all;
  const written = new Map([...found.values()].map((name) => [keyOf(name), name]));
  const names = [...written.values()].sort();
  const own = terms.location;
  if (own === '') return { ...all, names };
  const isKnown = own !== undefined && written.has(keyOf(own));
  // a file of another store alone would be as wrong
  if (!isKnown) return names.length > 1 || own !== undefined ? { ...all, names, used: null } : all;
  const isOther = (line: number) => keyOf(found.get(line) ?? own) !== keyOf(own);
  return {
    rows: rows.map((cells, line) => (isOther(line) ? [] : cells)),
    left: rows.flatMap((_, line): Problem[] =>
      isOther(line)
        ? [
            {
              code: 'row-other-location',
              details: { row: line + 1, text: (found.get(line) ?? '').slice(0, 40) },
            },
          ]
        : [],
    ),
    names,
    used: written.get(keyOf(own)) ?? own,
  };
}
