import { join } from 'node:path';
import { parseConfig } from '../../server/config.ts';
import { openServerStore } from '../../server/database/open-store.ts';
import { makeBackup, openSqliteCopy, restoreBackup } from '../../server/database/sqlite/backups.ts';
import { checkDatabase } from '../../server/database/sqlite/check-database.ts';
import type { Command } from '../../server/operate/commands/command.ts';
import { StartProblem } from '../../server/start-problem.ts';
import { databaseUrlOf, openTestStore } from '../stores/test-store.ts';
import type { Ended } from './real-process.ts';

/** What a command does and says, without a process of its own; `typed` is what follows its name. */
export async function runCommand(
  command: Command,
  typed: readonly string[],
  dataDir: string,
  { answer = '', env = {} }: { answer?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  const file = join(dataDir, 'lineup.db');
  const openStore = () => openTestStore(dataDir);
  const said: string[] = [];
  const stdout = () => said.map((line) => `${line}\n`).join('');
  try {
    const wasUnderstood = await command.run(typed, {
      config: parseConfig({ DATA_DIR: dataDir, ...env }),
      openStore,
      openLockedStore: openStore,
      openRestoredStore: openStore,
      makeStore: async () => {
        const databaseUrl = await databaseUrlOf(dataDir);
        return databaseUrl === null ? openStore() : openServerStore({ databaseUrl, dataDir });
      },
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
