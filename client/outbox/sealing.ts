import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { bytesToHex, bytesToUtf8, hexToBytes, utf8ToBytes } from '@noble/ciphers/utils.js';
import type { RandomBytes } from '../connection/random.ts';
import type { SealedChange, WaitingChange } from './outbox-storage.ts';

const nonceLength = 24;

/** Encrypts a change, bound to its author and id. `crypto.subtle` would need https. `key` is 32 bytes in hex. */
export function seal(
  { user, id, ...content }: WaitingChange,
  key: string,
  random: RandomBytes,
): SealedChange {
  const nonce = random(nonceLength);
  const text = utf8ToBytes(JSON.stringify(content));
  const sealed = bytesToHex(nonce) + bytesToHex(cipher(key, nonce, { user, id }).encrypt(text));
  return { user, id, sealed };
}

/** Null if it was encrypted with another key, or altered. */
export function unseal({ user, id, sealed }: SealedChange, key: string): WaitingChange | null {
  try {
    const bytes = hexToBytes(sealed);
    const nonce = bytes.subarray(0, nonceLength);
    const text = cipher(key, nonce, { user, id }).decrypt(bytes.subarray(nonceLength));
    return { ...JSON.parse(bytesToUtf8(text)), user, id };
  } catch {
    return null;
  }
}

const cipher = (key: string, nonce: Uint8Array, about: { user: string; id: string }) =>
  xchacha20poly1305(hexToBytes(key), nonce, utf8ToBytes(`${about.user}/${about.id}`));
