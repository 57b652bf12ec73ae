import * as z from 'zod/mini';
import { id } from '../domain/change/fields.ts';
import { deviceKinds } from '../domain/team/device.ts';
import { roles } from '../domain/team/user.ts';
import { languages } from '../words/words.ts';
import { plainId } from './changes.ts';
import { endpoint } from './endpoint.ts';

export const language = z.enum(languages);

/** `language`: the one that the person chose. */
export const user = z.strictObject({
  id: plainId,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  language: z.optional(language),
});
/** Who the user is on the schedule: shifts of any of these ids are theirs. */
const linkedPerson = z.strictObject({ name: z.string(), ids: z.array(id) });

/** `color`: the team's, shown until the team has loaded. `needsSecondFactor`: the person is a manager with a lead's rights until they set up an authenticator app. */
export const membership = z.strictObject({
  id: plainId,
  name: z.string(),
  color: z.optional(z.string()),
  role: z.enum(roles),
  needsSecondFactor: z.optional(z.literal(true)),
  person: z.optional(linkedPerson),
});
export type Membership = z.infer<typeof membership>;

/** A screen that belongs to a team. `area`: what it shows; null for all areas. */
export const pairedDevice = z.strictObject({
  id: plainId,
  kind: z.enum(deviceKinds),
  name: z.string(),
  area: z.nullable(z.string()),
});

/**
 * Teams are in the order the person joined them. `device`: nobody is signed in, and it is a paired device, of which `user`
 * has the id and the name, and `teams` its one team.
 */
export const me = z.strictObject({
  user: z.nullable(user),
  teams: z.array(membership),
  device: z.optional(pairedDevice),
});
export type Me = z.infer<typeof me>;

export const getMe = endpoint('GET /api/me', 'anyone', {
  summary: 'Who is signed in, and their teams',
  devices: ['wall', 'kiosk'],
  response: me,
});

export const getOutboxKeys = endpoint('GET /api/account/outbox-keys', 'in-person', {
  summary: 'The keys that encrypt your unsent changes on a device while you are signed out',
  /** Who the page belongs to: another tab may have signed in someone else, whose keys are not for their changes. */
  query: z.strictObject({ user: z.optional(plainId) }),
  /** In hex, the current one first; earlier ones open what was encrypted before the server's secret was replaced. */
  response: z.strictObject({ keys: z.array(z.string()) }),
});
