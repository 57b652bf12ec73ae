export interface WriterSettings {
  readonly file: string;
  readonly opened: { readonly dev: number; readonly ino: number };
  readonly pragmas: Readonly<Record<string, string | number>>;
  /** The message of the error when the path leads to another file. */
  readonly moved: string;
  /** Statements that the thread prepares once; each run binds its own values. */
  readonly sql: Readonly<
    Record<
      'insertDocument' | 'updateDocument' | 'updateVersion' | 'insertChange' | 'writeSnapshot' | 'setMeta',
      string
    >
  >;
}

type Text = string | null;
/** One transaction, as rows ready to bind. */
export interface WriteRequest {
  readonly documents: [
    team: string,
    id: string,
    kind: string,
    from: number,
    version: number,
    /** Name, area and date; null if they are unchanged. */
    columns: [Text, Text, Text] | null,
  ][];
  readonly changes: [
    team: string,
    document: string,
    version: number,
    id: string,
    author: Text,
    at: number,
    change: string,
    record: Text,
    /** What it would have in a pack. */
    key: string,
  ][];
  readonly snapshots: [team: string, document: string, version: number, body: string][];
}

/** One statement, by itself or of an open transaction. */
export interface WriterQuery {
  readonly query: string;
  readonly parameters: readonly unknown[];
  /** It belongs to a transaction, which must be open. */
  readonly inTransaction: boolean;
}

export type WriterRequest = WriteRequest | WriterQuery | 'probe' | 'pragmas' | 'clear-log';

export interface QueryResult {
  readonly rows: readonly unknown[];
  readonly changes?: number | bigint;
  readonly lastInsertRowid?: number | bigint;
}

export type WriteAnswer =
  | {
      readonly problem: null;
      readonly pragmas?: Readonly<Record<string, unknown>>;
      readonly result?: QueryResult;
    }
  | {
      readonly problem: 'conflict' | 'duplicate' | 'failed';
      readonly message: string;
      /** What errors of SQLite have besides a message. */
      readonly details?: { readonly code?: unknown; readonly errcode?: unknown; readonly errstr?: unknown };
    };
