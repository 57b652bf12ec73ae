import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Turn, WriterThread } from './sqlite-writer.ts';

/** Takes the write lock when a transaction begins; a transaction that reads first couldn't wait for it later. */
const begin = 'begin immediate';

/** How many statements stay prepared: lists of different lengths make different ones, which would fill the memory. */
const mostPrepared = 200;

type Bound = Parameters<StatementSync['all']>;
type Read = (query: string, parameters: readonly unknown[]) => unknown[];

/** Kysely that reads on this thread, where nothing has to wait for a lock, and writes on the thread for that. */
export function serverDialect(database: DatabaseSync, writer: WriterThread): Dialect {
  /** Preparing a statement takes longer than most reads. */
  const prepared = new Map<string, StatementSync>();
  const read: Read = (query, parameters) => {
    const statement = prepared.get(query) ?? database.prepare(query);
    if (prepared.size >= mostPrepared) prepared.clear();
    prepared.set(query, statement);
    return statement.all(...(parameters as Bound));
  };
  return {
    createAdapter: () => new ParallelAdapter(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => new WriterConnection(read, writer),
      beginTransaction: (connection) => (connection as WriterConnection).begin(),
      commitTransaction: (connection) => (connection as WriterConnection).commit(),
      rollbackTransaction: (connection) => (connection as WriterConnection).rollback(),
      releaseConnection: async () => {},
      // The database belongs to the store.
      destroy: async () => {},
    }),
  };
}

/** Reads don't wait for writes. */
class ParallelAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class WriterConnection implements DatabaseConnection {
  readonly #read: Read;
  readonly #writer: WriterThread;
  /** Of the open transaction. */
  #turn: Turn | null = null;

  constructor(read: Read, writer: WriterThread) {
    this.#read = read;
    this.#writer = writer;
  }

  async begin(): Promise<void> {
    const turn = await this.#writer.takeTurn();
    try {
      await turn.execute({ query: begin, parameters: [], inTransaction: false });
      this.#turn = turn;
    } catch (error) {
      turn.release();
      throw error;
    }
  }

  /** A commit that failed is rolled back next. */
  async commit(): Promise<void> {
    await this.executeQuery(CompiledQuery.raw('commit'));
    this.#endTurn();
  }

  async rollback(): Promise<void> {
    try {
      await this.executeQuery(CompiledQuery.raw('rollback'));
    } finally {
      this.#endTurn();
    }
  }

  #endTurn(): void {
    this.#turn?.release();
    this.#turn = null;
  }

  async executeQuery<Row>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<Row>> {
    const turn = this.#turn;
    if (turn === null && (SelectQueryNode.is(query) || rawSelect.test(sql))) {
      return { rows: this.#read(sql, parameters) as Row[] };
    }
    const request = { query: sql, parameters, inTransaction: turn !== null };
    const { result } = await (turn ?? this.#writer).execute(request);
    const { rows = [], changes, lastInsertRowid } = result ?? {};
    return {
      rows: rows as Row[],
      ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
    };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }
}

const rawSelect = /^\s*select\b/i;
