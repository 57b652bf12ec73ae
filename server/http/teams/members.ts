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
} from '../../../contract/teams.ts';
import { done } from '../../../domain/problem/problem.ts';
import type { SecurityLog } from '../../security-log/security-log.ts';
import type { StoredInvitation } from '../../store/invitation-store.ts';
import type { Invitations } from '../../teams/invitations.ts';
import type { Members } from '../../teams/members.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { Serve } from '../endpoint.ts';

export interface MemberDependencies {
  readonly members: Members;
  readonly memberships: Pick<Memberships, 'ofTeam'>;
  readonly invitations: Invitations;
  readonly securityLog: SecurityLog;
}

export function serveMembers(
  serve: Serve,
  { members, memberships, invitations, securityLog }: MemberDependencies,
): void {
  const list = async (team: string) => done({ members: [...(await memberships.ofTeam(team))] });

  serve(listMembers, ({ params }) => list(params.team));

  serve(changeRole, async (request) => {
    const { team, user } = request.params;
    const { role } = request.body;
    const changed = await members.changeRole(team, user, role);
    if (!changed.ok) return changed;
    if (changed.value !== role) {
      const by = request.caller.user.id;
      await securityLog.record({ type: 'role-changed', user, by, team, details: { role } }, request);
    }
    return list(team);
  });

  serve(removeMember, async (request) => {
    const { team, user } = request.params;
    const removed = await members.remove(team, user);
    if (!removed.ok) return removed;
    const by = request.caller.user.id;
    if (removed.value) await securityLog.record({ type: 'member-removed', user, by, team }, request);
    return list(team);
  });

  serve(leaveTeam, async (request) => {
    const { team } = request.params;
    const user = request.caller.user.id;
    const left = await members.remove(team, user);
    if (!left.ok) return left;
    await securityLog.record({ type: 'member-left', user, team }, request);
    return done({});
  });

  serve(createInvitation, async (request) => {
    const { params, caller, body } = request;
    const by = caller.user.id;
    const created = await invitations.create(params.team, body, by);
    if (!created.ok) return created;
    const { role, once } = body;
    const event = { type: 'invite-created', by, team: params.team, details: { role, once } } as const;
    await securityLog.record(event, request);
    return done({ ...toInvitation(created.value), token: created.value.token });
  });

  serve(listInvitations, async ({ params }) =>
    done({ invitations: (await invitations.ofTeam(params.team)).map(toInvitation) }),
  );

  serve(revokeInvitation, async (request) => {
    const { team, id } = request.params;
    await invitations.revoke(team, id);
    await securityLog.record({ type: 'invite-revoked', by: request.caller.user.id, team }, request);
    return done({});
  });

  serve(getInvitation, ({ params }) => members.previewInvitation(params.token));

  serve(acceptInvitation, async (request) => {
    const user = request.caller.user.id;
    const accepted = await members.acceptInvitation(request.params.token, user);
    if (!accepted.ok) return accepted;
    const { team, joinedAs: role } = accepted.value;
    if (role) await securityLog.record({ type: 'member-joined', user, team, details: { role } }, request);
    return done({ team });
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
