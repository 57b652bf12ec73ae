import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Command } from '../../server/commands/command.ts';
import { parseConfig } from '../../server/config.ts';
import { StartProblem } from '../../server/start-problem.ts';
import { checkDatabase } from '../../server/store/sqlite/backup/check-database.ts';
import { makeBackup } from '../../server/store/sqlite/backup/make-backup.ts';
import { restoreBackup } from '../../server/store/sqlite/backup/restore-backup.ts';
import { openSqliteCopy } from '../../server/store/sqlite/sqlite-copy.ts';
import { eventually } from '../eventually.ts';
import type { Ended } from './real-process.ts';
import { openTestStore } from './test-store.ts';

/** What a command does and says, without a process of its own; `typed` is what follows its name. */
export async function runCommand(
  command: Command,
  typed: readonly string[],
  dataDir: string,
  { answer = '' }: { answer?: string } = {},
): Promise<Ended> {
  const file = join(dataDir, 'lineup.db');
  const openStore = async () => {
    await unlocked(file);
    return openTestStore(dataDir);
  };
  const said: string[] = [];
  const stdout = () => said.map((line) => `${line}\n`).join('');
  try {
    const wasUnderstood = await command.run(typed, {
      config: parseConfig({ DATA_DIR: dataDir }),
      openStore,
      openLockedStore: openStore,
      makeStore: openStore,
      openCopy: () => openSqliteCopy(file),
      makeBackup: (target) => makeBackup(file, target),
      restoreBackup: (from) => restoreBackup(from, file, Date.now()),
      checkDatabase: (other) => checkDatabase(other ?? file),
      now: Date.now,
      prompt: async () => answer,
      print: (line) => said.push(line),
      progress: () => {},
    });
    return wasUnderstood
      ? { code: 0, stdout: stdout(), stderr: '' }
      : { code: 1, stdout: stdout(), stderr: command.usage };
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    return { code: 1, stdout: stdout(), stderr: error.message };
  }
}

/**
 * Waits until nobody is writing. A server in this process could not end its transaction while opening the database here
 * waits for its lock.
 */
const unlocked = (file: string): Promise<void> =>
  eventually(() => {
    if (!existsSync(file)) return;
    const database = new DatabaseSync(file);
    try {
      database.exec('begin immediate; rollback');
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
      if (isBusy) throw error;
    } finally {
      database.close();
    }
  });
