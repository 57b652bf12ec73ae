import type { Config } from '../config.ts';
import type { SqliteStore } from '../store/sqlite/sqlite.ts';

/** What whoever runs Lineup can do beside the running server, by `npm run lineup -- NAME ...`. */
export interface Command {
  /** What is typed after the name. */
  readonly takes: string;
  /** What it does, in one line. */
  readonly does: string;
  /** False when what was typed is not what it takes. Throws `StartProblem` with a sentence when it cannot be done. */
  run(typed: readonly string[], context: CommandContext): Promise<boolean>;
}

export interface CommandContext {
  readonly config: Config;
  /** The server's database, which must be there. */
  readonly openStore: () => Promise<SqliteStore>;
  /** The same for this command alone: refused while a server uses it. */
  readonly openLockedStore: () => Promise<SqliteStore>;
  /** The same, made where it is missing. */
  readonly makeStore: () => Promise<SqliteStore>;
  /** A copy of it, or an empty one, to try something on; gone when it is closed. */
  readonly openCopy: () => Promise<SqliteStore>;
  readonly now: () => number;
  /** The answer, a line at a time. */
  readonly say: (line: string) => void;
  /** What somebody answers to a question, such as a password: it is not shown as it is typed. */
  readonly ask: (question: string) => Promise<string>;
  /** How far it is, for whoever waits. */
  readonly mention: (line: string) => void;
}
