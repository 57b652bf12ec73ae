import { resolve } from 'node:path';
import { recordByOperator } from '../../accounts/security-log.ts';
import { createSignInKeys } from '../../accounts/sign-in-keys.ts';
import type { Config } from '../../config.ts';
import type { CheckReport } from '../../database/sqlite/check-database.ts';
import { createSecretBox, decryptSecrets } from '../../schedules/secret-box.ts';
import { loadSecret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import { command, withStore } from './command.ts';

export const backup = command({
  usage: 'FILE',
  summary: 'writes a complete copy of the database to a new file',
  takes: [1, 1],
  async run(context, _, target = '') {
    const { config, makeBackup, print } = context;
    await makeBackup(resolve(target));
    await withStore(context.openStore, (store) =>
      recordByOperator(store, { type: 'backup-created' }, context.now()),
    );
    print(`${target} is complete. It contains accounts and sessions: keep it as safe as the database.`);
    print(`It does not contain the secret. Keep a copy of ${config.secretFile} in another place.`);
  },
});

export const check = command({
  usage: '[FILE]',
  summary: 'checks the database or a backup, and whether the secret fits it; changes nothing',
  takes: [0, 1],
  async run({ config, checkDatabase, print }, _, file) {
    const report = checkDatabase(file === undefined ? null : resolve(file));
    const { damage, documentProblems, documents, changes } = report;
    const problems = [...damage, ...documentProblems, ...(await secretProblems(report, config))];
    for (const problem of problems) print(problem);
    print(`${documents} documents and ${changes} changes were checked.`);
    if (problems.length > 0) throw new StartProblem(`Problems found: ${problems.length}.`);
    print('Everything is in order.');
  },
});

async function secretProblems(
  { connections, authenticators }: CheckReport,
  { secretFile }: Config,
): Promise<readonly string[]> {
  const secret = await loadSecret(secretFile);
  const keys = secret && createSignInKeys(secret.keysFor('sign-in'));
  const box = secret && createSecretBox(secret.keysFor('schedule'));
  const lostConnections = connections.filter(
    (each) => !box || Object.keys(decryptSecrets(box, each)).length < Object.keys(each.sealed).length,
  );
  const lostAuthenticators = authenticators.filter((each) => !keys?.isOurs(each));
  const reason = secret ? `${secretFile} does not fit` : `there is no ${secretFile}`;
  return [
    ...lostConnections.map(
      ({ team, provider }) => `The ${provider} sign-in of team ${team} can’t be decrypted: ${reason}.`,
    ),
    ...(lostAuthenticators.length > 0
      ? [`Authenticator apps that can’t be decrypted: ${lostAuthenticators.length}: ${reason}.`]
      : []),
  ];
}

export const restore = command({
  usage: 'FILE',
  summary: 'replaces the database with a backup (stop the server first); keeps the replaced one',
  takes: [1, 1],
  async run(context, _, backup = '') {
    const { config, checkDatabase, restoreBackup, print } = context;
    const report = checkDatabase(resolve(backup));
    const [damage] = report.damage;
    if (damage !== undefined) {
      throw new StartProblem(`${backup} is damaged, so nothing was changed: ${damage}`);
    }
    const kept = await restoreBackup(resolve(backup));
    await withStore(context.openStore, (store) =>
      recordByOperator(store, { type: 'backup-restored' }, context.now()),
    );
    print(`The database is now that of ${backup}: ${report.documents} documents, ${report.changes} changes.`);
    if (kept !== null) print(`The replaced database is kept as ${kept}.`);
    for (const problem of [...report.documentProblems, ...(await secretProblems(report, config))])
      print(problem);
    print('Start the server. Open pages load everything again by themselves.');
  },
});

export const newEpoch = command({
  usage: '',
  summary:
    'after PostgreSQL was restored from a dump (stop all servers first): open pages load everything again',
  async run({ openRestoredStore, now, print }) {
    await withStore(openRestoredStore, async (store) => {
      await store.renewEpoch();
      await recordByOperator(store, { type: 'backup-restored' }, now());
    });
    print('The database has a new epoch. Start the servers. Open pages load everything again by themselves.');
  },
});
