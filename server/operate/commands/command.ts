import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import type { CheckReport } from '../../database/sqlite/check-database.ts';
import type { DatabaseStore } from '../../database/store.ts';

/** Something the operator runs as `npm run lineup -- NAME ...`, even while the server is running. */
export interface Command {
  readonly usage: string;
  readonly summary: string;
  /** False if the arguments don't match the usage. Throws a `StartProblem` with a sentence if it fails. */
  run(args: readonly string[], context: CommandContext): Promise<boolean>;
}

export interface CommandContext {
  readonly config: Config;
  /** The server's database; fails if there is none. */
  readonly openStore: () => Promise<DatabaseStore>;
  /** The same, locked for this command; fails while a server uses it. */
  readonly openLockedStore: () => Promise<DatabaseStore>;
  /** The same, also if an older server of PostgreSQL is in the place of a newer one. */
  readonly openRestoredStore: () => Promise<DatabaseStore>;
  /** The server's database, created if there is none. */
  readonly makeStore: () => Promise<DatabaseStore>;
  /** A temporary copy of the database, or an empty one; deleted when it is closed. */
  readonly openCopy: () => Promise<DatabaseStore>;
  /** Writes a complete copy of the server's database to a new file. */
  readonly makeBackup: (target: string) => Promise<void>;
  /** Puts a backup in the place of the server's database; returns the new name of the replaced one. */
  readonly restoreBackup: (backup: string) => Promise<string | null>;
  /** Checks a database file; the server's if none is given. */
  readonly checkDatabase: (file: string | null) => CheckReport;
  readonly now: () => number;
  readonly print: (line: string) => void;
  /** Asks for something, such as a password, without showing what is typed. */
  readonly prompt: (question: string) => Promise<string>;
  /** Shows progress on stderr. */
  readonly progress: (line: string) => void;
}

/** The values of the options, and the other arguments; null for options that there aren't. */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch {
    return null;
  }
}

/** Closes the store in any case. */
export async function withStore<T>(
  open: () => Promise<DatabaseStore>,
  work: (store: DatabaseStore) => Promise<T>,
): Promise<T> {
  const store = await open();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
