import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;

/** Keeps short texts so that whoever has the database alone cannot read them, nor move them to another place. */
export interface Seal {
  /** `place` names where it is kept: opened for another place it is unreadable. */
  seal(text: string, place: readonly string[]): string;
  /** Null when it was sealed with none of the keys, for another place, or was tampered with. */
  open(sealed: string, place: readonly string[]): string | null;
}

/** The first key seals; the others still open what they sealed before. Each has 32 bytes. */
export function createSeal(keys: readonly Buffer[]): Seal {
  const [current] = keys;
  if (!current) throw new Error('A seal needs a key.');
  return {
    seal(text, place) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, current, nonce).setAAD(nameOf(place));
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString('base64url');
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const key of keys) {
        const text = tryToOpen(bytes, key, place);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

const nameOf = (place: readonly string[]): Buffer => Buffer.from(JSON.stringify(place));

function tryToOpen(bytes: Buffer, key: Buffer, place: readonly string[]): string | null {
  try {
    const opener = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE))
      .setAAD(nameOf(place))
      .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    return opener.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + opener.final('utf8');
  } catch {
    return null;
  }
}
