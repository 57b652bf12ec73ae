/** What a column holds, whatever the type of it is called. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'instant' | 'bytes';

export interface MovedTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
}

/** A table whose columns don't say what they hold, as in SQLite. */
export interface PlainTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** As SQLite stores it: booleans as 0 and 1, instants of the sign-in library as text in ISO 8601. */
export type Value = string | number | Uint8Array | null;

/** In the order of the table's columns. */
export type Row = readonly Value[];

/** A database whose rows can be read. */
export interface RowSource {
  /** Those of PostgreSQL are in an order in which they can be filled. */
  tables(): Promise<readonly MovedTable[] | readonly PlainTable[]>;
  count(table: MovedTable): Promise<number>;
  /** In the order of the key, a few at a time. */
  read(table: MovedTable): AsyncIterable<readonly Row[]>;
}

export interface RowTarget extends RowSource {
  write(table: MovedTable, rows: readonly Row[]): Promise<void>;
  /** All rows of the table are written. */
  finish(table: MovedTable): Promise<void>;
}

/** Tables of Lineup that are not moved. Each one that a version adds is moved unless it is named here. */
export const tablesNotMoved: ReadonlySet<string> = new Set([
  // How often something was tried in the last minutes. SQLite's server has it in memory.
  'limits',
]);

/** The tables that two databases have in common, and the names of those that only one of them has. */
export function pairTables(
  one: readonly (MovedTable | PlainTable)[],
  other: readonly (MovedTable | PlainTable)[],
): { readonly common: readonly MovedTable[]; readonly single: readonly string[] } {
  const [typed, plain] = one.every(isTyped) ? [one, other] : [other.filter(isTyped), one];
  const common = typed.filter(({ name }) => plain.some((each) => each.name === name));
  for (const { name, columns } of common) {
    const counterpart = plain.find((each) => each.name === name)?.columns.map(nameOf);
    const names = columns.map(nameOf);
    if (names.length === counterpart?.length && names.every((each) => counterpart.includes(each))) continue;
    throw new Error(`The table ${name} doesn’t have the same columns in both databases.`);
  }
  const single = [...typed, ...plain]
    .map(({ name }) => name)
    .filter((name) => !common.some((each) => each.name === name));
  return { common, single };
}

const isTyped = (table: MovedTable | PlainTable): table is MovedTable => 'key' in table;

const nameOf = (column: string | { readonly name: string }): string =>
  typeof column === 'string' ? column : column.name;

/** Rows of `meta` that are about one database, and not about what is in it. */
const keysNotMoved: ReadonlySet<string> = new Set([
  'schema',
  'epoch',
  'timeline',
  'probe',
  'secret',
  'move',
  'moved',
]);

const isMovedKey = (key: Value | undefined): boolean =>
  !keysNotMoved.has(String(key)) && !String(key).startsWith('claim ');

/** The rows that are moved. */
export async function* movedRows(source: RowSource, table: MovedTable): AsyncIterable<readonly Row[]> {
  const key = table.name === 'meta' ? table.columns.findIndex(({ name }) => name === 'key') : -1;
  for await (const rows of source.read(table)) {
    yield key === -1 ? rows : rows.filter((row) => isMovedKey(row[key]));
  }
}

const fromStored: Readonly<Record<ColumnKind, (stored: unknown) => Value>> = {
  text: String,
  number: Number,
  boolean: (stored) => (stored === true || stored === 1 ? 1 : 0),
  instant: (stored) => new Date(stored as string | number | Date).toISOString(),
  bytes: (stored) => stored as Uint8Array,
};

/** A row as any of the databases returns it. */
export const toRow = ({ columns }: MovedTable, stored: readonly unknown[]): Row =>
  columns.map(({ kind }, index) => {
    const value = stored[index];
    return value === null || value === undefined ? null : fromStored[kind](value);
  });

/** About how much memory a row needs, in bytes. */
export const sizeOf = (row: Row): number =>
  row.reduce<number>(
    (sum, value) => sum + (value === null || typeof value === 'number' ? 8 : value.length),
    0,
  );

export const isSameRow = (one: Row, other: Row): boolean =>
  one.every((value, index) => {
    const counterpart = other[index];
    if (!(value instanceof Uint8Array)) return value === counterpart;
    return counterpart instanceof Uint8Array && Buffer.compare(value, counterpart) === 0;
  });

/** A name as both databases quote it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
