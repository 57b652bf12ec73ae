import { parseArgs } from 'node:util';
import { refuse } from '../../../domain/problem/problem.ts';
import { isTimeZone } from '../../../domain/time/date.ts';
import { normalizeEmail } from '../../accounts/account-tables.ts';
import {
  type FirebaseScryptParameters,
  isFirebaseHash,
  verifyFirebasePassword,
} from '../../accounts/password-policy.ts';
import type { DatabaseStore } from '../../database/store.ts';
import { createDocuments } from '../../live/documents.ts';
import { createScheduleConnections } from '../../schedules/connections.ts';
import { createProviders } from '../../schedules/schedules.ts';
import { createSecretBox } from '../../schedules/secret-box.ts';
import { openSharedSecret, passingSecret, type Secret } from '../../secret.ts';
import { StartProblem } from '../../start-problem.ts';
import { parseCollections } from '../moving/collections.ts';
import { parseHashConfig } from '../moving/hash-config.ts';
import { needsHashing, parseHostedUser, parseHostedUsers, passwordOf } from '../moving/hosted-people.ts';
import { importAll } from '../moving/import.ts';
import type { ImportContext, ImportSource } from '../moving/import-source.ts';
import { loadJson, loadText } from '../moving/json-file.ts';
import { createReport } from '../moving/report.ts';
import { createTarget, type Target } from '../moving/target.ts';
import type { Command, CommandContext } from './command.ts';

/** How often progress is shown, in milliseconds. */
const PROGRESS_INTERVAL = 3_000;

export const importFirebase: Command = {
  usage:
    'firebase --auth users.json [--hash-config FILE] --firestore data.json [--check EMAIL] [--dry-run] [--time-zone ZONE] [--join EMAIL ...]',
  summary: 'imports people, teams, templates, and layouts from Firebase or from a Lineup export',
  async run(args, context) {
    const options = parseOptions(args);
    if (!options) return false;
    const { auth, firestore, isDry, timeZone, joining } = options;
    if (!isTimeZone(timeZone)) throw new StartProblem(`There is no time zone “${timeZone}”.`);
    const users = parseHostedUsers(await loadJson(auth), auth);
    for (const email of joining) {
      if (!users.some((user) => normalizeEmail(parseHostedUser(user)?.email ?? '') === email))
        throw new StartProblem(`--join names ${email}, but nobody in ${auth} has that address.`);
    }
    const collections = parseCollections(await loadJson(firestore), firestore);
    const hashing = await hashingFor(users, options);
    if (options.check !== null)
      await checkHashing(users, hashing, { ...options, email: options.check }, context);
    const source = { users, collections, hashing };
    const report = createReport(isDry);
    await withTarget(context, isDry, (target) =>
      move(source, { target, report, timeZone, joining }, context),
    );
    for (const line of report.lines()) context.print(line);
    return true;
  },
};

type ImportOptions = NonNullable<ReturnType<typeof parseOptions>>;

/** Null if the arguments don't match the usage. */
function parseOptions(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        auth: { type: 'string' },
        'hash-config': { type: 'string' },
        firestore: { type: 'string' },
        check: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        join: { type: 'string', multiple: true, default: [] },
        'time-zone': { type: 'string', default: Intl.DateTimeFormat().resolvedOptions().timeZone },
      },
    });
    const { auth, firestore, 'hash-config': hashConfig = null } = values;
    if (positionals.join() !== 'firebase' || !auth || !firestore) return null;
    return {
      auth,
      firestore,
      hashConfig,
      check: values.check === undefined ? null : normalizeEmail(values.check),
      isDry: values['dry-run'],
      timeZone: values['time-zone'],
      joining: new Set(values.join.map(normalizeEmail)),
    };
  } catch {
    return null;
  }
}

async function hashingFor(users: readonly unknown[], { auth, hashConfig }: ImportOptions) {
  if (hashConfig !== null) return parseHashConfig(await loadText(hashConfig), hashConfig);
  if (!users.some(needsHashing)) return null;
  throw new StartProblem(
    `${auth} has passwords: give the file with their hash parameters as --hash-config, or nobody could sign in.`,
  );
}

/** Checks the hash parameters with a password the operator knows, before anything is written. */
async function checkHashing(
  users: readonly unknown[],
  hashing: FirebaseScryptParameters | null,
  { auth, hashConfig, email }: ImportOptions & { email: string },
  { prompt, progress }: CommandContext,
): Promise<void> {
  const user = users.map(parseHostedUser).find((each) => normalizeEmail(each?.email ?? '') === email);
  if (!user) throw new StartProblem(`--check names ${email}, but nobody in ${auth} has that address.`);
  const kept = hashing && passwordOf(user, hashing);
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

type MoveOptions = Pick<ImportContext, 'target' | 'report' | 'timeZone' | 'joining'>;

function move(
  source: ImportSource,
  options: MoveOptions,
  { now, progress: show }: CommandContext,
): Promise<void> {
  let shownAt = now();
  return importAll(source, {
    ...options,
    now,
    progress(done, total) {
      if (now() - shownAt < PROGRESS_INTERVAL) return;
      shownAt = now();
      show(`${done} of ${total} ...`);
    },
  });
}

/** A dry run imports into a copy. */
async function withTarget(
  context: CommandContext,
  isDry: boolean,
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const store = await (isDry ? context.openCopy() : context.makeStore());
  try {
    const secret = isDry ? passingSecret() : await openSharedSecret(context.config.secretFile, store);
    const { target, close } = await openTarget(store, secret, context);
    await work(target);
    await close();
  } finally {
    await store.close();
  }
}

/** The import saves connections without contacting their providers. */
const offline = { fetch: async () => refuse('call-cancelled') };

async function openTarget(store: DatabaseStore, secret: Secret, { config, now }: CommandContext) {
  // Loaded here, so that other commands start sooner.
  const { openBetterAuth } = await import('../../accounts/better-auth.ts');
  const { db } = await openBetterAuth({
    store,
    keys: secret.keysFor('sign-in'),
    publicUrl: config.publicUrl,
    logError: () => {},
  });
  const documents = createDocuments({ store, now });
  const connections = createScheduleConnections({
    providers: createProviders(offline, config.outgoing, now),
    store: store.schedule,
    secretBox: createSecretBox(secret.keysFor('schedule')),
    now,
  });
  return { target: createTarget({ db, store, documents, connections, now }), close: documents.close };
}
