import type { StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { AuthorChanged, DuplicateChange, VersionConflict } from '../document-store.ts';

interface WriterSettings {
  readonly file: string;
  readonly opened: { readonly dev: number; readonly ino: number };
  readonly pragmas: Readonly<Record<string, string | number>>;
  /** The message of the error when the path leads to another file. */
  readonly moved: string;
}

/** Why a transaction is not carried out. */
type Broken = 'conflict' | 'duplicate' | 'author-changed';

/** A statement of a transaction, which the thread prepares once. */
export interface Statement {
  readonly query: string;
  /** The values of each run. */
  readonly runs: readonly (readonly (string | number | null)[])[];
  /** What it means when a run changes nothing, or finds nothing. */
  readonly otherwise?: Broken;
}

/** One statement of Kysely's, by itself or of an open transaction. */
interface WriterQuery {
  readonly query: string;
  readonly parameters: readonly unknown[];
  /** It belongs to a transaction, which must be open. */
  readonly inTransaction: boolean;
}

/** A list of statements is a transaction. */
type WriterRequest = readonly Statement[] | WriterQuery | 'clear-log';

interface QueryResult {
  readonly rows: readonly unknown[];
  readonly changes?: number | bigint;
  readonly lastInsertRowid?: number | bigint;
}

type WriteAnswer =
  | { readonly problem: null; readonly result?: QueryResult }
  | {
      readonly problem: Broken | 'failed';
      readonly message: string;
      /** What errors of SQLite have besides a message. */
      readonly details?: { readonly code?: unknown; readonly errcode?: unknown; readonly errstr?: unknown };
    };

type WriteResult = Extract<WriteAnswer, { problem: null }>;

/** Keeps everyone else from writing until it is released. */
export interface Turn {
  execute(request: WriterRequest): Promise<WriteResult>;
  release(): void;
}

/** Writes one after the other: waiting for the disk or for a lock delays only other writes. */
export interface WriterThread {
  execute(request: WriterRequest): Promise<WriteResult>;
  /** For several requests, such as those of a transaction. */
  takeTurn(): Promise<Turn>;
  /** Resolves when all writes are done and the thread has ended. */
  close(): Promise<void>;
}

export function startWriterThread(settings: WriterSettings): WriterThread {
  const waiting: ((answer: WriteAnswer) => void)[] = [];
  let worker: Worker | null = startWorker(settings, whenAnswered, whenEnded);
  let lastTurn: Promise<void> = Promise.resolve();

  function whenAnswered(answer: WriteAnswer): void {
    waiting.shift()?.(answer);
  }

  /** The thread's open transaction is rolled back; the next write starts a new thread. */
  function whenEnded(reason: unknown): void {
    worker = null;
    for (const answer of waiting.splice(0)) answer({ problem: 'failed', message: String(reason) });
  }

  async function post(request: WriterRequest): Promise<WriteResult> {
    const answered = new Promise<WriteAnswer>((resolve) => waiting.push(resolve));
    worker ??= startWorker(settings, whenAnswered, whenEnded);
    worker.postMessage(request);
    const answer = await answered;
    if (answer.problem === 'conflict') throw new VersionConflict(answer.message);
    if (answer.problem === 'duplicate') throw new DuplicateChange(answer.message);
    if (answer.problem === 'author-changed') throw new AuthorChanged(answer.message);
    if (answer.problem !== null) throw Object.assign(new Error(answer.message), answer.details);
    return answer;
  }

  async function takeTurn(): Promise<Turn> {
    const earlier = lastTurn;
    const { promise, resolve: release } = Promise.withResolvers<void>();
    lastTurn = promise;
    await earlier;
    return { execute: post, release };
  }

  return {
    takeTurn,

    async execute(request) {
      const turn = await takeTurn();
      try {
        return await turn.execute(request);
      } finally {
        turn.release();
      }
    },

    async close() {
      await takeTurn();
      const ending = worker;
      if (!ending) return;
      const ended = new Promise((resolve) => ending.once('exit', resolve));
      ending.postMessage('close');
      await ended;
    },
  };
}

function startWorker(
  settings: WriterSettings,
  whenAnswered: (answer: WriteAnswer) => void,
  whenEnded: (reason: unknown) => void,
): Worker {
  const worker = new Worker(`(${runWriter})()`, {
    eval: true,
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  worker.on('message', whenAnswered);
  let reason: unknown = 'The thread that writes has ended.';
  worker.on('error', (error) => {
    reason = error;
  });
  worker.on('exit', () => whenEnded(reason));
  return worker;
}

/**
 * The thread that writes: most of a commit is waiting for the disk, and here it delays nobody. It is started from
 * the text of this function, without types, so it can't use anything from outside. (A file would have its types
 * stripped at runtime, which takes 14 MB more for the thread's lifetime.)
 */
function runWriter(): void {
  const { statSync } = process.getBuiltinModule('node:fs');
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { pathToFileURL } = process.getBuiltinModule('node:url');
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { file, opened, moved, pragmas } = workerData as WriterSettings;
  // SQLite by itself would create an empty database in place of a missing one.
  const database = new DatabaseSync(new URL('?mode=rw', pathToFileURL(file)));
  for (const [name, value] of Object.entries(pragmas)) database.exec(`pragma ${name} = ${value}`);
  // Makes the files of the log.
  database.prepare('select name from sqlite_master').all();
  /** SQLite deletes the last two only when the last connection closes. */
  const inPlace = [file, `${file}-wal`, `${file}-shm`].map((path) => ({
    path,
    is: path === file ? opened : statSync(path),
  }));
  const begin = database.prepare('begin immediate');
  const commit = database.prepare('commit');
  const rollback = database.prepare('rollback');
  const prepared = new Map<string, StatementSync>();

  /** Throws when a path leads to another file, or to none: what is written to an open file without a name is lost. */
  function checkInPlace(): void {
    for (const { path, is } of inPlace) {
      const found = statSync(path, { throwIfNoEntry: false });
      if (found?.ino !== is.ino || found.dev !== is.dev)
        throw Object.assign(new Error(moved), { code: 'ERR_SQLITE_MOVED' });
    }
  }

  /** SQLite's code for a duplicate in a unique column: here the id of a change. */
  const isDuplicate = (error: unknown): boolean =>
    error instanceof Error && 'errcode' in error && error.errcode === 2067;

  function execute(statements: readonly Statement[]): WriteAnswer {
    checkInPlace();
    begin.run();
    for (const { query, runs, otherwise } of statements) {
      const statement = prepared.get(query) ?? database.prepare(query);
      prepared.set(query, statement);
      const asks = statement.columns().length > 0;
      for (const values of runs) {
        const isDone = asks ? statement.get(...values) !== undefined : statement.run(...values).changes === 1;
        if (isDone || !otherwise) continue;
        rollback.run();
        return { problem: otherwise, message: `${query}: ${values}` };
      }
    }
    commit.run();
    checkInPlace();
    return { problem: null };
  }

  function executeQuery({ query, parameters, inTransaction }: Extract<WriterRequest, { query: string }>) {
    if (inTransaction && !database.isTransaction) {
      // SQLite rolls back by itself when the disk is full, and the error for that is what matters.
      if (query === rollback.sourceSQL) return { problem: null };
      throw new Error('The transaction was lost.');
    }
    const statement = database.prepare(query);
    if (!database.isTransaction) checkInPlace();
    const values = parameters as Parameters<typeof statement.run>;
    const result =
      statement.columns().length > 0
        ? { rows: statement.all(...values) }
        : { rows: [], ...statement.run(...values) };
    if (!database.isTransaction) checkInPlace();
    return { problem: null, result };
  }

  /** Copies the log into the file and empties it, if that is possible without waiting. */
  function clearLog(): WriteAnswer {
    checkInPlace();
    database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)');
    database.exec(`pragma busy_timeout = ${pragmas.busy_timeout}`);
    return { problem: null };
  }

  function answer(request: WriterRequest): WriteAnswer {
    try {
      if (request === 'clear-log') return clearLog();
      return 'query' in request ? executeQuery(request) : execute(request);
    } catch (error) {
      const { message, code, errcode, errstr } = error as Error & {
        [Name in 'code' | 'errcode' | 'errstr']: unknown;
      };
      if (typeof request === 'object' && !('query' in request)) {
        if (database.isTransaction) rollback.run();
        if (isDuplicate(error)) return { problem: 'duplicate', message };
      }
      return { problem: 'failed', message, details: { code, errcode, errstr } };
    }
  }

  parentPort?.on('message', (request: WriterRequest | 'close') => {
    if (request !== 'close') return parentPort.postMessage(answer(request));
    database.close();
    parentPort.close();
  });
}
