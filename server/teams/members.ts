import type { Role } from '../../domain/account/access.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Documents } from '../documents/documents.ts';
import type { LiveSessions } from '../documents/live/live-sessions.ts';
import type { MemberStore } from '../store/member-store.ts';
import type { Invitations } from './invitations.ts';
import { teamName } from './memberships.ts';

/** Who belongs to a team. Each change reaches the person's open pages and the team's lists. */
export interface Members {
  /** Returns the role before. */
  changeRole(team: string, user: string, role: Role): Promise<Outcome<Role>>;
  /** Also how people leave. Returns whether the person was a member. */
  remove(team: string, user: string): Promise<Outcome<boolean>>;
  /** The team and the role an invite link is for. */
  previewInvitation(token: string): Promise<Outcome<{ team: string; name: string; role: Role }>>;
  acceptInvitation(token: string, user: string): Promise<Outcome<AcceptedInvitation>>;
}

export interface AcceptedInvitation {
  readonly team: string;
  /** The role that the person just joined with; null if they were a member already. */
  readonly joinedAs: Role | null;
}

interface Dependencies {
  readonly documents: Pick<Documents, 'read' | 'list'>;
  readonly store: MemberStore;
  readonly invitations: Invitations;
  readonly connections: Pick<LiveSessions, 'membershipsChanged' | 'listed'>;
}

export function createMembers({ documents, store, invitations, connections }: Dependencies): Members {
  function notify(team: string, user: string): void {
    connections.membershipsChanged(user);
    connections.listed(team);
  }

  return {
    async changeRole(team, user, role) {
      const before = await store.role(team, user);
      if (before === null) return refuse('not-found');
      if (!(await store.setRole(team, user, role))) return refuse('last-manager');
      if (before !== role) notify(team, user);
      return done(before);
    },

    async remove(team, user) {
      const wasMember = (await store.role(team, user)) !== null;
      if (!(await store.remove(team, user))) return refuse('last-manager');
      notify(team, user);
      return done(wasMember);
    },

    async previewInvitation(token) {
      const invitation = await invitations.find(token);
      if (!invitation.ok) return invitation;
      const { team, role } = invitation.value;
      const name = await teamName(documents, team);
      return name === null ? refuse('invitation-invalid') : done({ team, name, role });
    },

    async acceptInvitation(token, user) {
      const accepted = await invitations.accept(token, user);
      if (!accepted.ok) return accepted;
      const { team, joined } = accepted.value;
      if (!joined) return done({ team, joinedAs: null });
      notify(team, user);
      return done({ team, joinedAs: await store.role(team, user) });
    },
  };
}
