import type { DocumentStore } from '../../server/database/document-store.ts';
import type { InvitationStore, MemberStore, StoredInvitation } from '../../server/database/store.ts';
import type { RecordEntries } from './memory-security-log.ts';

/** What each part does of the deletion of a team. */
export interface Parted {
  deleteTeam(team: string): void;
}

/** Removes the invite links of someone, in one team or in all. */
export type RemoveLinks = (user: string, team?: string) => void;

export function memoryInvitations(
  members: MemberStore,
  documents: DocumentStore,
  record: RecordEntries,
): InvitationStore & Parted & { readonly removeLinks: RemoveLinks } {
  let invitations: readonly StoredInvitation[] = [];
  const find = (tokenHash: string) => invitations.find((each) => each.tokenHash === tokenHash) ?? null;
  return {
    async add(invitation, limit, entry) {
      const { team, createdAt, createdBy } = invitation;
      if ((await members.role(team, createdBy)) !== 'manager') return 'not-allowed';
      invitations = invitations.filter((each) => each.team !== team || each.expiresAt > createdAt);
      if (invitations.filter((each) => each.team === team).length >= limit) return 'too-many';
      invitations = [...invitations, invitation];
      record(entry);
      return 'added';
    },
    find: async (tokenHash) => find(tokenHash),
    ofTeam: async (team, now) =>
      invitations
        .filter((each) => each.team === team && each.expiresAt > now)
        .sort((a, b) => b.createdAt - a.createdAt),
    async remove(team, id, entry) {
      const kept = invitations.filter((each) => each.team !== team || each.id !== id);
      if (kept.length < invitations.length) record(entry);
      invitations = kept;
    },
    async accept(tokenHash, { user, now, entryOf }) {
      const found = find(tokenHash);
      if (!found || found.expiresAt <= now) return null;
      const { team, role, once } = found;
      if (once) invitations = invitations.filter((each) => each !== found);
      const isThere = (await documents.load({ team, document: team })) !== null;
      if (!isThere) return null;
      const joined = await members.add({ team, user, role, joinedAt: now }, entryOf?.({ team, role }));
      if (once && !joined) invitations = [...invitations, found];
      return { team, joined };
    },
    removeLinks(user, team) {
      invitations = invitations.filter(
        (each) => each.createdBy !== user || (team !== undefined && each.team !== team),
      );
    },
    deleteTeam(team) {
      invitations = invitations.filter((each) => each.team !== team);
    },
  };
}
