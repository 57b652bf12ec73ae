import * as z from 'zod/mini';
import { plainId } from './changes.ts';
import { endpoint } from './endpoint.ts';

/** Whose breaks a browser is told of: the person's own, or everybody's, for those who run the day. */
export const pushAbout = z.enum(['mine', 'all']);
export type PushAbout = z.infer<typeof pushAbout>;

const text = (longest: number) => z.string().check(z.maxLength(longest));
const state = z.strictObject({
  publicKey: z.string(),
  /** There is none while notifications are off on this device. */
  about: z.nullable(pushAbout),
});

export const getPush = endpoint('GET /api/teams/:team/me/push', 'viewer', {
  summary: 'Whether a device gets notifications of breaks',
  /** `device`: a SHA-256 of the endpoint, in hexadecimal digits. */
  query: z.strictObject({ device: z.optional(plainId) }),
  response: state,
});

export const switchPushOn = endpoint('POST /api/teams/:team/me/push', 'viewer', {
  summary: 'Turn on notifications of breaks on this device',
  body: z.strictObject({
    endpoint: text(1_000),
    p256dh: text(100),
    auth: text(50),
    publicKey: text(100),
    about: pushAbout,
  }),
  response: state,
  problems: [
    'push-unsupported',
    'push-key-changed',
    'address-unsafe',
    'address-private',
    'not-allowed',
    'token-too-narrow',
    'too-many-requests',
  ],
});

export const switchPushOff = endpoint('DELETE /api/teams/:team/me/push/:device', 'viewer', {
  summary: 'Turn off notifications of breaks on a device',
});
