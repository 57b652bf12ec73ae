import { createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { areKeys, encryptMessage, serverKeys } from './push.ts';

// The example of RFC 8291.
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const auth = 'BTBZMqHH6r4Tts7J_aSIgg';

test('a message is encrypted as RFC 8291 shows it', () => {
  const body = encryptMessage({ p256dh, auth }, 'When I grow up, I want to be a watermelon', {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(() => encryptMessage({ p256dh, auth }, 'x'.repeat(4_000))).toThrow(RangeError);
});

test('keys that are none are told from a browser’s', () => {
  expect(areKeys({ p256dh, auth })).toBe(true);
  expect(areKeys({ p256dh, auth: 'c2hvcnQ' })).toBe(false);
  expect(areKeys({ p256dh: `BC${p256dh.slice(2, -3)}AAA`, auth })).toBe(false);
  expect(areKeys({ p256dh: '', auth })).toBe(false);
});

test('the server proves to the push service who it is, with a key of its secret', () => {
  const [key, older] = serverKeys([Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  const now = 1_795_000_000_000;
  const header = key.authorization('https://push.example/abc', 'https://lineup.example.com', now);
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(\S+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example',
    exp: now / 1_000 + 43_200,
    sub: 'https://lineup.example.com',
  });
  expect(publicKey).toBe(key.publicKey);
  expect(older?.publicKey).not.toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  // Whatever the secret, also one that is no number of the curve.
  expect(serverKeys([Buffer.alloc(32, 255)])[0].publicKey).toHaveLength(87);
});
