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

interface Described<Options extends ParseArgsOptionsConfig> extends Pick<Command, 'usage' | 'summary'> {
  readonly options?: Options;
  /** How many arguments it takes that are no options. */
  readonly takes?: readonly [least: number, most: number];
  /** Resolves to false for options that don't go together. */
  run(
    context: CommandContext,
    values: NonNullable<ReturnType<typeof parse<Options>>>['values'],
    argument: string | undefined,
  ): Promise<unknown>;
}

export const command = <const Options extends ParseArgsOptionsConfig>({
  options = {} as Options,
  takes: [least, most] = [0, 0],
  run,
  ...described
}: Described<Options>): Command => ({
  ...described,
  async run(args, context) {
    const { values, positionals = [] } = parse(args, options) ?? {};
    if (!values || positionals.length < least || positionals.length > most) return false;
    return (await run(context, values, positionals[0])) !== false;
  },
});

/** Null for options that there aren't. */
function parse<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
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

/** How often progress is shown, in milliseconds. */
const PROGRESS_INTERVAL = 3_000;

/** Shows a line now and then. */
export function everyFewSeconds({ now, progress }: Pick<CommandContext, 'now' | 'progress'>) {
  let shownAt = now();
  return (line: () => string): void => {
    if (now() - shownAt < PROGRESS_INTERVAL) return;
    shownAt = now();
    progress(line());
  };
}
