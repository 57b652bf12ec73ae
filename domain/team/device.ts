import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';

/** Of a screen that belongs to a team and not to a person: a television that shows the day, or a tablet that many use. */
export const deviceKinds = ['wall', 'kiosk'] as const;
export type DeviceKind = (typeof deviceKinds)[number];

/** A wall reads alone. Nobody manages a team on a tablet that everybody holds. */
export const deviceRoles = ['viewer', 'lead'] as const;
export type DeviceRole = (typeof deviceRoles)[number];

export const deviceLimit = 100;

/** Consonants that can't be taken for each other, neither read from far away nor said aloud to the next one. */
export const codeLetters = 'BCDFHJKLMPRSTVXZ';
export const codeLength = 6;

/** As it is stored: people type small letters, blanks and dashes; '' for what can be no code. */
export function parseCode(typed: string): string {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === codeLength && [...code].every((letter) => codeLetters.includes(letter)) ? code : '';
}

export interface DeviceTerms {
  readonly name: string;
  /** What it shows; null for all areas. */
  readonly area: string | null;
  readonly role: DeviceRole;
}

/** What a manager says of a device, ready to store. `areas` are the team's. */
export function parseDevice(
  kind: DeviceKind,
  { name, area, role }: DeviceTerms,
  areas: readonly string[],
): Outcome<DeviceTerms> {
  const parsed = parseName(name, 'name', 'name-missing');
  if (!parsed.ok) return parsed;
  if (area !== null && !areas.includes(area)) return refuse('area-missing', { field: 'area' });
  return done({ name: parsed.value, area, role: kind === 'wall' ? 'viewer' : role });
}
