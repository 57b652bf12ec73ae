import type { Role } from '../../domain/account/access.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { hashOf, newSecret } from '../auth/random-secret.ts';
import { newId } from '../id.ts';
import type { InvitationStore, Joined, StoredInvitation } from '../store/invitation-store.ts';

const DAY = 86_400_000;
/** So many of a team may work at a time. */
const workingLimit = 100;

export interface InvitationTerms {
  readonly role: Role;
  readonly days: number;
  readonly once: boolean;
}

export interface Invitations {
  /** The token is the link's secret. It is not kept, so it cannot be shown again. */
  create(
    team: string,
    terms: InvitationTerms,
    createdBy: string,
  ): Promise<Outcome<StoredInvitation & { token: string }>>;
  /** Those of a team that work, the newest first. */
  ofTeam(team: string): Promise<readonly StoredInvitation[]>;
  revoke(team: string, id: string): Promise<void>;
  read(token: string): Promise<Outcome<{ team: string; role: Role }>>;
  /** Joins the team; who is a member already stays what they are, and uses no link up. */
  accept(token: string, user: string): Promise<Outcome<Joined>>;
}

interface Parts {
  readonly invitations: InvitationStore;
  readonly now: () => number;
}

export function createInvitations({ invitations, now }: Parts): Invitations {
  return {
    async create(team, { role, days, once }, createdBy) {
      const token = newSecret();
      const createdAt = now();
      const made = {
        id: newId(),
        tokenHash: hashOf(token),
        team,
        role,
        createdBy,
        createdAt,
        expiresAt: createdAt + days * DAY,
        once,
      };
      const added = await invitations.add(made, workingLimit);
      if (added === 'too-many') return refuse('too-many', { details: { max: workingLimit } });
      return added === 'added' ? done({ ...made, token }) : refuse('not-allowed');
    },

    ofTeam: (team) => invitations.ofTeam(team, now()),
    revoke: invitations.remove,

    async read(token) {
      const invitation = await invitations.find(hashOf(token));
      return invitation && invitation.expiresAt > now() ? done(invitation) : refuse('invitation-invalid');
    },

    async accept(token, user) {
      const joined = await invitations.accept(hashOf(token), { user, now: now() });
      return joined ? done(joined) : refuse('invitation-invalid');
    },
  };
}
