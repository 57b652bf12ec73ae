import type { DatabaseSync } from 'node:sqlite';
import type { Dialect, Kysely } from 'kysely';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** Kysely over Node's own SQLite. Kysely gives its one connection to one caller at a time. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: (): Driver => new ImmediateDriver({ database: asKyselyExpects(database) }),
    createIntrospector: (kysely: Kysely<unknown>) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Takes the write lock when a transaction begins; a transaction that reads first couldn't wait for it later. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

type Bound = Parameters<ReturnType<DatabaseSync['prepare']>['run']>;

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
