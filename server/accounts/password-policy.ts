import {
  type Argon2Parameters,
  argon2,
  createCipheriv,
  createHash,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { passwordMaximum, passwordMinimum } from '../../domain/team/user.ts';
import { createConcurrencyLimit } from '../door/rate-limit.ts';
import { StartProblem } from '../start-problem.ts';

const normalize = (password: string): string => password.normalize('NFKC').toLowerCase();

/** What people who know this product try first. */
const ours = [
  'lineup',
  'layout',
  'schedule',
  'restaurant',
  'hotschedules',
  '7shifts',
  'deputy',
  'kitchen',
  'manager',
];

/** Read with the first password, so that the server starts without waiting for it. */
let loaded: { readonly common: ReadonlySet<string>; readonly beginnings: ReadonlySet<string> } | undefined;

function load() {
  const require = createRequire(import.meta.url);
  const { dictionary }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common');
  // About 49,000 passwords by how often they occur in published leaks, the most frequent first.
  const passwords = dictionary['passwords-common'].map(normalize);
  // The beginnings are also refused with something appended: 'summer' becomes 'Summer2026'.
  return { common: new Set(passwords), beginnings: new Set([...passwords.slice(0, 10_000), ...ours]) };
}

/** True for a frequent password, for one of the most frequent or of this product with digits or signs appended, and for a repeated character or number. */
export function isCommonPassword(typed: string): boolean {
  const password = normalize(typed);
  if (password.length < passwordMinimum) return false;
  loaded ??= load();
  const { common, beginnings } = loaded;
  return (
    common.has(password) ||
    beginnings.has(password.replace(/[\d!@#$.?*]{1,6}$/, '')) ||
    /^(.|\d{2,4})\1+$/su.test(password)
  );
}

export interface PasswordPolicy {
  readonly minimum: number;
  /** A problem names the field it was typed into. */
  check(password: string, field: string): Outcome<string>;
}

/** `breached` names a file of leaked passwords. Throws `StartProblem` if it cannot be read. */
export async function openPasswordPolicy(minimum: number, breached: string | null): Promise<PasswordPolicy> {
  const isBreached = breached === null ? () => false : await loadBreached(breached);
  return {
    minimum,
    check(password, field) {
      if (password.length < minimum) {
        return refuse('password-too-short', { field, details: { min: minimum } });
      }
      if (password.length > passwordMaximum) {
        return refuse('password-too-long', { field, details: { max: passwordMaximum } });
      }
      const isKnown = isCommonPassword(password) || isBreached(password);
      return isKnown ? refuse('password-does-not-meet-requirements', { field }) : done(password);
    },
  };
}

/** Lines are passwords, or SHA-1 in hex. Eight bytes of a hash identify it, so that a million passwords need 8 MB. */
async function loadBreached(file: string): Promise<(password: string) => boolean> {
  const found: bigint[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      const hash = /^([\da-f]{40})(:\d+)?$/i.exec(line.trim())?.[1];
      if (hash) found.push(BigInt(`0x${hash.slice(0, 16)}`));
      else if (line !== '') found.push(keyOf(line));
    }
  } catch {
    throw new StartProblem(`Lineup cannot read BREACHED_PASSWORDS in ${file}.`);
  }
  const keys = BigUint64Array.from(found).sort();
  return (password) => has(keys, keyOf(password));
}

const keyOf = (password: string): bigint =>
  createHash('sha1').update(password.normalize('NFKC')).digest().readBigUInt64BE();

function has(sorted: BigUint64Array, key: bigint): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? key) < key) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === key;
}

const scryptOf = promisify<string, Buffer, number, object, Buffer>(scrypt);
const MARK = '$hosted-scrypt$';
/** Enough for Firebase's cost of 2^14 blocks of 8. */
const MOST_MEMORY = 64 * 1024 * 1024;

/** The password hash parameters of a Firebase project; texts are base64. */
export interface FirebaseScryptParameters {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  /** As a power of two. */
  readonly memoryCost: number;
}

