import * as z from 'zod/mini';
import { areaLimit, invitationDays, largestLogo } from '../domain/team/team.ts';
import { starterKinds } from '../domain/team/template.ts';
import { roles } from '../domain/team/user.ts';
import { sentTime } from '../domain/time/typed-times.ts';
import { plainId } from './changes.ts';
import { endpoint, typed } from './endpoint.ts';
import { largestMessage } from './live.ts';

const role = z.enum(roles);
const instant = z.number();

export const createTeam = endpoint({
  method: 'POST',
  path: '/api/teams',
  summary: 'Create a team with yourself as its manager',
  access: 'signed-in',
  body: z.strictObject({
    name: typed,
    areas: z.array(typed).check(z.maxLength(areaLimit * 2)),
    breakMinMinutes: z.number(),
    breakTimerMinutes: z.number(),
    dayStart: typed.check(z.overwrite(sentTime)),
    timeZone: typed,
    /** Adds a template and a layout of today of a sample restaurant. */
    sample: z.boolean(),
    /** Adds a template of such a restaurant, and a layout of today from it. */
    starter: z.optional(z.enum(starterKinds)),
    /** Shows managers the steps of setting up the team until all are done. */
    guide: z.optional(z.literal(true)),
  }),
  /** `layout`: the id of the layout of today, with a sample or a starter. */
  response: z.strictObject({ team: plainId, layout: z.nullable(plainId) }),
  problems: [
    'name-missing',
    'name-too-long',
    'name-taken',
    'area-in-use',
    'minutes-unreadable',
    'time-missing',
    'time-unreadable',
    'time-ambiguous',
    'time-zone-unknown',
    'too-many',
    'teams-too-many',
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
  access: 'viewer',
  response: z.strictObject({ members: z.array(member) }),
  problems: [],
});

export const changeRole = endpoint({
  method: 'POST',
  path: '/api/teams/:team/members/:user/role',
  summary: 'Change a member’s role',
  access: 'manager',
  body: z.strictObject({ role }),
  response: z.strictObject({ members: z.array(member) }),
  problems: ['last-manager'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/teams/:team/members/:user',
  summary: 'Remove a member from the team',
  access: 'manager',
  response: z.strictObject({ members: z.array(member) }),
  problems: ['last-manager'],
});

export const leaveTeam = endpoint({
  method: 'POST',
  path: '/api/teams/:team/leave',
  summary: 'Leave the team',
  access: 'viewer',
  response: z.strictObject({}),
  problems: ['last-manager'],
});

export const deleteTeam = endpoint({
  method: 'POST',
  path: '/api/teams/:team/delete',
  summary: 'Delete the team',
  access: 'manager',
  body: z.strictObject({ name: typed }),
  response: z.strictObject({}),
  problems: ['name-differs'],
});

export const uploadLogo = endpoint({
  method: 'POST',
  path: '/api/teams/:team/logo',
  summary: 'Upload the logo',
  access: 'manager',
  // Longer than the limit, so that a slightly larger file gets the right message.
  body: z.strictObject({ base64: z.string().check(z.maxLength(largestLogo * 1.9)) }),
  largestBody: largestMessage,
  response: z.strictObject({ logoUrl: z.string() }),
  problems: ['image-too-large', 'image-unreadable'],
});

export const getLogo = endpoint({
  method: 'GET',
  path: '/api/teams/:team/logo/:image',
  summary:
    'The picture of the logo: an uploaded one, or with `linked` and an `address` that of the team’s logo URL',
  access: 'viewer',
  response: z.string(),
  contentType: 'image/*',
  problems: ['not-found'],
});

const invitation = z.strictObject({
  id: plainId,
  role,
  /** Whether it ends when the first person joins. */
  once: z.boolean(),
  createdAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/teams/:team/invitations',
  summary: 'Create an invite link for a role',
  access: 'manager',
  body: z.strictObject({ role, days: z.literal(invitationDays), once: z.boolean() }),
  /** `origin`: where other devices open the link; '' if this server can only be reached from its own machine. */
  response: z.strictObject({ ...invitation.shape, token: plainId, origin: z.optional(z.string()) }),
  problems: ['too-many'],
});

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/teams/:team/invitations',
  summary: 'The active invite links',
  access: 'manager',
  response: z.strictObject({ invitations: z.array(invitation) }),
  problems: [],
});

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/teams/:team/invitations/:id',
  summary: 'Revoke an invite link',
  access: 'manager',
  response: z.strictObject({}),
  problems: [],
});

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:token',
  summary: 'The team and role of an invite link',
  access: 'anyone',
  response: z.strictObject({ team: plainId, name: z.string(), role }),
  problems: ['invitation-invalid'],
});

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:token/accept',
  summary: 'Join a team with an invite link',
  access: 'signed-in',
  response: z.strictObject({ team: plainId }),
  problems: ['invitation-invalid'],
});

const teamSecurity = z.strictObject({
  requiresSecondFactor: z.boolean(),
  /** Names of the managers who can sign in with a password alone. */
  unprotectedManagers: z.array(z.string()),
  isUnprotected: z.boolean(),
});
export type TeamSecurity = z.infer<typeof teamSecurity>;

export const getTeamSecurity = endpoint({
  method: 'GET',
  path: '/api/teams/:team/security',
  summary: 'Whether managers need a second factor',
  access: 'manager',
  response: teamSecurity,
  problems: [],
});

export const setTeamSecurity = endpoint({
  method: 'POST',
  path: '/api/teams/:team/security',
  summary: 'Require a second factor of managers',
  access: 'manager',
  body: z.strictObject({ requiresSecondFactor: z.boolean() }),
  response: teamSecurity,
  problems: ['second-factor-missing', 'token-too-narrow'],
});
