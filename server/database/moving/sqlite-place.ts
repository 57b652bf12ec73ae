import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { nameEpoch } from '../../../contract/live.ts';
import { StartProblem } from '../../start-problem.ts';
import { findMove, loadMeta, movedName, movingFolder, sentenceOf } from '../sqlite/lost-database.ts';
import { asStartProblem, makeFolder, openSqliteStore } from '../sqlite/sqlite.ts';
import { openExisting, syncFile, syncFolder } from '../sqlite/sqlite-file.ts';
import { lock } from '../sqlite/sqlite-lock.ts';
import { columnsOf, quoted, quotedList } from '../tables.ts';
import {
  type Arrival,
  arrivalKey,
  type DataPlace,
  leftKey,
  type Move,
  type MoveSource,
  type MoveTarget,
  type Row,
  type RowTarget,
  rowsTogether,
  toRow,
} from './place.ts';

function sqliteRows(database: DatabaseSync): RowTarget {
  return {
    async count({ name }) {
      return Number(database.prepare(`select count(*) as count from ${quoted(name)}`).get()?.count);
    },
    async *read(table) {
      const all = database.prepare(
        `select ${columnsOf(table)} from ${quoted(table.name)} order by ${quotedList(table.key)}`,
      );
      all.setReturnArrays(true);
      let rows: Row[] = [];
      for (const stored of all.iterate()) {
        rows.push(toRow(table, stored as unknown as readonly unknown[]));
        if (rows.length < rowsTogether) continue;
        yield rows;
        rows = [];
      }
      yield rows;
    },
    async write(table, rows) {
      const places = table.columns.map(() => '?').join(', ');
      const insert = database.prepare(
        `insert into ${quoted(table.name)} (${columnsOf(table)}) values (${places})`,
      );
      for (const row of rows) insert.run(...(row as SQLInputValue[]));
    },
    async finish() {},
  };
}

/** A database file. Data that is moved to it gets its name when it is complete. */
export function sqlitePlace(file: string): DataPlace {
  const draft = join(movingFolder(file), basename(file));
  return {
    name: file,
    nextStep: 'Unset DATABASE_URL, and start the server.',
    async moves() {
      const found = findMove(file);
      const text = [file, draft].map((each) => loadMeta(each, arrivalKey)).find((each) => each !== null);
      return {
        left: found && { move: found.move, sentence: sentenceOf(file, found) },
        arrived: text ? (JSON.parse(text) as Arrival).id : null,
      };
    },
    async putInUse() {
      if (!existsSync(draft)) return;
      linkSync(draft, file);
      syncFolder(file);
      rmSync(movingFolder(file), { recursive: true });
    },
    openStore: () => openSqliteStore(file),
    openSource: () => openSource(file),
    openTarget: (move, from) => openTarget(file, draft, move, from),
  };
}

async function openSource(file: string): Promise<MoveSource> {
  if (!existsSync(file)) {
    throw new StartProblem(
      `There is no database ${file}. Set DATA_DIR to the folder that the server uses; with DATABASE_URL set, its data is in PostgreSQL already.`,
    );
  }
  const release = lock(file);
  let database: DatabaseSync | undefined;
  try {
    const epoch = await prepare(file);
    const left = loadMeta(file, leftKey);
    const opened = openExisting(file);
    database = opened;
    // Keeps every other program out until the connection is closed.
    opened.exec('pragma locking_mode = exclusive; begin immediate; select key from meta; commit');
    return {
      rows: sqliteRows(opened),
      epoch,
      interrupted: left && (JSON.parse(left) as Move).id,
      async leave(move) {
        markLeft(opened, move);
        const kept = movedName(file, move.at);
        // While the file is open, so that nothing can be stored in between. Windows doesn't allow it.
        if (process.platform === 'win32') opened.close();
        renameSync(file, kept);
        syncFolder(file);
        return `The old database is kept as ${kept}, as it was. Remove it when you are sure that you don’t need it.`;
      },
      async close() {
        if (opened.isOpen) opened.close();
        release();
      },
    };
  } catch (error) {
    database?.close();
    release();
    throw asStartProblem(error, file);
  }
}

/** Returns the epoch. */
async function prepare(file: string): Promise<string> {
  const store = await openSqliteStore(file);
  await store.close();
  return store.epoch;
}

/** If the file is used again, pages learn that it is another history. */
function markLeft(database: DatabaseSync, move: Move): void {
  database.exec('begin immediate');
  put(database, leftKey, JSON.stringify(move));
  put(database, 'epoch', nameEpoch(randomUUID(), move.at));
  database.exec('commit');
  // Nothing of the file is left in a log, which would keep its name.
  database.exec('pragma journal_mode = delete');
}

async function openTarget(file: string, draft: string, move: Move, from: MoveSource): Promise<MoveTarget> {
  const folder = movingFolder(file);
  makeFolder(dirname(file));
  const release = lock(file);
  let database: DatabaseSync | undefined;
  let isComplete = false;
  async function close() {
    if (database?.isOpen) database.close();
    if (!isComplete) rmSync(folder, { recursive: true, force: true });
    release();
  }
  try {
    if (existsSync(file)) {
      throw new StartProblem(
        `There is a database ${file} already. If you don’t need it, move it to another folder. Nothing was moved.`,
      );
    }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    await prepare(draft);
    const opened = openExisting(draft);
    database = opened;
    // What is interrupted starts again, so nothing has to reach the disk before the end.
    opened.exec(
      'pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off; pragma cache_size = -64000',
    );
    opened.exec(`begin; delete from meta where key <> 'schema'`);
    return {
      rows: sqliteRows(opened),
      async complete() {
        const arrival: Arrival = { id: move.id, from: from.epoch, state: 'complete' };
        put(opened, arrivalKey, JSON.stringify(arrival));
        put(opened, 'epoch', from.epoch);
        opened.exec('commit');
        opened.close();
        syncFile(draft);
        syncFolder(draft);
        isComplete = true;
      },
      close,
    };
  } catch (error) {
    await close();
    throw asStartProblem(error, file);
  }
}

function put(database: DatabaseSync, key: string, value: string): void {
  database
    .prepare(
      'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
    )
    .run(key, value);
}
