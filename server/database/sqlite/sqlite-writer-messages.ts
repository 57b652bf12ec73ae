export interface WriterSettings {
  readonly file: string;
  readonly opened: { readonly dev: number; readonly ino: number };
  readonly pragmas: Readonly<Record<string, string | number>>;
  /** The message of the error when the path leads to another file. */
  readonly moved: string;
}

/** A statement of a transaction, which the thread prepares once. */
export interface Statement {
  readonly query: string;
  /** The values of each run. */
  readonly runs: readonly (readonly (string | number | null)[])[];
  /** What it means when a run changes nothing. */
  readonly otherwise?: 'conflict' | 'duplicate';
}

/** One statement of Kysely's, by itself or of an open transaction. */
interface WriterQuery {
  readonly query: string;
  readonly parameters: readonly unknown[];
  /** It belongs to a transaction, which must be open. */
  readonly inTransaction: boolean;
}

/** A list of statements is a transaction. */
export type WriterRequest = readonly Statement[] | WriterQuery | 'clear-log';

interface QueryResult {
  readonly rows: readonly unknown[];
  readonly changes?: number | bigint;
  readonly lastInsertRowid?: number | bigint;
}

export type WriteAnswer =
  | { readonly problem: null; readonly result?: QueryResult }
  | {
      readonly problem: 'conflict' | 'duplicate' | 'failed';
      readonly message: string;
      /** What errors of SQLite have besides a message. */
      readonly details?: { readonly code?: unknown; readonly errcode?: unknown; readonly errstr?: unknown };
    };