export const formatFirebaseHash = (
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseScryptParameters,
  { salt, hash }: { readonly salt: string; readonly hash: string },
): string => MARK + [signerKey, saltSeparator, rounds, memoryCost, salt, hash].map(String).join('$');

/** Only costs that Firebase allows. */
const format = /^\$hosted-scrypt\$[\w+/=-]+\$[\w+/=-]*\$[1-8]\$(1[0-4]|[1-9])\$[\w+/=-]*\$[\w+/=-]+$/;

export const isFirebaseHash = (hash: string): boolean => format.test(hash);

export function parseFirebaseHash(kept: string): { readonly salt: string; readonly hash: string } | null {
  if (!isFirebaseHash(kept)) return null;
  const [salt = '', hash = ''] = kept.split('$').slice(-2);
  return { salt, hash };
}

export async function verifyFirebasePassword(password: string, kept: string): Promise<boolean> {
  if (!isFirebaseHash(kept)) return false;
  const [signerKey = '', separator = '', rounds, memoryCost, salt = '', hash = ''] = kept
    .slice(MARK.length)
    .split('$');
  const [signer, expected] = [Buffer.from(signerKey, 'base64'), Buffer.from(hash, 'base64')];
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]);
  const cost = { N: 2 ** Number(memoryCost), r: Number(rounds), p: 1, maxmem: MOST_MEMORY };
  const key = await scryptOf(password, salted, 32, cost);
  const made = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer);
  return made.length > 0 && made.length === expected.length && timingSafeEqual(made, expected);
}

const derive = promisify(argon2);

/** Half of Node's thread pool: when a whole chain signs in, files and DNS still get their turns. A hash takes 30 ms, so the 53rd person is asked to try again. */
const withLimit = createConcurrencyLimit(2, 50);

/** OWASP's first choice for argon2id; the memory is in KiB. */
const DEFAULT_COST = { memory: 19_456, passes: 2 };
let newHashes = DEFAULT_COST;

/** The cost of new hashes from now on. For tests: no setting of the server changes it. */
export function setPasswordCost(cost = DEFAULT_COST): void {
  newHashes = cost;
}

/** A PHC string with parameters, salt and hash, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const { memory, passes } = newHashes;
  const parallelism = 1;
  const tag = await tagOf(password, { memory, passes, parallelism, tagLength: 32, nonce });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const argon2Format =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;

/** A stored hash decides what checking it costs, so this limits it to what RFC 9106 recommends where memory is scarce. */
const MOST = { memory: 65_536, work: 65_536 * 3, parallelism: 4 };

/** Null for other text, and for a hash that would cost too much to check. */
function parseArgon2Hash(text: string) {
  const [, m, t, p, salt = '', hash = ''] = argon2Format.exec(text) ?? [];
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const isPossible = passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism;
  const isCheap = memory <= MOST.memory && memory * passes <= MOST.work && parallelism <= MOST.parallelism;
  return isPossible && isCheap ? { memory, passes, parallelism, salt, hash } : null;
}

export const isPasswordHash = (text: string): boolean =>
  parseArgon2Hash(text) !== null || isFirebaseHash(text);

/** Checks against a hash of ours, or of Firebase until it is replaced. False for any other text. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (isFirebaseHash(hash)) return withLimit(() => verifyFirebasePassword(password, hash));
  const stored = parseArgon2Hash(hash);
  if (!stored) return false;
  const { salt, hash: expectedText, ...cost } = stored;
  const expected = Buffer.from(expectedText, 'base64');
  const nonce = Buffer.from(salt, 'base64');
  const tag = await tagOf(password, { ...cost, nonce, tagLength: expected.length });
  return timingSafeEqual(tag, expected);
}

/** The same letter can be encoded in several ways, so passwords are compared in their composed form. */
const tagOf = (password: string, cost: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  withLimit(() => derive('argon2id', { ...cost, message: password.normalize('NFKC') }));

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
