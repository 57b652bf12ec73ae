import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createConcurrencyLimit } from '../door/concurrency-limit.ts';
import { isFirebaseHash, verifyFirebasePassword } from './firebase-scrypt.ts';

const derive = promisify(argon2);

/** Half of Node's thread pool, which file access and DNS need too. One hash takes about 30 ms. */
const withLimit = createConcurrencyLimit(2, 50);

interface PasswordCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** OWASP's first choice for argon2id. */
const DEFAULT_COST: PasswordCost = { memory: 19_456, passes: 2 };
let newHashes = DEFAULT_COST;

/** The cost of new hashes from now on. For tests: no setting of the server changes it. */
export function setPasswordCost(cost: PasswordCost = DEFAULT_COST): void {
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

/** The parts of a hash by `hashPassword`; null for other text, and for a hash that would cost too much to check. */
function parseArgon2Hash(text: string) {
  const [, m, t, p, salt = '', hash = ''] = argon2Format.exec(text) ?? [];
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const isPossible = passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism;
  const isCheap = memory <= MOST.memory && memory * passes <= MOST.work && parallelism <= MOST.parallelism;
  return isPossible && isCheap ? { memory, passes, parallelism, salt, hash } : null;
}

/** Can `verifyPassword` check passwords against this text? */
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
