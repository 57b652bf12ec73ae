import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
const MARK = '$hosted-scrypt$';
/** Enough for the hosted product's cost of 2^14 blocks of 8. */
const MOST_MEMORY = 64 * 1024 * 1024;

/** How a hosted project hashed all its passwords; texts are base64. */
export interface FirebaseScryptParameters {
  readonly signerKey: string;
  readonly saltSeparator: string;
  readonly rounds: number;
  /** As a power of two. */
  readonly memoryCost: number;
}

/** The text that is kept for an imported password until its owner signs in. */
export const formatFirebaseHash = (
  { signerKey, saltSeparator, rounds, memoryCost }: FirebaseScryptParameters,
  { salt, hash }: { readonly salt: string; readonly hash: string },
): string => MARK + [signerKey, saltSeparator, rounds, memoryCost, salt, hash].map(String).join('$');

/** Only what costs no more than the hosted product allows. */
const readable = /^\$hosted-scrypt\$[\w+/=-]+\$[\w+/=-]*\$[1-8]\$(1[0-4]|[1-9])\$[\w+/=-]*\$[\w+/=-]+$/;

export const isFirebaseHash = (kept: string): boolean => readable.test(kept);

/** The salt and the hash of a kept text, as an export of the hosted product has them. */
export function parseFirebaseHash(kept: string): { readonly salt: string; readonly hash: string } | null {
  if (!isFirebaseHash(kept)) return null;
  const [salt = '', hash = ''] = kept.split('$').slice(-2);
  return { salt, hash };
}

/** False for text that is no such hash, too. */
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
