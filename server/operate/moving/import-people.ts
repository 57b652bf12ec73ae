import * as z from 'zod/mini';
import { plainId } from '../../../contract/changes.ts';
import { language } from '../../../contract/me.ts';
import {
  type AccountRecord,
  findUserByEmail,
  hasUser,
  insertAccounts,
  parseEmail,
} from '../../accounts/account-tables.ts';
import { namesOf } from '../../accounts/oidc-sign-in.ts';
import {
  type FirebaseScryptParameters,
  formatFirebaseHash,
  isPasswordHash,
} from '../../accounts/password-policy.ts';
import { replaceFirebaseHash } from '../../accounts/passwords.ts';
import { StartProblem } from '../../start-problem.ts';
import { sentence } from '../../words.ts';
import type { Collection } from './hosted-files.ts';
import { hostedDocument, isFields } from './hosted-value.ts';
import type { ImportContext, ImportSource } from './import.ts';

const maybe = z.nullish(z.string());
const hostedUser = z.object({
  localId: z.string(),
  email: maybe,
  emailVerified: z.nullish(z.boolean()),
  passwordHash: maybe,
  salt: maybe,
  displayName: maybe,
  createdAt: z.nullish(z.union([z.string(), z.number()])),
  disabled: z.nullish(z.boolean()),
  lineup: z.optional(
    z.object({
      password: z.nullable(z.string()),
      providers: z.array(z.object({ provider: z.string(), account: z.string() })),
      language: z.catch(z.optional(language), undefined),
    }),
  ),
});
type HostedUser = z.infer<typeof hostedUser>;

export function parseHostedUsers(json: unknown, file: string): readonly unknown[] {
  if (isFields(json) && Array.isArray(json.users)) {
    const beside = new Map(isFields(json.lineup) ? Object.entries(json.lineup) : []);
    return json.users.map((user: unknown) =>
      isFields(user) ? { ...user, lineup: beside.get(String(user.localId)) } : user,
    );
  }
  throw new StartProblem(`${file} is not an export of accounts: it must have a list “users”.`);
}

export const parseHostedUser = (user: unknown): HostedUser | null => {
  const read = z.safeParse(hostedUser, user);
  return read.success ? read.data : null;
};

const placeOf = ({ localId, email }: HostedUser): string =>
  email ? `users/${localId} (${email})` : `users/${localId}`;

/** Firebase writes this instead of a hash for people who may not export hashes. */
const REDACTED = Buffer.from('REDACTED').toString('base64');

export const needsHashing = (user: unknown): boolean => {
  const read = parseHostedUser(user);
  return Boolean(read?.passwordHash) && !read?.lineup?.password;
};

function accountOf(
  hosted: HostedUser,
  people: Collection,
  hashing: FirebaseScryptParameters | null,
  now: number,
): AccountRecord | { readonly why: string } {
  const { localId: id, displayName, emailVerified, createdAt, disabled, lineup } = hosted;
  if (!plainId.safeParse(id).success) return { why: 'The id has characters that don’t work in an address.' };
  if (disabled) return { why: 'The account is disabled.' };
  if (!hosted.email) return { why: 'It has no email address.' };
  const email = parseEmail(hosted.email);
  if (!email.ok) return { why: `${hosted.email}: ${sentence(email.problem)}` };
  const person = hostedDocument(people[id]);
  const [given, family] = [person.at('firstName').text(), person.at('lastName').text()];
  const at = Number(createdAt ?? Number.NaN);
  return {
    id,
    email: email.value,
    emailVerified: emailVerified === true,
    ...namesOf({ given_name: given, family_name: family, name: displayName, email: email.value }),
    createdAt: at >= 0 && at <= 8.64e15 ? at : now,
    password: passwordOf(hosted, hashing).password,
    providers: lineup?.providers ?? [],
    language: lineup?.language,
  };
}

