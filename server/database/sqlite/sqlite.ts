import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Kysely } from 'kysely';
import { makePrivate, makeWritableFolder } from '../../private-files.ts';
import { StartProblem } from '../../start-problem.ts';
import { commonStore } from '../common-store.ts';
import { type RunStatement, readDocuments, statementsFor } from '../document-reading.ts';
import { migrate } from '../migrate.ts';
import { writeHistory } from '../pack-writing.ts';
import type { DatabaseStore } from '../store.ts';
import type { Tables } from '../tables.ts';
import { deleteTeamRows, nextEpoch } from '../team-tables.ts';
import { refuseLostDatabase } from './lost-database.ts';
import { sqliteCommits } from './sqlite-commits.ts';
import { serverDialect } from './sqlite-dialect.ts';
import { checkInPlace, createFile, DatabaseMoved, identityOf, openExisting } from './sqlite-file.ts';
import { startWriterThread } from './sqlite-writer.ts';

/**
 * Of every connection that writes. A commit is on the disk before it returns: `synchronous` 2 is FULL. `busy_timeout` is in
 * milliseconds. Pages that change often are copied from the log into the file every 16 MB instead of every 4. What is deleted is overwritten with zeros:
 * names that somebody wants forgotten would otherwise stay in the file.
 */
const pragmas = {
  busy_timeout: 5000,
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  wal_autocheckpoint: 4000,
} as const;

/** Creates the file and its folder if they are missing. Rejects with a `StartProblem` if that fails. */
export async function openSqliteStore(file: string): Promise<DatabaseStore> {
  try {
    makeFolder(dirname(file));
    refuseLostDatabase(file);
    if (!existsSync(file)) await createFile(file, createDatabase);
    for (const suffix of ['', '-wal', '-shm']) makePrivate(file + suffix);
    const { database, writer, kysely, epoch, close } = await openFile(file);
    const run = prepareAll(database);
    const reading = readDocuments(run, kysely);
    return {
      engine: 'sqlite',
      clockOffset: () => 0,
      asStartProblem: (error) => asStartProblem(error, file),
      epoch,
      ...commonStore(run, kysely),
      documents: {
        ...reading,
        ...writeHistory(kysely, reading),
        ...sqliteCommits(writer),
        deleteTeam: (team, entry) =>
          kysely.transaction().execute((transaction) => deleteTeamRows(transaction, team, entry)),
      },
      async renewEpoch() {
        const value = await nextEpoch(kysely);
        await kysely.updateTable('meta').set({ value }).where('key', '=', 'epoch').execute();
      },
      close,
    };
  } catch (error) {
    throw asStartProblem(error, file);
  }
}

/** Opens a database, with the thread that writes to it, and creates or updates its tables. */
async function openFile(file: string) {
  const opened = identityOf(file);
  const database = openDatabase(file);
  if (opened === null) throw new DatabaseMoved(file);
  const writer = startWriterThread({ file, opened, pragmas, moved: new DatabaseMoved(file).message });
  const kysely = new Kysely<Tables>({ dialect: serverDialect(database, writer) });
  async function close(): Promise<void> {
    await writer.close();
    await kysely.destroy();
    database.close();
  }
  try {
    checkInPlace(file, opened);
    await migrate(kysely, 'sqlite');
    return { database, writer, kysely, epoch: await epochOf(kysely), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function prepareAll(database: DatabaseSync): RunStatement {
  const prepared = new Map(
    Object.entries(statementsFor('sqlite')).map(([name, text]) => [name, database.prepare(text)]),
  );
  return async <Row>(name: string, ...values: readonly SQLInputValue[]) =>
    (prepared.get(name)?.all(...values) ?? []) as Row[];
}

/** Fills a new file, which is given its name only when it is complete. */
async function createDatabase(draft: string): Promise<void> {
  // SQLite keeps the permissions of an empty file, and gives them to the log.
  writeFileSync(draft, '', { flag: 'wx', mode: 0o600 });
  await (await openFile(draft)).close();
}

function openDatabase(file: string): DatabaseSync {
  const database = openExisting(file);
  try {
    for (const [name, value] of Object.entries(pragmas)) database.exec(`pragma ${name} = ${value}`);
    const mode = database.prepare('pragma journal_mode').get()?.journal_mode;
    if (mode === pragmas.journal_mode) return database;
    // On disks of a network: reads would wait for writes.
    throw new StartProblem(`SQLite has no write-ahead log for ${file}. DATA_DIR must be on a local disk.`);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Throws `StartProblem` if it can't be created or written to. */
export function makeFolder(folder: string): void {
  try {
    makeWritableFolder(folder);
  } catch {
    throw new StartProblem(`The folder ${folder} cannot be written to.`);
  }
}

/** SQLite's result codes for problems with the file that the operator can fix. */
const sentences: Readonly<Record<number, (file: string) => string>> = {
  1: (file) => `The file ${file} is not a Lineup database.`,
  5: (file) => `The database ${file} is in use by another program.`,
  8: (file) => `The database ${file} cannot be written to.`,
  // Also without room for the index of the log, which opening needs.
  10: (file) => `The database ${file} cannot be read or written. Its disk may be full or failing.`,
  11: (file) => `The database ${file} is damaged. Restore a backup of it.`,
  13: (file) => `The disk of the database ${file} is full.`,
  14: (file) => `The database ${file} cannot be opened.`,
  26: (file) => `The file ${file} is not a Lineup database.`,
};

export function asStartProblem(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  // The low byte is the kind of failure; the rest are details.
  const sentence = sentences[Number(error.errcode) & 0xff];
  return sentence ? new StartProblem(sentence(file), { cause: error }) : error;
}

/** The id of this history. A restored backup has none and gets a new one here. */
async function epochOf(kysely: Kysely<Tables>): Promise<string> {
  const known = await kysely.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst();
  if (known) return known.value;
  const value = await nextEpoch(kysely);
  await kysely.insertInto('meta').values({ key: 'epoch', value }).execute();
  return value;
}
