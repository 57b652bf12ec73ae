import { resolve } from 'node:path';
import type { Config } from '../../config.ts';
import type { CheckReport } from '../../database/sqlite/check-database.ts';
import { createSecretBox, decryptSecrets } from '../../schedules/secret-box.ts';
import { loadSecret, nameOfKey } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import type { Command } from './command.ts';

export const check: Command = {
  usage: '[FILE]',
  summary: 'checks the database or a backup, and whether the secret fits it; changes nothing',
  async run([file, ...rest], { config, checkDatabase, print }) {
    if (rest.length > 0) return false;
    const report = checkDatabase(file === undefined ? null : resolve(file));
    const { damage, documentProblems, documents, changes } = report;
    const problems = [...damage, ...documentProblems, ...(await secretProblems(report, config))];
    for (const problem of problems) print(problem);
    print(`${documents} documents and ${changes} changes were checked.`);
    if (problems.length > 0) throw new StartProblem(`Problems found: ${problems.length}.`);
    print('Everything is in order.');
    return true;
  },
};

/** The format of Better Auth: the key's name, then what it encrypted. */
const envelope = /^\$ba\$(\d+)\$/;

/** Sentences about what the secret of this server does not decrypt. */
export async function secretProblems(
  { connections, authenticators }: CheckReport,
  { secretFile }: Config,
): Promise<readonly string[]> {
  const secret = await loadSecret(secretFile);
  const names = secret?.keysFor('sign-in').map((key) => String(nameOfKey(key))) ?? [];
  const box = secret && createSecretBox(secret.keysFor('schedule'));
  const lostConnections = connections.filter(
    (each) => !box || Object.keys(decryptSecrets(box, each)).length < Object.keys(each.sealed).length,
  );
  const lostAuthenticators = authenticators.filter((each) => {
    const name = envelope.exec(each)?.[1];
    return name === undefined || !names.includes(name);
  });
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
