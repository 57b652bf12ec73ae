import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The six digits that an authenticator app shows for a secret; `steps` half minutes later. */
export function codeOf(secret: string, steps = 0): string {
  const bits = [...secret.replace(/=+$/, '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac('sha1', key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

type Json = Record<string, unknown>;

/** A passkey without hardware, at the page of an origin. `verified`: did it ask for a finger or a PIN? */
export interface SoftPasskey {
  /** Answers the options of `navigator.credentials.create`. */
  create(options: Json, verified?: boolean): Json;
  /** Answers the options of `navigator.credentials.get`. `count`: how often it has done so, where it counts. */
  get(options: Json, verified?: boolean, count?: number): Json;
}

export function softPasskey(origin: string): SoftPasskey {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const present = (verified: boolean) => (verified ? 0x05 : 0x01);
  const rawId = id.toString('base64url');
  const common = { id: rawId, rawId, type: 'public-key', clientExtensionResults: {} };
  const said = (type: string, { challenge }: Json) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    create(options, verified = true) {
      const { id: rpId } = options.rp as { id: string };
      const credential = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(publicKey),
      ]);
      const authData = Buffer.concat([authDataOf(rpId, present(verified) | 0x40), credential]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ]);
      return {
        ...common,
        response: {
          clientDataJSON: said('webauthn.create', options).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, verified = true, count = 0) {
      const clientData = said('webauthn.get', options);
      const authData = authDataOf(String(options.rpId), present(verified), count);
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
      return {
        ...common,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}

const authDataOf = (rpId: string, flags: number, count = 0): Buffer =>
  Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags, 0, 0, 0, count])]);

/** An ES256 key as COSE. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const [kty, alg, curve] = [
    [0x01, 0x02],
    [0x03, 0x26],
    [0x20, 0x01],
  ].map(([name = 0, value = 0]): [Buffer, Buffer] => [Buffer.from([name]), Buffer.from([value])]);
  const point = (name: number, text: string): [Buffer, Buffer] => [
    Buffer.from([name]),
    cborBytes(Buffer.from(text, 'base64url')),
  ];
  return cborMap([kty, alg, curve, point(0x21, x), point(0x22, y)].filter((pair) => pair !== undefined));
}

const cborHead = (major: number, length: number): Buffer =>
  length < 24 ? Buffer.from([(major << 5) | length]) : Buffer.from([(major << 5) | 24, length]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()]);
