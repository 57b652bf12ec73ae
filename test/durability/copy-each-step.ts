// Makes or restores a backup, and copies its folder before every call that changes a file: a process that is killed then
// leaves exactly that.
//   copy-each-step.ts COPIES FOLDER backup FILE TARGET | copy-each-step.ts COPIES FOLDER restore BACKUP FILE
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [copies = '', folder = '', action, from = '', to = ''] = process.argv.slice(2);
const { cpSync } = fs;
let steps = 0;
function copyFolder(): void {
  steps += 1;
  cpSync(folder, join(copies, String(steps)), { recursive: true });
}

type Method = (this: unknown, ...values: unknown[]) => unknown;
function copyBefore(target: object, name: string): void {
  const real = (target as Record<string, Method>)[name];
  Object.assign(target, {
    [name](...values: unknown[]) {
      copyFolder();
      return real?.call(this, ...values);
    },
  });
}

for (const name of ['linkSync', 'renameSync', 'rmSync', 'fsyncSync', 'writeFileSync']) copyBefore(fs, name);
for (const name of ['exec', 'close', 'prepare']) copyBefore(DatabaseSync.prototype, name);
syncBuiltinESMExports();

const { makeBackup } = await import('../../server/database/sqlite/backups.ts');
const { restoreBackup } = await import('../../server/database/sqlite/backups.ts');
await (action === 'backup' ? makeBackup(from, to) : restoreBackup(from, to, 0));
copyFolder();
