import * as z from 'zod/mini';
import { roles } from '../domain/access.ts';
import { plainId } from './changes.ts';
import { endpoint } from './endpoint.ts';

const typed = z.string().check(z.maxLength(1_000));
const role = z.enum(roles);
const instant = z.number();

export const createTeam = endpoint({
  method: 'POST',
  path: '/api/teams',
  summary: 'Create a team with yourself as its manager',
  access: 'signed-in',
  body: z.strictObject({
    name: typed,
    areas: z.array(typed).check(z.maxLength(100)),
    breakMinMinutes: z.number(),
    breakTimerMinutes: z.number(),
    dayStart: typed,
    timeZone: typed,
    /** Fill it with a template and today's layout of a made-up restaurant. */
    sample: z.boolean(),
  }),
  /** `layout`: id of the sample's layout of today. */
  response: z.strictObject({ team: plainId, layout: z.nullable(plainId) }),
  problems: [
    'name-missing',
    'area-missing',
    'name-taken',
    'area-in-use',
    'minutes-unreadable',
    'time-unreadable',
    'time-zone-unknown',
    'too-many',
  ],
});

export const member = z.strictObject({
  user: plainId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role,
  joinedAt: instant,
});
export type Member = z.infer<typeof member>;

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/teams/:team/members',
  summary: 'The members of a team',
  access: 'member',
  response: z.strictObject({ members: z.array(member) }),
  problems: [],
});

/** `token` is the secret in the invite link (/join/{token}); only its hash is kept, so it is shown once. */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/teams/:team/invitations',
  summary: 'Make an invite link that joins as a role',
  access: 'manager',
  body: z.strictObject({ role }),
  response: z.strictObject({ token: plainId, role, expiresAt: instant }),
  problems: [],
});

export const readInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token',
  summary: 'What an invite link offers',
  access: 'anyone',
  response: z.strictObject({ team: plainId, name: z.string(), role }),
  problems: ['invitation-invalid'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:token/accept',
  summary: 'Join the team of an invite link',
  access: 'signed-in',
  response: z.strictObject({ team: plainId }),
  problems: ['invitation-invalid'],
});
