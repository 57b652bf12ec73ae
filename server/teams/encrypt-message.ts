import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushTarget } from '../store/push/push-store.ts';

const CURVE = 'prime256v1';
/** The record size that the header names. A push service takes at least this much. */
const RECORD = 4_096;
/** What encrypting adds: the header, the mark at the end, and the tag. */
const OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16;
const longestMessage = RECORD - OVERHEAD;

interface Chosen {
  readonly salt: Buffer;
  /** The private key that is used once. */
  readonly privateKey?: Buffer;
}

/** A message that only the browser can read (RFC 8291, in the form of RFC 8188). Throws for keys that are none. */
export function encryptMessage(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  message: string,
  { salt, privateKey }: Chosen = { salt: randomBytes(16) },
): Buffer {
  const plain = Buffer.from(message);
  if (plain.length > longestMessage) throw new RangeError('The message is too long for a push service.');
  const theirs = Buffer.from(p256dh, 'base64url');
  const pair = createECDH(CURVE);
  if (privateKey) pair.setPrivateKey(privateKey);
  else pair.generateKeys();
  const ours = pair.getPublicKey();
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const shared = derive(pair.computeSecret(theirs), Buffer.from(auth, 'base64url'), about, 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The mark of the last record.
  const encrypted = [
    cipher.update(Buffer.concat([plain, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, ...encrypted]);
}

/** Whether a browser's keys are a point of the curve and a secret of the right length. */
export function areKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  try {
    const pair = createECDH(CURVE);
    pair.generateKeys();
    const point = Buffer.from(p256dh, 'base64url');
    pair.computeSecret(point);
    return point.length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));
