import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, parseConfig } from './config.ts';
import { openServerStore, timelineFile } from './database/open-store.ts';
import { makeBackup, openSqliteCopy, restoreBackup } from './database/sqlite/backups.ts';
import { checkDatabase } from './database/sqlite/check-database.ts';
import { refuseMoved } from './database/sqlite/lost-database.ts';
import { asStartProblem, openSqliteStore } from './database/sqlite/sqlite.ts';
import { openLockedSqliteStore } from './database/sqlite/sqlite-lock.ts';
import {
  dropSecondFactor,
  resetLink,
  rotateSecret,
  securityLog,
  signOut,
} from './operate/commands/accounts.ts';
import type { Command, CommandContext } from './operate/commands/command.ts';
import { backup, check, newEpoch, restore } from './operate/commands/database.ts';
import { https } from './operate/commands/https.ts';
import { exportAll, importFirebase, moveTo, promptHidden } from './operate/commands/move.ts';
import { plan } from './operate/commands/plan.ts';
import { StartProblem } from './start-problem.ts';

const commands: Readonly<Record<string, Command>> = {
  'reset-link': resetLink,
  'drop-second-factor': dropSecondFactor,
  'sign-out': signOut,
  'security-log': securityLog,
  'rotate-secret': rotateSecret,
  'new-epoch': newEpoch,
  backup,
  restore,
  check,
  https,
  import: importFirebase,
  export: exportAll,
  'move-to': moveTo,
  plan,
};

// Files that a command writes are as private as the server's data.
process.umask(0o077);
// The reader of the output may stop early, as `| head` does; the command continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
// Lets the process end normally, so that temporary files are removed.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const [name, ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(name, args);
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Returns the exit code. */
async function run(name: string | undefined, args: readonly string[]): Promise<number> {
  if (name === undefined || isHelp(name)) {
    console.log(usage());
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new StartProblem(`There is no command “${name}”.\n${usage()}`);
  if (args.some(isHelp)) {
    console.log(`Usage: ${typedFor(name, command)}\n  ${command.summary}`);
    return 0;
  }
  const config = parseConfig(process.env);
  const file = join(config.dataDir, 'lineup.db');
  const context: CommandContext = {
    config,
    ...(config.databaseUrl === null ? inFile(file) : inPostgres(config.databaseUrl, config)),
    now: Date.now,
    prompt: promptHidden,
    print: console.log,
    progress: console.error,
  };
  try {
    if (await command.run(args, context)) return 0;
  } catch (error) {
    throw asStartProblem(error, file);
  }
  throw new StartProblem(`Usage: ${typedFor(name, command)}`);
}

type Stores = Omit<CommandContext, 'config' | 'now' | 'prompt' | 'print' | 'progress'>;

function inFile(file: string): Stores {
  return {
    openStore: async () => openSqliteStore(existing(file)),
    openLockedStore: async () => openLockedSqliteStore(existing(file)),
    openRestoredStore: async () => openLockedSqliteStore(existing(file)),
    makeStore: () => openSqliteStore(file),
    openCopy: () => openSqliteCopy(file),
    makeBackup: async (target) => makeBackup(existing(file), target),
    restoreBackup: (from) => restoreBackup(from, file, Date.now()),
    checkDatabase: (other) => checkDatabase(other === null ? existing(file) : existingFile(other)),
  };
}

function inPostgres(url: string, config: Config): Stores {
  // Loaded only where it is used.
  const engine = () => import('./database/postgres/postgres.ts');
  return {
    openStore: async () => (await engine()).openPostgresStore(url, { timelineFile: timelineFile(config) }),
    openLockedStore: async () =>
      (await engine()).openPostgresStore(url, { timelineFile: timelineFile(config), isAlone: true }),
    openRestoredStore: async () => (await engine()).openPostgresStore(url, { isAlone: true }),
    makeStore: () => openServerStore(config),
    openCopy: async () => {
      throw new StartProblem('A dry run needs a database in DATA_DIR, but DATABASE_URL is set.');
    },
    makeBackup: async () => refuseWithPostgres('backup', 'pg_dump'),
    restoreBackup: async () => refuseWithPostgres('restore', 'pg_restore and an empty database'),
    checkDatabase: (file) =>
      file === null ? refuseWithPostgres('check', 'pg_amcheck') : checkDatabase(existingFile(file)),
  };
}

function refuseWithPostgres(command: string, tool: string): never {
  throw new StartProblem(
    `“${command}” is for a database in DATA_DIR, but DATABASE_URL is set. Use ${tool} instead.`,
  );
}

/** The same path. Throws a `StartProblem` if there is no such database. */
function existing(file: string): string {
  return existingFile(file, `There is no database ${file}. Set DATA_DIR to the folder that the server uses.`);
}

/** The same path. Throws a `StartProblem` if there is no such file. */
function existingFile(file: string, missing = `There is no file ${file}.`): string {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isFile()) return file;
  if (!found) refuseMoved(file);
  throw new StartProblem(found ? `${file} is not a file.` : missing);
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h';
}

function typedFor(name: string, { usage }: Command): string {
  return `npm run lineup -- ${name} ${usage}`.trim();
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${typedFor(name, command)}\n    ${command.summary}`,
  );
  return ['Commands (they work while the server is running, unless noted otherwise):', ...lines].join('\n');
}
