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
import type { StoredInvitation } from '../../store/invitation-store.ts';
import type { Invitations } from '../../teams/invitations.ts';
import type { Members } from '../../teams/members.ts';
import type { Memberships } from '../../teams/memberships.ts';
import type { Serve } from '../endpoint.ts';

export interface MemberDependencies {
  readonly members: Members;
  readonly memberships: Pick<Memberships, 'ofTeam'>;
  readonly invitations: Invitations;
}

export function serveMembers(serve: Serve, { members, memberships, invitations }: MemberDependencies): void {
  const list = async (team: string) => done({ members: [...(await memberships.ofTeam(team))] });

  serve(listMembers, ({ params }) => list(params.team));

  serve(changeRole, async ({ params: { team, user }, body }) => {
    const changed = await members.changeRole(team, user, body.role);
    return changed.ok ? list(team) : changed;
  });

  serve(removeMember, async ({ params: { team, user } }) => {
    const removed = await members.remove(team, user);
    return removed.ok ? list(team) : removed;
  });

  serve(leaveTeam, async ({ params: { team }, caller }) => {
    const left = await members.remove(team, caller.user.id);
    return left.ok ? done({}) : left;
  });

  serve(createInvitation, async ({ params, caller, body }) => {
    const created = await invitations.create(params.team, body, caller.user.id);
    if (!created.ok) return created;
    return done({ ...toInvitation(created.value), token: created.value.token });
  });

  serve(listInvitations, async ({ params }) =>
    done({ invitations: (await invitations.ofTeam(params.team)).map(toInvitation) }),
  );

  serve(revokeInvitation, async ({ params: { team, id } }) => {
    await invitations.revoke(team, id);
    return done({});
  });

  serve(getInvitation, ({ params }) => members.previewInvitation(params.token));

  serve(acceptInvitation, async ({ params, caller }) => {
    const accepted = await members.acceptInvitation(params.token, caller.user.id);
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
