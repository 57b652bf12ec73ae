import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
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

/** What is stored for an imported password until its owner signs in. */
export const formatFirebaseHash = (
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseScryptParameters,
  { salt, hash }: { readonly salt: string; readonly hash: string },
): string => MARK + [signerKey, saltSeparator, rounds, memoryCost, salt, hash].map(String).join('$');

/** Only costs that Firebase allows. */
const format = /^\$hosted-scrypt\$[\w+/=-]+\$[\w+/=-]*\$[1-8]\$(1[0-4]|[1-9])\$[\w+/=-]*\$[\w+/=-]+$/;

export const isFirebaseHash = (hash: string): boolean => format.test(hash);

/** The salt and the hash, as in a Firebase export. */
export function parseFirebaseHash(kept: string): { readonly salt: string; readonly hash: string } | null {
  if (!isFirebaseHash(kept)) return null;
  const [salt = '', hash = ''] = kept.split('$').slice(-2);
  return { salt, hash };
}

/** False for text that is not a Firebase hash. */
export async function verifyFirebasePassword(password: string, kept: string): Promise<boolean> {
  if (!isFirebaseHash(kept)) return false;
  const [signerKey = '', separator = '', rounds, memoryCost, salt = '', hash = ''] = kept
    .slice(MARK.length)
    .split('$');
  const [signer, expected] = [Buffer.from(signerKey, 'base64'), Buffer.from(hash, 'base64')];
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(separator, 'base64')]);
  const cost = { N: 2 ** Number(memoryCost), r: Number(rounds), p: 1, maxmem: MOST_MEMORY };
  const key = await derive(password, salted, 32, cost);
  const made = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(signer);
  return made.length > 0 && made.length === expected.length && timingSafeEqual(made, expected);
}
