import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { cookieLine, cookieValues } from '../door/cookies.ts';
import { nameOfKey } from '../secret.ts';

export const sessionCookie = 'lineup.session_token';

/** The name of the key, then the nonce and what it encrypted, in hex. */
const envelope = /^\$ba\$(\d+)\$/;

export type SignInKeys = ReturnType<typeof createSignInKeys>;

/**
 * Signs what browsers keep, and encrypts what the database keeps. The newest key comes first: it signs and encrypts, and the
 * others can still decrypt. The formats are those of Better Auth, which did both before 1.0.0.
 */
export function createSignInKeys(keys: readonly [Buffer, ...Buffer[]]) {
  const [newest] = keys;
  const textOf = (key: Buffer) => key.toString('base64url');
  const cipherOf = (key: Buffer) =>
    managedNonce(xchacha20poly1305)(createHash('sha256').update(textOf(key)).digest());
  const keyOf = (stored: string) => keys.find((key) => String(nameOfKey(key)) === envelope.exec(stored)?.[1]);
  const sign = (value: string) => createHmac('sha256', textOf(newest)).update(value).digest();

  function verified(signed: string): string | null {
    const end = signed.lastIndexOf('.');
    const value = signed.slice(0, Math.max(0, end));
    const [signature, expected] = [Buffer.from(signed.slice(end + 1), 'base64'), sign(value)];
    const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
    return isSigned && value !== '' ? value : null;
  }

  return {
    cookie: (name: string, value: string, life: number): string =>
      cookieLine(name, encodeURIComponent(`${value}.${sign(value).toString('base64')}`), life),

    /** Only a cookie that is signed with the newest key has a value. */
    readCookie: (header: string | undefined, name: string): string | null =>
      cookieValues(header, name)
        .map((value) => verified(decode(value)))
        .find((value) => value !== null) ?? null,

    encrypt: (text: string): string =>
      `$ba$${nameOfKey(newest)}$${Buffer.from(cipherOf(newest).encrypt(Buffer.from(text))).toString('hex')}`,

    /** Whether one of the keys encrypted it. */
    isOurs: (stored: string): boolean => keyOf(stored) !== undefined,

    decrypt(stored: string): string {
      const key = keyOf(stored);
      if (!key) throw new Error('A second factor was encrypted with another secret.');
      return Buffer.from(cipherOf(key).decrypt(Buffer.from(stored.replace(envelope, ''), 'hex'))).toString();
    },
  };
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
