import { setTimeout as wait } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type QueryResult,
  type TransactionBuilder,
} from 'kysely';
import type { Tables } from '../tables.ts';
import { codeOf, wasIdleTooLong } from './postgres-errors.ts';

/** Two transactions that would not have ended the same way one after the other, or that wait for each other. */
const conflicts: ReadonlySet<string> = new Set(['40001', '40P01']);
const mostAttempts = 20;
const longestPause = 20;

/**
 * Kysely for everything but documents: who is who, and who is where. On SQLite one transaction runs at a time, and the code
 * relies on it: that a team keeps a manager, or that no sign-in with the old password outlives a new one. Here every
 * statement and transaction is serializable. PostgreSQL refuses one of two that would not have ended as one after the other,
 * and it runs again. So the work of a transaction must do nothing but use the database.
 */
export class SerializableKysely extends Kysely<Tables> {
  constructor(pool: PostgresPool) {
    super({ dialect: retrying(new PostgresDialect({ pool })) });
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    return Object.assign(builder, {
      execute: <Result>(work: Parameters<typeof execute<Result>>[0]) => retry(() => execute(work)),
    });
  }
}

async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const mayRunAgain = conflicts.has(codeOf(error) ?? '') || wasIdleTooLong(error);
      if (attempt === mostAttempts || !mayRunAgain) throw error;
      await wait(Math.random() * Math.min(longestPause, attempt));
    }
  }
}

/** Runs a statement again that is no part of a transaction. */
function retrying(dialect: PostgresDialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => retryingDriver(dialect.createDriver()),
  };
}

function retryingDriver(driver: Driver): Driver {
  const inTransaction = new WeakSet<DatabaseConnection>();
  const changed = new WeakSet<DatabaseConnection>();

  function change(connection: DatabaseConnection): DatabaseConnection {
    if (changed.has(connection)) return connection;
    changed.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <Row>(query: CompiledQuery): Promise<QueryResult<Row>> =>
      inTransaction.has(connection) ? execute<Row>(query) : retry(() => execute<Row>(query));
    return connection;
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection: async (options) => change(await driver.acquireConnection(options)),
    beginTransaction(connection, settings) {
      inTransaction.add(connection);
      return driver.beginTransaction(connection, settings);
    },
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection(connection, options) {
      inTransaction.delete(connection);
      return driver.releaseConnection(connection, options);
    },
    destroy: (options) => driver.destroy(options),
  };
}
