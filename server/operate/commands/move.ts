import { once } from 'node:events';
import { join } from 'node:path';
import { stderr, stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { isTimeZone } from '../../../domain/time/date.ts';
import { normalizeEmail } from '../../accounts/account-tables.ts';
import {
  type FirebaseScryptParameters,
  isFirebaseHash,
  verifyFirebasePassword,
} from '../../accounts/password-policy.ts';
import { recordByOperator } from '../../accounts/security-log.ts';
import { parseDatabaseUrl } from '../../config.ts';
import { createDocuments } from '../../live/documents.ts';
import { createSecretBox } from '../../schedules/secret-box.ts';
import { openSharedSecret, temporarySecret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import { exportInto } from '../moving/export.ts';
import { loadJson, loadText, parseCollections } from '../moving/hosted-files.ts';
import { createReport, importAll } from '../moving/import.ts';
import { needsHashing, parseHostedUser, parseHostedUsers, passwordOf } from '../moving/import-people.ts';
import { type CommandContext, command, everyFewSeconds, withStore } from './command.ts';

/** The length Firebase always uses, in bytes. */
const SIGNER_KEY = 64;
/** Firebase's own limits; a file must not make sign-in more expensive. */
const MOST = { rounds: 8, memoryCost: 14 };

const names = {
  algorithm: 'algorithm',
  base64_signer_key: 'signerKey',
  signerKey: 'signerKey',
  base64_salt_separator: 'saltSeparator',
  saltSeparator: 'saltSeparator',
  rounds: 'rounds',
  mem_cost: 'memoryCost',
  memoryCost: 'memoryCost',
} as const;
const pair = new RegExp(`\\b(${Object.keys(names).join('|')})["']?\\s*[:=]\\s*["']?([\\w+/=-]+)`, 'g');

/** Parses the hash parameters as the Firebase console shows them, or as JSON. */
export function parseHashConfig(text: string, file: string): FirebaseScryptParameters {
  const found: Partial<Record<(typeof names)[keyof typeof names], string>> = {};
  for (const [, name, value] of text.matchAll(pair)) found[names[name as keyof typeof names]] = value ?? '';
  const { algorithm = 'SCRYPT', signerKey, saltSeparator = '' } = found;
  const [rounds, memoryCost] = [Number(found.rounds), Number(found.memoryCost)];
  if (algorithm !== 'SCRYPT') {
    throw new StartProblem(`${file} names the algorithm ${algorithm}; only SCRYPT can be imported.`);
  }
  if (signerKey === undefined || !isFrom1To(rounds, MOST.rounds) || !isFrom1To(memoryCost, MOST.memoryCost)) {
    throw new StartProblem(
      `${file} is not a password hash configuration: it must name base64_signer_key, base64_salt_separator, rounds (1 to ${MOST.rounds}) and mem_cost (1 to ${MOST.memoryCost}).`,
    );
  }
  const { length } = Buffer.from(signerKey, 'base64');
  if (length !== SIGNER_KEY) {
    throw new StartProblem(
      `The base64_signer_key in ${file} has ${length} bytes, but must have ${SIGNER_KEY}. Copy all of it.`,
    );
  }
  return { signerKey, saltSeparator, rounds, memoryCost };
}

const isFrom1To = (number: number, most: number): boolean =>
  Number.isInteger(number) && number >= 1 && number <= most;

export const importFirebase = command({
  usage:
    'firebase --auth users.json [--hash-config FILE] --firestore data.json [--check EMAIL] [--dry-run] [--time-zone ZONE] [--join EMAIL ...]',
  summary: 'imports people, teams, templates, and layouts from Firebase or from a Lineup export',
  options: {
    auth: { type: 'string' },
    'hash-config': { type: 'string' },
    firestore: { type: 'string' },
    check: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    join: { type: 'string', multiple: true, default: [] },
    'time-zone': { type: 'string', default: Intl.DateTimeFormat().resolvedOptions().timeZone },
  },
  takes: [1, 1],
  async run(context, options, from) {
    const {
      auth,
      firestore,
      check,
      'hash-config': hashConfig,
      'dry-run': isDry,
      'time-zone': timeZone,
    } = options;
    if (from !== 'firebase' || !auth || !firestore) return false;
    const joining = new Set(options.join.map(normalizeEmail));
    if (!isTimeZone(timeZone)) throw new StartProblem(`There is no time zone “${timeZone}”.`);
    const users = parseHostedUsers(await loadJson(auth), auth);
    for (const email of joining) {
      if (!users.some((user) => normalizeEmail(parseHostedUser(user)?.email ?? '') === email))
        throw new StartProblem(`--join names ${email}, but nobody in ${auth} has that address.`);
    }
    const collections = parseCollections(await loadJson(firestore), firestore);
    const hashing = await hashingFor(users, auth, hashConfig);
    if (check !== undefined)
      await checkHashing(users, hashing, { auth, hashConfig, email: normalizeEmail(check) }, context);
    const report = createReport(isDry);
    // A dry run imports into a copy.
    await withStore(isDry ? context.openCopy : context.makeStore, async (store) => {
      const secret = isDry ? temporarySecret() : await openSharedSecret(context.config.secretFile, store);
      const secretBox = createSecretBox(secret.keysFor('schedule'));
      const { now } = context;
      const documents = createDocuments({ store, now });
      const show = everyFewSeconds(context);
      const progress = (done: number, total: number) => show(() => `${done} of ${total} ...`);
      const source = { users, collections, hashing };
      await importAll(source, { store, documents, secretBox, report, timeZone, joining, now, progress });
      await documents.close();
    });
    for (const line of report.lines()) context.print(line);
  },
});

async function hashingFor(users: readonly unknown[], auth: string, hashConfig: string | undefined) {
  if (hashConfig !== undefined) return parseHashConfig(await loadText(hashConfig), hashConfig);
  if (!users.some(needsHashing)) return null;
  throw new StartProblem(
    `${auth} has passwords: give the file with their hash parameters as --hash-config, or nobody could sign in.`,
  );
}

/** Checks the hash parameters with a password the operator knows, before anything is written. */
async function checkHashing(
  users: readonly unknown[],
  hashing: FirebaseScryptParameters | null,
  { auth, hashConfig, email }: { auth: string; hashConfig: string | undefined; email: string },
  { prompt, progress }: CommandContext,
): Promise<void> {
  const user = users.map(parseHostedUser).find((each) => normalizeEmail(each?.email ?? '') === email);
  if (!user) throw new StartProblem(`--check names ${email}, but nobody in ${auth} has that address.`);
  const kept = passwordOf(user, hashing).password;
  if (!kept || !isFirebaseHash(kept)) {
    throw new StartProblem(
      `--check names ${email}, whose password in ${auth} cannot be checked. Name somebody else.`,
    );
  }
  if (await verifyFirebasePassword(await prompt(`Password of ${email}: `), kept)) {
    return progress(`The password of ${email} is correct, and so are the hash parameters.`);
  }
  throw new StartProblem(
    `That is not the password of ${email}, or the hash parameters in ${hashConfig} are not those of ${auth}. Nothing was written.`,
  );
}

export const exportAll = command({
  usage: '[--out DIR]',
  summary: 'exports people, teams, templates, and layouts to files that “import firebase” can import',
  options: { out: { type: 'string', default: 'export' } },
  async run({ openStore, now, print }, { out }) {
    const files = { users: join(out, 'users.json'), data: join(out, 'data.json') };
    const counts = await withStore(openStore, async (store) => {
      const exported = await exportInto(files, { store, db: store.kysely });
      await recordByOperator(store, { type: 'everything-exported' }, now());
      return exported;
    });
    print(`${files.users}: ${counts.people} people`);
    print(
      `${files.data}: ${counts.teams} teams, ${counts.templates} templates, ${counts.layouts} layouts, with those that were deleted`,
    );
    print('They contain sign-in data: keep them as safe as the database.');
    print(
      'Not included: authenticator apps, passkeys, API tokens, invite links, schedule provider sign-ins,',
    );
    print('sessions, and the history of changes. People set up their authenticator apps and passkeys again.');
  },
});

export const moveTo = command({
  usage: 'postgres://USER:PASSWORD@HOST/DATABASE | sqlite',
  summary: 'moves all data to an empty PostgreSQL database, or back to DATA_DIR (stop all servers first)',
  takes: [1, 1],
  async run({ config, now, print, progress }, _, where = '') {
    const { databaseUrl } = config;
    const isBack = where === 'sqlite';
    if (isBack && databaseUrl === null) {
      throw new StartProblem(
        'DATABASE_URL is not set, so the data is in DATA_DIR already. Set it to the database to move from.',
      );
    }
    if (!isBack && databaseUrl !== null) {
      throw new StartProblem(
        'DATABASE_URL is set, so the data is in PostgreSQL already. Unset it to move the data in DATA_DIR. Between two PostgreSQL servers, use pg_dump and pg_restore.',
      );
    }
    // Loaded only where it is used.
    const { createPlaces, moveData } = await import('../moving/move-data.ts');
    const { inFile, inPostgres } = createPlaces(config);
    const postgres =
      databaseUrl === null
        ? inPostgres(parseAddress(where), 'the given address')
        : inPostgres(databaseUrl, 'DATABASE_URL');
    const [from, to] = isBack ? [postgres, inFile] : [inFile, postgres];
    for (const line of await moveData({ from, to, now, progress })) print(line);
    if (!isBack && config.backups) {
      print(
        'Unset BACKUP_DIR, BACKUP_EVERY and BACKUP_KEEP, too: no server starts with them and DATABASE_URL.',
      );
    }
    await withStore(to.openStore, (store) => recordByOperator(store, { type: 'data-moved' }, now()));
  },
});

function parseAddress(text: string): string {
  try {
    const url = parseDatabaseUrl(text);
    if (url !== null) return url;
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error;
    throw new StartProblem(error.message.replace('DATABASE_URL', 'The argument'), { cause: error });
  }
  throw new StartProblem('The address is empty.');
}

/** Reads a line from the terminal without showing it, or from a pipe; '' at the end of the input. */
export async function promptHidden(question: string): Promise<string> {
  stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY === true });
  // Ctrl+C and Ctrl+D close it.
  const [answer = ''] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  lines.close();
  stderr.write('\n');
  return answer;
}
