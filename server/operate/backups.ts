import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repeatWork } from '../periodic-work.ts';
import { makePrivate, makeWritableFolder } from '../private-files.ts';
import { StartProblem } from '../start-problem.ts';
import type { BackupConfig } from './maintenance-config.ts';

const HOUR = 3_600_000;
/** How often to check whether a backup is due, in milliseconds; first when the server has started. */
const CHECK_EVERY = 60_000;
const FIRST = 5_000;
const LINEUP = fileURLToPath(new URL('../lineup.ts', import.meta.url));

/** Files that scheduled backups make; no others are ever removed. */
const name = /^lineup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/;
/** What a killed backup left. */
const unfinished =
  /^lineup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db\.(?:\d+-)?[\w-]{22}\.part(-journal|-wal|-shm)?$/;

const nameAt = (at: number): string =>
  `lineup-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`;

/** Oldest first. */
const backupsIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => entry.name)
    .sort();

function timeOf(backup: string): number {
  const [, date, hour, minute, second] = name.exec(backup) ?? [];
  return Date.parse(`${date}T${hour}:${minute}:${second}Z`);
}

/** Keeps the newest and removes what killed backups left. */
function prune(folder: string, made: string, keep: number): void {
  const others = backupsIn(folder).filter((each) => each !== made);
  const leftovers = readdirSync(folder).filter((each) => unfinished.test(each));
  const removed = others.slice(0, Math.max(0, others.length + 1 - keep));
  for (const each of [...removed, ...leftovers]) rmSync(join(folder, each), { force: true });
}

export type Backups = ReturnType<typeof createBackups>;

/** Makes a backup every so many hours, and keeps the newest. Throws `StartProblem` if the folder can't be written to. */
export function createBackups({
  config: { folder, everyHours, keep },
  dataDir,
  now,
  log,
}: {
  readonly config: BackupConfig;
  readonly dataDir: string;
  readonly now: () => number;
  readonly log: { error(details: object, message: string): void };
}) {
  let failedAt: number | null = null;
  try {
    makeWritableFolder(folder);
  } catch {
    throw new StartProblem(`BACKUP_DIR is ${folder}, which cannot be written to.`);
  }
  for (const each of backupsIn(folder)) makePrivate(join(folder, each));

  function newest(): number | null {
    try {
      const last = backupsIn(folder).at(-1);
      return last === undefined ? null : timeOf(last);
    } catch {
      // The folder is gone, so the next backup fails and says so.
      return null;
    }
  }

  function isDue(): boolean {
    const last = newest();
    // A full disk would be filled again each minute.
    if (failedAt !== null && Math.abs(now() - failedAt) < HOUR) return false;
    // A file from the future was made while the clock was wrong.
    return last === null || Math.abs(now() - last) >= everyHours * HOUR;
  }

  async function backUpIfDue(closing: AbortSignal): Promise<void> {
    if (!isDue()) return;
    const made = nameAt(now());
    try {
      await runBackup(dataDir, join(folder, made), closing);
      failedAt = null;
      prune(folder, made, keep);
    } catch (error) {
      if (closing.aborted) return;
      failedAt = now();
      log.error({ error: String(error) }, `The backup to ${join(folder, made)} failed.`);
    }
  }

  const logError = (error: unknown) => log.error({ error: String(error) }, 'A backup failed.');
  const { run, close } = repeatWork(backUpIfDue, { first: FIRST, every: CHECK_EVERY, logError });
  return {
    state() {
      const last = newest();
      return { at: last === null ? null : new Date(last).toISOString(), hasFailed: failedAt !== null };
    },
    backUpIfDue: run,
    close,
  };
}

const execute = promisify(execFile);

/** A process of its own, which neither delays the server nor takes it down. Rejects with what it printed. */
async function runBackup(dataDir: string, target: string, signal: AbortSignal): Promise<void> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const running = execute(process.execPath, [LINEUP, 'backup', target], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir },
    signal,
    // The process waits for SQLite and can't handle a signal meanwhile. What it leaves is removed with the next backup.
    killSignal: 'SIGKILL',
  });
  if (running.child.pid !== undefined) beNice(running.child.pid);
  await running.catch(({ stderr, message }) => {
    throw new Error(String(stderr ?? '').trim() || message);
  });
}

function beNice(pid: number): void {
  try {
    setPriority(pid, osConstants.priority.PRIORITY_LOW);
  } catch {
    // The system doesn't allow it, or the process has ended.
  }
}
