import * as z from 'zod/mini';
import { deviceRoles } from '../domain/team/device.ts';
import { plainId } from './changes.ts';
import { endpoint, typed } from './endpoint.ts';

const instant = z.number();
const role = z.enum(deviceRoles);

/** In milliseconds: how long a kiosk takes who unlocked it for that person. */
export const assertionLife = 12 * 3_600_000;
/** In milliseconds: how long the server takes what was done with it meanwhile and could not be sent. */
export const assertionGrace = 7 * 24 * 3_600_000;

/**
 * `assertion`: the server's word that this person is at this device, which goes along with each of their changes as `as`.
 * `user`: who the changes are by, in history and in breaks.
 */
const unlocked = z.strictObject({
  assertion: z.string(),
  user: plainId,
  name: z.string(),
  role,
  expiresAt: instant,
});
export type Unlocked = z.infer<typeof unlocked>;

export const pinRefused = ['pin-missing', 'pin-wrong', 'pin-wait', 'pin-locked', 'not-allowed'] as const;

export const unlockKiosk = endpoint('POST /api/teams/:team/kiosk/unlock', 'lead', {
  summary: 'Say who is at a kiosk, with their PIN',
  devices: ['kiosk'],
  body: z.strictObject({ person: plainId, pin: typed }),
  response: unlocked,
  problems: pinRefused,
});

export const unlockByAccount = endpoint('POST /api/teams/:team/kiosk/account', 'viewer', {
  summary: 'Say that you are at the kiosk you have just signed in on',
  response: unlocked,
  problems: ['not-allowed', 'token-too-narrow'],
});
