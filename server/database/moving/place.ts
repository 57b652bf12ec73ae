import type { DatabaseStore } from '../store.ts';
import type { ColumnType, MovedTable } from '../tables.ts';

/** Data that is in another database now. */
export interface Move {
  readonly id: string;
  /** Where it is, as people read it. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a database knows of the move into it. It is in `meta`, as JSON. */
export interface Arrival {
  /** The id of the move. */
  readonly id: string;
  /** The epoch of the database that is left: only its move may be started again. */
  readonly from: string;
  /** `complete` until the other database is out of use. */
  readonly state: 'complete' | 'in use';
}

export const arrivalKey = 'move';

/** In `meta` of a file that was left, a `Move` as JSON. */
export const leftKey = 'moved';

export const describeMove = ({ to, at }: Move): string =>
  `moved to ${to} on ${new Date(at).toISOString().slice(0, 10)}`;

/** As SQLite stores it: booleans as 0 and 1, instants of accounts as text in ISO 8601. */
export type Value = string | number | Uint8Array | null;

/** In the order of the table's columns. */
export type Row = readonly Value[];

/** A database whose rows can be read. */
export interface RowSource {
  count(table: MovedTable): Promise<number>;
  /** In the order of the key, a few at a time. */
  read(table: MovedTable): AsyncIterable<readonly Row[]>;
}

export interface RowTarget extends RowSource {
  write(table: MovedTable, rows: readonly Row[]): Promise<void>;
  /** All rows of the table are written. */
  finish(table: MovedTable): Promise<void>;
}

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

/** The rows that are moved. */
export async function* movedRows(source: RowSource, table: MovedTable): AsyncIterable<readonly Row[]> {
  const key = table.name === 'meta' ? table.columns.findIndex(({ name }) => name === 'key') : -1;
  for await (const rows of source.read(table)) {
    yield key === -1 ? rows : rows.filter((row) => !keysNotMoved.has(String(row[key])));
  }
}

const fromStored: Readonly<Record<ColumnType, (stored: unknown) => Value>> = {
  ...{ id: String, text: String },
  ...{ integer: Number, bigint: Number },
  boolean: (stored) => (stored === true || stored === 1 ? 1 : 0),
  instant: (stored) => new Date(stored as string | number | Date).toISOString(),
  bytes: (stored) => stored as Uint8Array,
};

/** A row as any of the databases returns it. */
export const toRow = ({ columns }: MovedTable, stored: readonly unknown[]): Row =>
  columns.map(({ type }, index) => {
    const value = stored[index];
    return value === null || value === undefined ? null : fromStored[type](value);
  });

/** Rows in memory at a time: each can have a megabyte. */
export const rowsTogether = 50;

export interface PlaceDependencies {
  /** Rejects with a `StartProblem` if the database is used with another secret. */
  checkSecret(store: DatabaseStore): Promise<void>;
  /** From now on, the database is used with this secret. */
  keepFingerprint(store: DatabaseStore): Promise<void>;
}

/** Where an installation keeps its data. Everything here rejects with a `StartProblem` for what the operator can fix. */
export interface DataPlace {
  /** As people read it. */
  readonly name: string;
  /** What to do once the data is here. */
  readonly nextStep: string;
  /**
   * The move by which the data left, and the sentence about it; null while it is here. `arrived`: the id of the move that
   * brought everything here, whether or not it is in use yet.
   */
  moves(): Promise<{
    readonly left: { readonly move: Move; readonly sentence: string } | null;
    readonly arrived: string | null;
  }>;
  /** Data that is complete may be used from now on. */
  putInUse(): Promise<void>;
  /** For whatever uses the data. */
  openStore(): Promise<DatabaseStore>;
  /** Opens the data. Nothing else can change it until this is closed. */
  openSource(): Promise<MoveSource>;
  /** Opens an empty database, or one that holds an interrupted move from this source, which starts again. */
  openTarget(move: Move, from: MoveSource): Promise<MoveTarget>;
}

export interface MoveSource {
  readonly rows: RowSource;
  readonly epoch: string;
  /** The move that was interrupted when this was about to be left. */
  readonly interrupted: string | null;
  /** From now on nobody can use the data. Returns what became of it. */
  leave(move: Move): Promise<string>;
  close(): Promise<void>;
}

export interface MoveTarget {
  readonly rows: RowTarget;
  /** Stores what was written, to be put in use once the source was left. */
  complete(): Promise<void>;
  /** Without `complete`, nothing of what was written stays. */
  close(): Promise<void>;
}
