import { createECDH, createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** How long what a key signed is valid; push services accept a day at most. In seconds. */
const VALID_FOR = 12 * 3_600;

/** Identifies the server to push services (RFC 8292). */
export interface ServerKey {
  /** What browsers subscribe with. */
  readonly publicKey: string;
  /** The Authorization header for an endpoint; `contact` is an https address. */
  authorization(endpoint: string, contact: string, now: number): string;
}

/** A key for each of the server's secrets, the current one first: browsers stay subscribed with the key they were given. */
export const serverKeys = (secrets: readonly [Buffer, ...Buffer[]]): readonly [ServerKey, ...ServerKey[]] => {
  const [newest, ...older] = secrets;
  return [serverKey(newest), ...older.map(serverKey)];
};

function serverKey(secret: Buffer): ServerKey {
  const { publicKey, privateKey } = keyPair(secret);
  return {
    publicKey,
    authorization(endpoint, contact, now) {
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

function keyPair(secret: Buffer): { readonly publicKey: string; readonly privateKey: KeyObject } {
  const pair = createECDH('prime256v1');
  let number = secret;
  // One secret in four billion is no number of the curve.
  while (!isPrivateKey(pair, number)) number = createHash('sha256').update(number).digest();
  const point = pair.getPublicKey();
  const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: coordinate(1),
    y: coordinate(33),
    d: number.toString('base64url'),
  };
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key, format: 'jwk' }),
  };
}

function isPrivateKey(pair: ReturnType<typeof createECDH>, number: Buffer): boolean {
  try {
    pair.setPrivateKey(number);
    return true;
  } catch {
    return false;
  }
}
