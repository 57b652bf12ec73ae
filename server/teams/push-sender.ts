import {
  createCipheriv,
  createECDH,
  createHash,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import type { PushTarget } from '../database/store.ts';
import type { SafeFetch } from '../schedules/safe-fetch.ts';

const CURVE = 'prime256v1';
/** The record size that the header names. A push service takes at least this much. */
const RECORD = 4_096;
/** What encrypting adds: the header, the mark at the end, and the tag. */
const OVERHEAD = 16 + 4 + 1 + 65 + 1 + 16;
const longestMessage = RECORD - OVERHEAD;

/** A message that only the browser can read (RFC 8291, in the form of RFC 8188). Throws for keys that are none. */
export function encryptMessage(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  message: string,
  { salt, privateKey }: { salt: Buffer; privateKey?: Buffer } = { salt: randomBytes(16) },
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

function succeeds(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Whether a browser's keys are a point of the curve and a secret of the right length. */
export function areKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  const pair = createECDH(CURVE);
  pair.generateKeys();
  const hasLengths = point.length === 65 && Buffer.from(auth, 'base64url').length === 16;
  return hasLengths && succeeds(() => pair.computeSecret(point));
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** How long what a key signed is valid; push services accept a day at most. In seconds. */
const VALID_FOR = 12 * 3_600;

type ServerKey = ReturnType<typeof serverKey>;

/** A key for each of the server's secrets, the current one first: browsers stay subscribed with the key they were given. */
export const serverKeys = ([newest, ...older]: readonly [Buffer, ...Buffer[]]): readonly [
  ServerKey,
  ...ServerKey[],
] => [serverKey(newest), ...older.map(serverKey)];

/** Identifies the server to push services (RFC 8292). */
function serverKey(secret: Buffer) {
  const pair = createECDH(CURVE);
  let number = secret;
  // One secret in four billion is no number of the curve.
  while (!succeeds(() => pair.setPrivateKey(number))) number = createHash('sha256').update(number).digest();
  const point = pair.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const [x, y, d] = [coordinate(1), coordinate(33), number.toString('base64url')];
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    /** The Authorization header for an endpoint; `contact` is an https address. */
    authorization(endpoint: string, contact: string, now: number): string {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now / 1_000) + VALID_FOR,
        sub: contact,
      };
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.');
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/** How long a push service keeps a message for a browser that is off, in seconds: an older one is no news. */
const KEPT_FOR = 900;
/** In milliseconds, for a message with all of its attempts. Push services take less than one second. */
const PATIENCE = 5_000;

export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** A later message with the same tag takes its place. */
  readonly tag: string;
}

/** `gone`: the push service does not know the browser anymore, or it is at no address that the server may reach. */
type Sent = 'sent' | 'gone' | 'failed';

export function createPushSender({
  safeFetch,
  keys,
  now,
  timeout,
}: {
  readonly safeFetch: Pick<SafeFetch, 'fetch'>;
  /** Of every secret, the current one first. */
  readonly keys: readonly ServerKey[];
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
}) {
  /** Given up when `signal` is aborted. */
  return async (target: PushTarget, message: PushMessage, signal: AbortSignal): Promise<Sent> => {
    const key = keys.find(({ publicKey }) => publicKey === target.publicKey);
    // Its secret was removed from the file.
    if (!key) return 'gone';
    const answer = await safeFetch.fetch({
      url: target.endpoint,
      method: 'POST',
      headers: {
        authorization: key.authorization(target.endpoint, target.contact, now()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(KEPT_FOR),
        urgency: 'high',
      },
      body: encryptMessage(target, JSON.stringify(message)),
      signal: AbortSignal.any([signal, timeout(PATIENCE)]),
    });
    if (!answer.ok) return answer.problem.code.startsWith('address-') ? 'gone' : 'failed';
    const { status } = answer.value;
    if (status === 404 || status === 410) return 'gone';
    return status >= 200 && status < 300 ? 'sent' : 'failed';
  };
}
