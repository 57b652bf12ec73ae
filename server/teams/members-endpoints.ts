import {
  acceptInvitation,
  changeRole,
  createInvitation,
  getInvitation,
  type Invitation,
  leaveTeam,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
} from '../../contract/teams.ts';
import { done } from '../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import type { Serve } from '../door/endpoint.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { StoredInvitation } from '../store/invitation-store.ts';
import type { Invitations } from './invitations.ts';
import type { Members } from './members.ts';
import type { Memberships } from './memberships.ts';

export interface MemberDependencies {
  readonly members: Members;
  readonly memberships: Pick<Memberships, 'ofTeam'>;
  readonly invitations: Invitations;
  readonly securityLog: SecurityLog;
  /** The origin at which other devices open a page that this request saw at its own; '' if none can. */
  readonly originForOthers: (origin: string) => string;
}

export function serveMembers(
  serve: Serve,
  { members, memberships, invitations, securityLog, originForOthers }: MemberDependencies,
): void {
  const list = async (team: string) => done({ members: [...(await memberships.ofTeam(team))] });

  serve(listMembers, async ({ params: { team }, role }) => {
    const all = await memberships.ofTeam(team);
    // addresses are between a person and who runs the day
    return done({ members: all.map((each) => (mayRunTheDay(role) ? each : { ...each, email: '' })) });
  });

  serve(changeRole, async (request) => {
    const { team, user } = request.params;
    const { role } = request.body;
    const by = request.caller.user.id;
    const entry = securityLog.entry({ type: 'role-changed', user, by, team, details: { role } }, request);
    const changed = await members.changeRole(team, user, role, entry);
    return changed.ok ? list(team) : changed;
  });

  serve(removeMember, async (request) => {
    const { team, user } = request.params;
    const by = request.caller.user.id;
    const entry = securityLog.entry({ type: 'member-removed', user, by, team }, request);
    const removed = await members.remove(team, user, entry);
    return removed.ok ? list(team) : removed;
  });

  serve(leaveTeam, async (request) => {
    const { team } = request.params;
    const user = request.caller.user.id;
    const entry = securityLog.entry({ type: 'member-left', user, team }, request);
    const left = await members.remove(team, user, entry);
    return left.ok ? done({}) : left;
  });

  serve(createInvitation, async (request) => {
    const { params, caller, body } = request;
    const by = caller.user.id;
    const { role, once } = body;
    const event = { type: 'invite-created', by, team: params.team, details: { role, once } } as const;
    const created = await invitations.create(params.team, body, by, securityLog.entry(event, request));
    if (!created.ok) return created;
    const origin = originForOthers(request.origin);
    return done({ ...toInvitation(created.value), token: created.value.token, origin });
  });

  serve(listInvitations, async ({ params }) =>
    done({ invitations: (await invitations.ofTeam(params.team)).map(toInvitation) }),
  );

  serve(revokeInvitation, async (request) => {
    const { team, id } = request.params;
    const event = { type: 'invite-revoked', by: request.caller.user.id, team } as const;
    await invitations.revoke(team, id, securityLog.entry(event, request));
    return done({});
  });

  serve(getInvitation, ({ params }) => members.previewInvitation(params.token));

  serve(acceptInvitation, async (request) => {
    const user = request.caller.user.id;
    const accepted = await members.acceptInvitation(request.params.token, user, ({ team, role }) =>
      securityLog.entry({ type: 'member-joined', user, team, details: { role } }, request),
    );
    return accepted.ok ? done({ team: accepted.value }) : accepted;
  });
}

/** Without the hash and the team. */
const toInvitation = ({ id, role, once, createdAt, expiresAt }: StoredInvitation): Invitation => ({
  id,
  role,
  once,
  createdAt,
  expiresAt,
});
