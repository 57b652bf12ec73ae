import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Role } from '../../domain/team/user.ts';
import type {
  AcceptRequest,
  AcceptResult,
  InvitationStore,
  SecurityLogEntry,
  StoredInvitation,
} from '../database/store.ts';
import { hashOf, newId, newSecret } from '../id.ts';

const DAY = 86_400_000;
/** Invite links of a team that work at a time. */
const MOST_WORKING = 100;

export interface InvitationTerms {
  readonly role: Role;
  readonly days: number;
  readonly once: boolean;
}

export interface Invitations {
  /** The token is the link's secret. It is not stored, so it cannot be shown again. */
  create(
    team: string,
    terms: InvitationTerms,
    createdBy: string,
    entry: SecurityLogEntry,
  ): Promise<Outcome<StoredInvitation & { token: string }>>;
  ofTeam(team: string): Promise<readonly StoredInvitation[]>;
  revoke(team: string, id: string, entry: SecurityLogEntry): Promise<void>;
  find(token: string): Promise<Outcome<{ team: string; role: Role }>>;
  /** Joins the team. A member keeps their role, and does not use up a link for one person. */
  accept(token: string, user: string, entryOf: AcceptRequest['entryOf']): Promise<Outcome<AcceptResult>>;
}

interface Dependencies {
  readonly invitations: InvitationStore;
  readonly now: () => number;
}

export function createInvitations({ invitations, now }: Dependencies): Invitations {
  return {
    async create(team, { role, days, once }, createdBy, entry) {
      const token = newSecret();
      const createdAt = now();
      const invitation = {
        id: newId(),
        tokenHash: hashOf(token),
        team,
        role,
        createdBy,
        createdAt,
        expiresAt: createdAt + days * DAY,
        once,
      };
      const added = await invitations.add(invitation, MOST_WORKING, entry);
      if (added === 'too-many') return refuse('too-many', { details: { max: MOST_WORKING } });
      return added === 'added' ? done({ ...invitation, token }) : refuse('not-allowed');
    },

    ofTeam: (team) => invitations.ofTeam(team, now()),
    revoke: invitations.remove,

    async find(token) {
      const found = await invitations.find(hashOf(token));
      return found && found.expiresAt > now() ? done(found) : refuse('invitation-invalid');
    },

    async accept(token, user, entryOf) {
      const joined = await invitations.accept(hashOf(token), { user, now: now(), entryOf });
      return joined ? done(joined) : refuse('invitation-invalid');
    },
  };
}
