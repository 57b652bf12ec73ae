import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '../../domain/access.ts';
import { done, type Outcome, refuse } from '../../domain/problem.ts';
import type { InvitationStore, MemberStore, StoredInvitation } from '../store/store.ts';

/** In milliseconds: a week. */
const LIFETIME = 7 * 86_400_000;

export interface Invitations {
  /** The token is the link's secret. It is not kept, so it cannot be shown again. */
  create(team: string, role: Role, createdBy: string): Promise<{ token: string; expiresAt: number }>;
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
    async create(team, role, createdBy) {
      const token = randomBytes(32).toString('base64url');
      const expiresAt = now() + LIFETIME;
      await invitations.add({ tokenHash: hashOf(token), team, role, createdBy, expiresAt });
      return { token, expiresAt };
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
