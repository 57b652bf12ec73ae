import * as z from 'zod/mini';
import { plainId } from '../../../contract/changes.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import type { AccountRecord } from '../../accounts/account-tables.ts';
import { parseEmail } from '../../accounts/account-tables.ts';
import { namesOf } from '../../accounts/oidc-sign-in.ts';
import {
  type FirebaseScryptParameters,
  formatFirebaseHash,
  isPasswordHash,
} from '../../accounts/password-policy.ts';
import { StartProblem } from '../../start-problem.ts';
import { type Collection, isFields } from './collections.ts';
import { parseHostedPerson } from './hosted-shapes.ts';

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
    }),
  ),
});
export type HostedUser = z.infer<typeof hostedUser>;

/** The accounts of a Firebase export, each with the additions of a Lineup export. */
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

/** The account's name in the report. */
export const placeOf = ({ localId, email }: HostedUser): string =>
  email ? `users/${localId} (${email})` : `users/${localId}`;

/** Firebase writes this instead of a hash for people who may not export hashes. */
const REDACTED = Buffer.from('REDACTED').toString('base64');

/** Why a password can't be imported; null if it can, or if there is none. */
export function passwordProblem(
  { passwordHash, salt, lineup }: HostedUser,
  hashing: FirebaseScryptParameters | null,
): string | null {
  if (!passwordHash || lineup?.password) return null;
  if (passwordHash === REDACTED) {
    return 'The password was left out: its hash is hidden in the file. Export the accounts again as an owner of the project.';
  }
  if (!salt) return 'The password was left out: its hash has no salt, so it can’t be checked.';
  const [hash, key] = [passwordHash, hashing?.signerKey ?? ''].map(
    (text) => Buffer.from(text, 'base64').length,
  );
  return hash === key ? null : 'The password was left out: Lineup doesn’t support the way it was hashed.';
}

/** Does the account have a password that needs the hash parameters? */
export const needsHashing = (user: unknown): boolean => {
  const read = parseHostedUser(user);
  return Boolean(read?.passwordHash) && !read?.lineup?.password;
};

/** The account to create, or why it can't be created. */
export function accountOf(
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
  const { firstName, lastName } = parseHostedPerson(people[id]);
  const at = Number(createdAt ?? Number.NaN);
  return {
    id,
    email: email.value,
    emailVerified: emailVerified === true,
    ...namesOf({ given_name: firstName, family_name: lastName, name: displayName, email: email.value }),
    createdAt: at >= 0 && at <= 8.64e15 ? at : now,
    password: passwordOf(hosted, hashing),
    providers: lineup?.providers ?? [],
  };
}

export function passwordOf(user: HostedUser, hashing: FirebaseScryptParameters | null): string | null {
  const { passwordHash, salt, lineup } = user;
  if (lineup?.password && isPasswordHash(lineup.password)) return lineup.password;
  if (!passwordHash || !hashing || passwordProblem(user, hashing)) return null;
  const kept = formatFirebaseHash(hashing, { salt: salt ?? '', hash: passwordHash });
  return isPasswordHash(kept) ? kept : null;
}
