import * as z from 'zod/mini';
import { id } from '../domain/change/fields.ts';
import { deviceRoles } from '../domain/team/device.ts';
import { plainId } from './changes.ts';
import { endpoint, typed } from './endpoint.ts';
import { pinRefused } from './kiosk.ts';

const instant = z.number();
const role = z.enum(deviceRoles);

export const listKioskPeople = endpoint('GET /api/teams/:team/kiosk', 'viewer', {
  summary: 'Who has a PIN',
  devices: ['kiosk'],
  /**
   * For who runs the day and the kiosks that do; nobody for others. `ids`: shifts with any of these are theirs. `setAt`: what a page knows of an older PIN is
   * over. `isLocked`: a manager has to reset it, after too many wrong ones here.
   */
  response: z.strictObject({
    people: z.array(
      z.strictObject({
        person: plainId,
        name: z.string(),
        ids: z.array(id),
        setAt: instant,
        isLocked: z.boolean(),
      }),
    ),
  }),
});

export const changeOwnPin = endpoint('POST /api/teams/:team/kiosk/pin', 'lead', {
  summary: 'Change a PIN on a kiosk',
  devices: ['kiosk'],
  body: z.strictObject({ person: plainId, pin: typed, next: typed }),
  problems: [...pinRefused, 'pin-unreadable', 'pin-too-easy', 'too-busy'],
});

const pin = z.strictObject({ person: plainId, role, setAt: instant, isLocked: z.boolean() });
const list = z.strictObject({ pins: z.array(pin) });

export const pinLimit = 1_000;

export const listPins = endpoint('GET /api/teams/:team/pins', 'manager', {
  summary: 'The people of the crew who have a PIN',
  response: list,
});

export const setPin = endpoint('POST /api/teams/:team/pins/:person', 'manager', {
  summary: 'Give a person of the crew a PIN, or another one',
  isInPerson: true,
  /** `role`: what they may do on a kiosk if they have no account in the team. */
  body: z.strictObject({ pin: typed, role }),
  response: list,
  problems: [
    ...['pin-unreadable', 'pin-too-easy', 'person-missing', 'too-many', 'not-allowed', 'token-too-narrow'],
  ] as const,
});

export const resetPin = endpoint('POST /api/teams/:team/pins/:person/reset', 'manager', {
  summary: 'Allow a PIN to be tried again after too many wrong ones',
  isInPerson: true,
  response: list,
  problems: ['token-too-narrow'],
});

export const removePin = endpoint('DELETE /api/teams/:team/pins/:person', 'manager', {
  summary: 'Take the PIN away from a person of the crew',
  isInPerson: true,
  response: list,
  problems: ['token-too-narrow'],
});
