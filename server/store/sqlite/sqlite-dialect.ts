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

/**
 * Kysely over Node's own SQLite. Kysely gives its one connection to one caller at a time. `checkFile` runs before and after
 * every write, and throws when it is lost.
 */
export function sqliteDialect(database: DatabaseSync, checkFile: () => void = () => {}): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: (): Driver => new ImmediateDriver({ database: asKyselyExpects(database, checkFile) }),
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

const writes = /^\s*(insert|update|delete|replace|commit|begin)\b/i;

function asKyselyExpects(database: DatabaseSync, checkFile: () => void): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = database.prepare(sql);
      const checked = <Result>(run: () => Result): Result => {
        if (!writes.test(sql)) return run();
        checkFile();
        const result = run();
        checkFile();
        return result;
      };
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => checked(() => statement.all(...(parameters as unknown as Bound))),
        run: (parameters) => checked(() => statement.run(...(parameters as unknown as Bound))),
        iterate: (parameters) => statement.iterate(...(parameters as unknown as Bound)),
      };
    },
  };
}