/** What is stored of a password; null if there is none. `problem`: why it can't be imported. */
export function passwordOf(
  { passwordHash, salt, lineup }: HostedUser,
  hashing: FirebaseScryptParameters | null,
): { readonly password: string | null; readonly problem: string | null } {
  const without = (problem: string | null) => ({ password: null, problem });
  if (lineup?.password && isPasswordHash(lineup.password))
    return { password: lineup.password, problem: null };
  if (!passwordHash || lineup?.password) return without(null);
  if (passwordHash === REDACTED) {
    return without(
      'The password was left out: its hash is hidden in the file. Export the accounts again as an owner of the project.',
    );
  }
  if (!salt) return without('The password was left out: its hash has no salt, so it can’t be checked.');
  const password = hashing && formatFirebaseHash(hashing, { salt, hash: passwordHash });
  const [hash, key] = [passwordHash, hashing?.signerKey ?? ''].map(
    (text) => Buffer.from(text, 'base64').length,
  );
  if (password !== null && hash === key && isPasswordHash(password)) return { password, problem: null };
  return without('The password was left out: Lineup doesn’t support the way it was hashed.');
}

export type People = ReturnType<typeof createPeopleImport>['people'];

export function createPeopleImport(
  { collections, hashing }: ImportSource,
  { store, report, joining, now }: ImportContext,
) {
  const db = store.kysely;
  /** Account ids of people imported in this run, by their ids in the files. */
  const imported = new Map<string, string>();
  const emails = new Set<string>();
  const names = new Map<string, string>();
  const withoutPassword: string[] = [];

  async function check(user: unknown): Promise<AccountRecord | null> {
    const hosted = parseHostedUser(user);
    const where = hosted ? placeOf(hosted) : 'users/?';
    const skip = (why: string) => {
      report.skipped('People', where, why);
      return null;
    };
    if (!hosted) return skip('It has no localId, or a field is invalid.');
    const { localId } = hosted;
    if (hosted.email) names.set(localId, hosted.email);
    if (imported.has(localId)) return skip('The id is in the file twice.');
    const account = accountOf(hosted, collections.users, hashing, now());
    const email = 'why' in account ? null : account.email;
    const isSecond = email !== null && emails.has(email);
    if (email !== null) emails.add(email);
    if (await hasUser(db, localId)) {
      if (email !== null && joining.has(email)) imported.set(localId, localId);
      report.existing('People');
      const password = 'why' in account ? null : account.password;
      if (password !== null && (await replaceFirebaseHash(db, localId, password, now()))) {
        report.changed(where, 'The password is now checked with the new hash parameters.');
      }
      return null;
    }
    if ('why' in account) return skip(account.why);
    if (isSecond) return skip(`${email} is in the file twice.`);
    const owner = await findUserByEmail(db, account.email);
    if (owner !== null) {
      if (!joining.has(account.email)) {
        return skip(
          `Someone already has an account here with ${email}. If it’s the same person, add --join ${email}.`,
        );
      }
      imported.set(localId, owner);
      report.existing('People');
      return null;
    }
    imported.set(localId, localId);
    const { problem } = passwordOf(hosted, hashing);
    if (problem) report.changed(where, problem);
    if (account.password === null && account.providers.length === 0) withoutPassword.push(account.email);
    return account;
  }

  return {
    async add(batch: readonly unknown[]) {
      const accounts: AccountRecord[] = [];
      for (const user of batch) {
        const account = await check(user);
        if (account) accounts.push(account);
      }
      await insertAccounts(db, accounts, now());
      for (const _ of accounts) report.created('People');
    },

    reportWithoutPassword() {
      if (withoutPassword.length === 0) return;
      report.changed(
        'users',
        `No password was imported for these people. They sign in through a provider, or with a reset link: ${withoutPassword.join(', ')}.`,
      );
    },

    people: {
      idOf: async (hosted: string) => imported.get(hosted) ?? ((await hasUser(db, hosted)) ? hosted : null),
      nameOf: (hosted: string) => names.get(hosted) ?? hosted,
      /** Was the account imported in this run? New people also join teams that exist already. */
      isNew: (hosted: string) => imported.has(hosted),
    },
  };
}
