import * as z from 'zod/mini';
import { deviceKinds, deviceRoles } from '../domain/team/device.ts';
import { endpoint, typed } from './endpoint.ts';
import { pairedDevice } from './me.ts';

const instant = z.number();
const kind = z.enum(deviceKinds);
const terms = {
  name: typed,
  area: z.nullable(typed),
  /** A wall is always a viewer. */
  role: z.enum(deviceRoles),
};
/** A secret in base64url. */
const secret = z.string().check(z.maxLength(100));

/** How a device is paired, as in RFC 8628: it shows a code, asks how that goes, and a manager approves the code meanwhile. */

/** In milliseconds. */
export const pairingLife = 600_000;
/** In seconds: a device asks so often, and more seldom by as much each time it is told to slow down. */
export const pollEvery = 5;

export const startPairing = endpoint('POST /api/auth/device/start', 'anyone', {
  summary: 'Start pairing a device: it gets a code to show',
  body: z.strictObject({ kind }),
  /** `deviceCode` is the device's own secret. `path`: where a manager's phone opens the code, behind `origin`. */
  response: z.strictObject({
    deviceCode: secret,
    userCode: z.string(),
    path: z.string(),
    origin: z.string(),
    expiresAt: instant,
    interval: z.number(),
  }),
  problems: ['too-busy', 'too-many-requests'],
});

export const pollPairing = endpoint('POST /api/auth/device/poll', 'anyone', {
  summary: 'Ask whether the code of a device was approved; then it gets its cookie',
  body: z.strictObject({ deviceCode: secret }),
  /** `interval`: the seconds to wait before asking again. */
  response: z.strictObject({
    state: z.enum(['pending', 'slow-down', 'expired', 'denied', 'granted']),
    interval: z.number(),
    device: z.optional(pairedDevice),
  }),
});

export const openDeviceLink = endpoint('POST /api/auth/device/link', 'anyone', {
  summary: 'Become the device that a link is for; the answer has its cookie',
  body: z.strictObject({ secret }),
  response: z.strictObject({ device: pairedDevice }),
  problems: ['device-link-invalid'],
});

/** `browser`: such as 'A browser on an LG TV', so that nobody approves a code that somebody else has them type. */
const waitingDevice = z.strictObject({ kind, browser: z.string(), startedAt: instant });

const codeRefused = ['pairing-code-wrong', 'too-many-requests'] as const;

export const findPairing = endpoint('POST /api/teams/:team/pairing/find', 'manager', {
  summary: 'Which device shows a code',
  isInPerson: true,
  body: z.strictObject({ code: typed }),
  response: waitingDevice,
  problems: codeRefused,
});

export const approvePairing = endpoint('POST /api/teams/:team/pairing/approve', 'manager', {
  summary: 'Pair the device that shows a code with the team',
  isInPerson: true,
  body: z.strictObject({ code: typed, ...terms }),
  response: z.strictObject({ device: pairedDevice }),
  problems: [
    ...codeRefused,
    'name-missing',
    'name-too-long',
    'name-taken',
    'area-missing',
    'too-many',
    'not-allowed',
  ],
});

export const denyPairing = endpoint('POST /api/teams/:team/pairing/deny', 'manager', {
  summary: 'Refuse the device that shows a code',
  isInPerson: true,
  body: z.strictObject({ code: typed }),
  problems: codeRefused,
});

/** `lastSeenAt`: to the minute; null if it never came. `by`: who paired it, '' if their account is gone; `byUser`: their id. */
export const deviceRow = z.strictObject({
  ...pairedDevice.shape,
  role: z.enum(deviceRoles),
  by: z.string(),
  byUser: z.optional(z.string()),
  createdAt: instant,
  lastSeenAt: z.nullable(instant),
});
export type DeviceRow = z.infer<typeof deviceRow>;
const list = z.strictObject({ devices: z.array(deviceRow) });

export const listDevices = endpoint('GET /api/teams/:team/devices', 'manager', {
  summary: 'The paired devices of a team',
  /** `origin`: where a screen that is to be paired opens Lineup; '' if it can’t. */
  response: z.strictObject({ ...list.shape, origin: z.string() }),
});

export const createDeviceLink = endpoint('POST /api/teams/:team/devices', 'manager', {
  summary: 'Create a link that makes a television a wall of the team',
  isInPerson: true,
  body: z.strictObject({ name: typed, area: z.nullable(typed) }),
  /** `secret` is shown only here: the link is /tv#secret. `origin`: where other devices open it; '' if they can’t. */
  response: z.strictObject({ device: deviceRow, secret, origin: z.string() }),
  problems: ['name-missing', 'name-too-long', 'name-taken', 'area-missing', 'too-many', 'not-allowed'],
});

export const changeDevice = endpoint('POST /api/teams/:team/devices/:device', 'manager', {
  summary: 'Change the name, area or role of a paired device',
  isInPerson: true,
  body: z.strictObject(terms),
  response: list,
  problems: ['not-found', 'name-missing', 'name-too-long', 'name-taken', 'area-missing'],
});

export const revokeDevice = endpoint('DELETE /api/teams/:team/devices/:device', 'manager', {
  summary: 'Revoke a paired device',
  response: list,
});

/** Where a manager’s phone opens a code, and where a television opens a link. */
export const pairPath = '/pair';
export const wallPath = '/tv';
