import * as z from 'zod/mini';
import { areaLimit, invitationDays, largestLogo } from '../domain/team/team.ts';
import { starterKinds } from '../domain/team/template.ts';
import { roles } from '../domain/team/user.ts';
import { sentTime } from '../domain/time/typed-times.ts';
import { plainId } from './changes.ts';
import { endpoint, typed } from './endpoint.ts';
import { largestMessage } from './live.ts';
import { language } from './me.ts';

const role = z.enum(roles);
const instant = z.number();

export const createTeam = endpoint('POST /api/teams', 'signed-in', {
  summary: 'Create a team with yourself as its manager',
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
    /** Of the names in that template; English without it. */
    language: z.optional(language),
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

export const listMembers = endpoint('GET /api/teams/:team/members', 'viewer', {
  summary: 'The members of a team',
  response: z.strictObject({ members: z.array(member) }),
});

export const changeRole = endpoint('POST /api/teams/:team/members/:user/role', 'manager', {
  summary: 'Change a member’s role',
  body: z.strictObject({ role }),
  response: z.strictObject({ members: z.array(member) }),
  problems: ['last-manager'],
});

export const removeMember = endpoint('DELETE /api/teams/:team/members/:user', 'manager', {
  summary: 'Remove a member from the team',
  response: z.strictObject({ members: z.array(member) }),
  problems: ['last-manager'],
});

export const leaveTeam = endpoint('POST /api/teams/:team/leave', 'viewer', {
  summary: 'Leave the team',
  problems: ['last-manager'],
});

export const deleteTeam = endpoint('POST /api/teams/:team/delete', 'manager', {
  summary: 'Delete the team',
  isLong: true,
  body: z.strictObject({ name: typed }),
  problems: ['name-differs'],
});

export const uploadLogo = endpoint('POST /api/teams/:team/logo', 'manager', {
  summary: 'Upload the logo',
  // Longer than the limit, so that a slightly larger file gets the right message.
  body: z.strictObject({ base64: z.string().check(z.maxLength(largestLogo * 1.9)) }),
  largestBody: largestMessage,
  response: z.strictObject({ logoUrl: z.string() }),
  problems: ['image-too-large', 'image-unreadable'],
});

export const getLogo = endpoint('GET /api/teams/:team/logo/:image', 'viewer', {
  summary:
    'The picture of the logo: an uploaded one, or with `linked` and an `address` that of the team’s logo URL',
  devices: ['wall', 'kiosk'],
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

export const createInvitation = endpoint('POST /api/teams/:team/invitations', 'manager', {
  summary: 'Create an invite link for a role',
  isInPerson: true,
  body: z.strictObject({ role, days: z.literal(invitationDays), once: z.boolean() }),
  /** `origin`: where other devices open the link; '' if this server can only be reached from its own machine. */
  response: z.strictObject({ ...invitation.shape, token: plainId, origin: z.optional(z.string()) }),
  problems: ['too-many', 'token-too-narrow'],
});

export const listInvitations = endpoint('GET /api/teams/:team/invitations', 'manager', {
  summary: 'The active invite links',
  response: z.strictObject({ invitations: z.array(invitation) }),
});

export const revokeInvitation = endpoint('DELETE /api/teams/:team/invitations/:id', 'manager', {
  summary: 'Revoke an invite link',
});

export const getInvitation = endpoint('GET /api/invitations/:token', 'anyone', {
  summary: 'The team and role of an invite link',
  response: z.strictObject({ team: plainId, name: z.string(), role }),
  problems: ['invitation-invalid'],
});

export const acceptInvitation = endpoint('POST /api/invitations/:token/accept', 'signed-in', {
  summary: 'Join a team with an invite link',
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

export const getTeamSecurity = endpoint('GET /api/teams/:team/security', 'manager', {
  summary: 'Whether managers need a second factor',
  response: teamSecurity,
});

export const setTeamSecurity = endpoint('POST /api/teams/:team/security', 'manager', {
  summary: 'Require a second factor of managers',
  isInPerson: true,
  body: z.strictObject({ requiresSecondFactor: z.boolean() }),
  response: teamSecurity,
  problems: ['second-factor-missing'],
});
