import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '../../domain/access.ts';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import { newId } from '../id.ts';
import type { InvitationStore, MemberStore, StoredInvitation } from '../store/store.ts';

const DAY = 86_400_000;

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
  ): Promise<StoredInvitation & { token: string }>;
  read(token: string): Promise<Outcome<{ team: string; role: Role }>>;
  /** Joins the team; who is a member already stays what they are. */
  accept(token: string, user: string): Promise<Outcome<{ team: string; joined: boolean }>>;
}

interface Parts {
  readonly invitations: InvitationStore;
  readonly members: MemberStore;
  readonly now: () => number;
}

export function createInvitations({ invitations, members, now }: Parts): Invitations {
  async function find(token: string): Promise<Outcome<StoredInvitation>> {
    const invitation = await invitations.find(hashOf(token));
    return invitation && invitation.expiresAt > now() ? done(invitation) : refuse('invitation-invalid');
  }
  return {
    async create(team, { role, days, once }, createdBy) {
      const token = randomBytes(32).toString('base64url');
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
      await invitations.add(made);
      return { ...made, token };
    },

    read: find,

    async accept(token, user) {
      const found = await find(token);
      if (!found.ok) return found;
      const { team, role } = found.value;
      const joined = await members.add({ team, user, role, joinedAt: now() });
      return done({ team, joined });
    },
  };
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
