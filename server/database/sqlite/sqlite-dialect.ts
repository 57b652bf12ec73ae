import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Dialect, Kysely } from 'kysely';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Turn, WriterThread } from './writer-thread.ts';

/** For starting and for commands: here a write that waits stops everything else. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return dialect(new SqliteAdapter(), () => new ImmediateDriver({ database: asKyselyExpects(database) }));
}

/** Kysely that reads on this thread, where nothing has to wait for a lock, and writes on the thread for that. */
export function serverDialect(database: DatabaseSync, writer: WriterThread): Dialect {
  return dialect(new ParallelAdapter(), () => new WriterDriver(database, writer));
}

const dialect = (adapter: SqliteAdapter, createDriver: () => Driver): Dialect => ({
  createAdapter: () => adapter,
  createDriver,
  createIntrospector: (kysely: Kysely<unknown>) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** Takes the write lock when a transaction begins; a transaction that reads first couldn't wait for it later. */
const begin = CompiledQuery.raw('begin immediate');

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(begin);
  }
}

/** Reads don't wait for writes. */
class ParallelAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class WriterDriver implements Driver {
  readonly #reads: PreparedReads;
  readonly #writer: WriterThread;

  constructor(database: DatabaseSync, writer: WriterThread) {
    this.#reads = new PreparedReads(database);
    this.#writer = writer;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WriterConnection> {
    return new WriterConnection(this.#reads, this.#writer);
  }

  beginTransaction(connection: WriterConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: WriterConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: WriterConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  /** The database belongs to the store. */
  async destroy(): Promise<void> {}
}

/** How many statements stay prepared. Lists of different lengths make different statements. */
const mostPrepared = 200;

/** Preparing a statement takes longer than most reads. */
class PreparedReads {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(query: string, parameters: Bound): unknown[] {
    let statement = this.#statements.get(query);
    if (!statement) {
      statement = this.#database.prepare(query);
      if (this.#statements.size >= mostPrepared) this.#statements.clear();
      this.#statements.set(query, statement);
    }
    return statement.all(...parameters);
  }
}

class WriterConnection implements DatabaseConnection {
  readonly #reads: PreparedReads;
  readonly #writer: WriterThread;
  /** Of the open transaction. */
  #turn: Turn | null = null;

  constructor(reads: PreparedReads, writer: WriterThread) {
    this.#reads = reads;
    this.#writer = writer;
  }

  async begin(): Promise<void> {
    const turn = await this.#writer.takeTurn();
    try {
      await turn.execute({ query: begin.sql, parameters: [], inTransaction: false });
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
      return { rows: this.#reads.all(sql, parameters as Bound) as Row[] };
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

type Bound = Parameters<ReturnType<DatabaseSync['prepare']>['run']>;

const rawSelect = /^\s*select\b/i;

function asKyselyExpects(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...(parameters as unknown as Bound)),
        run: (parameters) => statement.run(...(parameters as unknown as Bound)),
        iterate: (parameters) => statement.iterate(...(parameters as unknown as Bound)),
      };
    },
  };
}
