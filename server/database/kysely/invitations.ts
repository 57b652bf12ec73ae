import type { Kysely } from 'kysely';
import type { InvitationStore, StoredInvitation } from '../invitation-store.ts';
import type { Tables } from '../tables.ts';
import { appendEntries } from './append-entries.ts';
import { addMember } from './members.ts';

export function kyselyInvitations(kysely: Kysely<Tables>): InvitationStore {
  return {
    add: ({ id, tokenHash, team, role, createdBy, createdAt, expiresAt, once }, limit, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const maker = await transaction
          .selectFrom('members')
          .select('role')
          .where('team_id', '=', team)
          .where('user_id', '=', createdBy)
          .executeTakeFirst();
        if (maker?.role !== 'manager') return 'not-allowed';
        await transaction
          .deleteFrom('invitations')
          .where('team_id', '=', team)
          .where('expires_at', '<=', createdAt)
          .execute();
        const left = await transaction
          .selectFrom('invitations')
          .select('token_hash')
          .where('team_id', '=', team)
          .execute();
        if (left.length >= limit) return 'too-many';
        const row = {
          id,
          team_id: team,
          token_hash: tokenHash,
          role,
          created_by: createdBy,
          created_at: createdAt,
          expires_at: expiresAt,
          once: Number(once),
        };
        await transaction.insertInto('invitations').values(row).execute();
        await appendEntries(transaction, [entry]);
        return 'added';
      }),

    async find(tokenHash) {
      const row = await kysely
        .selectFrom('invitations')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return row ? parseInvitation(row) : null;
    },

    async ofTeam(team, now) {
      const rows = await kysely
        .selectFrom('invitations')
        .selectAll()
        .where('team_id', '=', team)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .execute();
      return rows.map(parseInvitation);
    },

    remove: (team, id, entry) =>
      kysely.transaction().execute(async (transaction) => {
        const removed = await transaction
          .deleteFrom('invitations')
          .where('team_id', '=', team)
          .where('id', '=', id)
          .executeTakeFirst();
        if (removed.numDeletedRows > 0n) await appendEntries(transaction, [entry]);
      }),

    accept: (tokenHash, { user, now, entryOf }) =>
      kysely.transaction().execute(async (transaction) => {
        const found = await transaction
          .selectFrom('invitations')
          .innerJoin('documents', (join) =>
            join
              .onRef('documents.team_id', '=', 'invitations.team_id')
              .onRef('documents.id', '=', 'invitations.team_id'),
          )
          .select(['invitations.team_id', 'invitations.role', 'invitations.once'])
          .where('token_hash', '=', tokenHash)
          .where('expires_at', '>', now)
          .executeTakeFirst();
        if (!found) return null;
        const { team_id, role, once } = found;
        const joined = await addMember(transaction, { team: team_id, user, role, joinedAt: now });
        if (joined) await appendEntries(transaction, [entryOf?.({ team: team_id, role })]);
        if (joined && once === 1) {
          await transaction.deleteFrom('invitations').where('token_hash', '=', tokenHash).execute();
        }
        return { team: team_id, joined };
      }),
  };
}

function parseInvitation(row: Tables['invitations']): StoredInvitation {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    team: row.team_id,
    role: row.role,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    once: row.once === 1,
  };
}
