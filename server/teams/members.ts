import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Role } from '../../domain/team/user.ts';
import type { Documents } from '../documents/documents.ts';
import type { LiveSessions } from '../documents/live/live-sessions.ts';
import type { AcceptRequest } from '../store/invitation-store.ts';
import type { MemberStore } from '../store/member-store.ts';
import type { SecurityLogEntry } from '../store/security-log-store.ts';
import type { CrewLinks } from './crew-links.ts';
import type { EmailLinks } from './email-links.ts';
import type { Invitations } from './invitations.ts';
import { teamName } from './memberships.ts';

/** Who belongs to a team. Each change reaches the person's open pages and the team's lists, and its entry the security log. */
export interface Members {
  changeRole(team: string, user: string, role: Role, entry: SecurityLogEntry): Promise<Outcome<null>>;
  /** Also how people leave. */
  remove(team: string, user: string, entry: SecurityLogEntry): Promise<Outcome<null>>;
  /** The team and the role an invite link is for. */
  previewInvitation(token: string): Promise<Outcome<{ team: string; name: string; role: Role }>>;
  /** Returns the team. */
  acceptInvitation(token: string, user: string, entryOf: AcceptRequest['entryOf']): Promise<Outcome<string>>;
}

interface Dependencies {
  readonly documents: Pick<Documents, 'read' | 'list'>;
  readonly store: MemberStore;
  readonly invitations: Invitations;
  readonly links: Pick<CrewLinks, 'personOf' | 'unlink'>;
  readonly emailLinks: Pick<EmailLinks, 'joined'>;
  readonly connections: Pick<LiveSessions, 'membershipsChanged' | 'listed'>;
}

export function createMembers({
  documents,
  store,
  invitations,
  links,
  emailLinks,
  connections,
}: Dependencies): Members {
  function notify(team: string, user: string): void {
    connections.membershipsChanged(user);
    connections.listed(team);
  }

  return {
    async changeRole(team, user, role, entry) {
      const before = await store.role(team, user);
      if (before === null) return refuse('not-found');
      if (!(await store.setRole(team, user, role, entry))) return refuse('last-manager');
      if (before !== role) notify(team, user);
      return done(null);
    },

    async remove(team, user, entry) {
      if (!(await store.remove(team, user, entry))) return refuse('last-manager');
      await links.unlink(team, user);
      notify(team, user);
      return done(null);
    },

    async previewInvitation(token) {
      const invitation = await invitations.find(token);
      if (!invitation.ok) return invitation;
      const { team, role } = invitation.value;
      const name = await teamName(documents, team);
      return name === null ? refuse('invitation-invalid') : done({ team, name, role });
    },

    async acceptInvitation(token, user, entryOf) {
      const accepted = await invitations.accept(token, user, entryOf);
      if (!accepted.ok) return accepted;
      const { team, joined } = accepted.value;
      if (!joined) return done(team);
      // A link from before, if the server stopped while they left.
      if (await links.personOf(team, user)) await links.unlink(team, user);
      await emailLinks.joined(team, user);
      notify(team, user);
      return done(team);
    },
  };
}
