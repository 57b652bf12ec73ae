import { resolve } from 'node:path';
import { recordInDatabase } from '../../accounts/security-log.ts';
import { StartProblem } from '../../start-problem.ts';
import { secretProblems } from './check.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  usage: 'FILE',
  summary: 'replaces the database with a backup (stop the server first); keeps the replaced one',
  async run([backup, ...rest], context) {
    const { config, checkDatabase, restoreBackup, print } = context;
    if (backup === undefined || rest.length > 0) return false;
    const report = checkDatabase(resolve(backup));
    const [damage] = report.damage;
    if (damage !== undefined) {
      throw new StartProblem(`${backup} is damaged, so nothing was changed: ${damage}`);
    }
    const kept = await restoreBackup(resolve(backup));
    await recordInDatabase(context, { type: 'backup-restored' });
    print(`The database is now that of ${backup}: ${report.documents} documents, ${report.changes} changes.`);
    if (kept !== null) print(`The replaced database is kept as ${kept}.`);
    for (const problem of [...report.documentProblems, ...(await secretProblems(report, config))])
      print(problem);
    print('Start the server. Open pages load everything again by themselves.');
    return true;
  },
};
