import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createConcurrencyLimit } from '../throttle/concurrency-limit.ts';
import { isFirebaseHash, verifyFirebasePassword } from './firebase-scrypt.ts';

const derive = promisify(argon2);

/** Half of the threads that files and name look-ups need too. A turn takes some 30 ms, so that nobody waits for long. */
const inTurn = createConcurrencyLimit(2, 50);

/** OWASP's first choice for argon2id; memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** The PHC text of a password: parameters, salt and hash, so that the cost can grow later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await tagOf(password, { ...COST, nonce });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const ours =
  /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{16,128})$/;

/** The cost that a text names is the reader's to pay: no more than RFC 9106 advises where memory is short. */
const MOST = { memory: 65_536, work: 65_536 * 3, parallelism: 4 };

/** The parts of text as `hashPassword` makes it; null for other text, and for one that would cost too much. */
function readOurs(text: string) {
  const [, m, t, p, salt = '', hash = ''] = ours.exec(text) ?? [];
  const [memory, passes, parallelism] = [Number(m), Number(t), Number(p)];
  const isPossible = passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism;
  const isCheap = memory <= MOST.memory && memory * passes <= MOST.work && parallelism <= MOST.parallelism;
  return isPossible && isCheap ? { memory, passes, parallelism, salt, hash } : null;
}

/** Is it text that `verifyPassword` can compare with? */
export const isPasswordHash = (text: string): boolean => readOurs(text) !== null || isFirebaseHash(text);

/** False for text that is no hash of ours, too. One of the hosted product stays good until it is replaced. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (isFirebaseHash(hash)) return inTurn(() => verifyFirebasePassword(password, hash));
  const kept = readOurs(hash);
  if (!kept) return false;
  const { salt, hash: expectedText, ...cost } = kept;
  const expected = Buffer.from(expectedText, 'base64');
  const nonce = Buffer.from(salt, 'base64');
  const tag = await tagOf(password, { ...cost, nonce, tagLength: expected.length });
  return timingSafeEqual(tag, expected);
}

/** The same letter can be typed in several ways; a password is compared in its one composed form. */
const tagOf = (password: string, cost: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  inTurn(() => derive('argon2id', { ...cost, message: password.normalize('NFKC') }));

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
