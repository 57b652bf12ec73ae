import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isHostedPassword, verifyHostedPassword } from './hosted-password.ts';

const derive = promisify(argon2);

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

/** Is it text that `verifyPassword` can compare with? */
export const isKeptPassword = (text: string): boolean => ours.test(text) || isHostedPassword(text);

/** False for text that is no hash of ours, too. One of the hosted product stays good until it is replaced. */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  if (isHostedPassword(hash)) return verifyHostedPassword(password, hash);
  const parts = ours.exec(hash);
  if (!parts) return false;
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const tag = await tagOf(password, {
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    nonce: Buffer.from(parts[4] ?? '', 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}

/** The same letter can be typed in several ways; a password is compared in its one composed form. */
const tagOf = (password: string, cost: Omit<Argon2Parameters, 'message'>): Promise<Buffer> =>
  derive('argon2id', { ...cost, message: password.normalize('NFKC') });

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
