import * as z from 'zod/mini';
import { plainId } from './changes.ts';
import { endpoint } from './endpoint.ts';

const person = z.nullable(z.strictObject({ id: z.string(), name: z.string() }));

export const securityLogEntry = z.strictObject({
  id: plainId,
  at: z.number(),
  /** What happened, such as `signed-in`; later versions may add others. */
  type: z.string(),
  /** The person it is about; null for events of the team itself. The name is '' if the account was deleted. */
  person,
  /** Who did it, if it was someone else. The id is `operator` for the administrator of this Lineup server. */
  by: person,
  /** A name such as 'Chrome on Android' or 'API token “Sync”'; '' if unknown. */
  device: z.string(),
  /** The network it came from, in your own log; '' in a team's. */
  place: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type SecurityLogEntry = z.infer<typeof securityLogEntry>;

/** `next`: send it as `before` for older entries; null at the end. */
const page = z.strictObject({ entries: z.array(securityLogEntry), next: z.nullable(plainId) });
export type SecurityLogPage = z.infer<typeof page>;

const query = z.strictObject({ before: z.optional(plainId) });

export const getOwnSecurityLog = endpoint('GET /api/account/security-log', 'in-person', {
  summary: 'What happened to your account',
  query,
  response: page,
});

export const getTeamSecurityLog = endpoint('GET /api/teams/:team/security-log', 'manager', {
  summary: 'What happened in the team, and to the accounts of its members',
  query,
  response: page,
});
