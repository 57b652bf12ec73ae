import type { Config } from '../config.ts';
import type { SqliteStore } from '../store/sqlite/sqlite.ts';

/** A command for the operator: `npm run lineup -- NAME ...`. */
export interface Command {
  /** The arguments after the name. */
  readonly takes: string;
  /** A one-line description. */
  readonly does: string;
  /** Returns false for invalid arguments. Throws `StartProblem` with a sentence if the command fails. */
  run(typed: readonly string[], context: CommandContext): Promise<boolean>;
}

export interface CommandContext {
  readonly config: Config;
  /** The server's database, which must exist. */
  readonly openStore: () => Promise<SqliteStore>;
  /** The same with an exclusive lock: refused while a server uses it. */
  readonly openLockedStore: () => Promise<SqliteStore>;
  /** The same, created if it is missing. */
  readonly makeStore: () => Promise<SqliteStore>;
  /** A temporary copy of it, or an empty one; deleted when it is closed. */
  readonly openCopy: () => Promise<SqliteStore>;
  readonly now: () => number;
  /** Prints a line. */
  readonly say: (line: string) => void;
  /** Asks for input that isn't shown, such as a password. */
  readonly ask: (question: string) => Promise<string>;
  /** Shows the progress. */
  readonly mention: (line: string) => void;
}
