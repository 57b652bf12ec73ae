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
import { done, refuse } from '../../../domain/problem/problem.ts';
import type { Documents } from '../../documents/documents.ts';
import type { LiveSessions } from '../../documents/live/live-sessions.ts';
import type { StoredInvitation } from '../../store/invitation-store.ts';
import type { MemberStore } from '../../store/member-store.ts';
import type { Invitations } from '../../teams/invitations.ts';
import { type Memberships, teamName } from '../../teams/memberships.ts';
import type { Serve } from '../endpoint.ts';

export interface MemberDependencies {
  readonly documents: Pick<Documents, 'read'>;
  readonly members: MemberStore;
  readonly memberships: Memberships;
  readonly invitations: Invitations;
  readonly connections: Pick<LiveSessions, 'membershipsChanged' | 'listed'>;
}

export function serveMembers(serve: Serve, parts: MemberDependencies): void {
  const { documents, members, memberships, invitations, connections } = parts;

  const listed = async (team: string) => done({ members: [...(await memberships.ofTeam(team))] });

  function tell(team: string, user: string): void {
    connections.membershipsChanged(user);
    connections.listed(team);
  }

  serve(listMembers, ({ params }) => listed(params.team));

  serve(changeRole, async ({ params: { team, user }, body }) => {
    const before = await members.role(team, user);
    if (before === null) return refuse('not-found');
    if (!(await members.setRole(team, user, body.role))) return refuse('last-manager');
    if (before !== body.role) tell(team, user);
    return listed(team);
  });

  serve(removeMember, async ({ params: { team, user } }) => {
    if (!(await members.remove(team, user))) return refuse('last-manager');
    tell(team, user);
    return listed(team);
  });

  serve(leaveTeam, async ({ params: { team }, caller }) => {
    if (!(await members.remove(team, caller.user.id))) return refuse('last-manager');
    tell(team, caller.user.id);
    return done({});
  });

  serve(createInvitation, async ({ params, caller, body }) => {
    const made = await invitations.create(params.team, body, caller.user.id);
    if (!made.ok) return made;
    return done({ ...shown(made.value), token: made.value.token });
  });

  serve(listInvitations, async ({ params }) =>
    done({ invitations: (await invitations.ofTeam(params.team)).map(shown) }),
  );

  serve(revokeInvitation, async ({ params: { team, id } }) => {
    await invitations.revoke(team, id);
    return done({});
  });

  serve(getInvitation, async ({ params }) => {
    const found = await invitations.read(params.token);
    if (!found.ok) return found;
    const { team, role } = found.value;
    const name = await teamName(documents.read, team);
    return name === null ? refuse('invitation-invalid') : done({ team, name, role });
  });

  serve(acceptInvitation, async ({ params, caller }) => {
    const accepted = await invitations.accept(params.token, caller.user.id);
    if (!accepted.ok) return accepted;
    const { team, joined } = accepted.value;
    if (joined) tell(team, caller.user.id);
    return done({ team });
  });
}

const shown = ({ id, role, once, createdAt, expiresAt }: StoredInvitation): Invitation => ({
  id,
  role,
  once,
  createdAt,
  expiresAt,
});
