import type { Kysely } from 'kysely';
import { appendEntries } from './security-log-tables.ts';
import type { AccessTokenStore, StoredAccessToken } from './store.ts';
import type { Tables } from './tables.ts';

const columns = ['secret_hash', 'user_id', 'name', 'expires_at'] as const;

/** For a transaction. Revokes one token of a person, or all, and remembers whose they were. */
export async function revokeTokens(transaction: Kysely<Tables>, user: string, id?: string) {
  await transaction
    .insertInto('revoked_tokens')
    .columns(columns)
    .expression(
      transaction
        .selectFrom('access_tokens')
        .select(columns)
        .where('user_id', '=', user)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? '')),
    )
    .execute();
  return transaction
    .deleteFrom('access_tokens')
    .where('user_id', '=', user)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returningAll()
    .execute();
}

export async function forgetRevokedTokens(db: Kysely<Tables>, user: string): Promise<void> {
  await db.deleteFrom('revoked_tokens').where('user_id', '=', user).execute();
}

export function kyselyAccessTokens(kysely: Kysely<Tables>): AccessTokenStore {
  const all = kysely.selectFrom('access_tokens').selectAll();
  return {
    async add({ secretHash, id, user, name, scope, team, createdAt, lastUsedAt, expiresAt }, entry) {
      const row = {
        secret_hash: secretHash,
        id,
        user_id: user,
        name,
        scope,
        team_id: team,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        expires_at: expiresAt,
      };
      await kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('access_tokens').values(row).execute();
        await appendEntries(transaction, [entry]);
      });
    },
    async find(secretHash) {
      const row = await all.where('secret_hash', '=', secretHash).executeTakeFirst();
      return row ? parseToken(row) : null;
    },
    async ofUser(user) {
      const rows = await all
        .where('user_id', '=', user)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(parseToken);
    },
    async used(secretHash, at) {
      await kysely
        .updateTable('access_tokens')
        .set({ last_used_at: at })
        .where('secret_hash', '=', secretHash)
        .execute();
    },
    async findRevoked(secretHash) {
      const row = await kysely
        .selectFrom('revoked_tokens')
        .select(['user_id', 'name'])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst();
      return row ? { user: row.user_id, name: row.name } : null;
    },
    revoke: (user, id, entryOf) =>
      kysely.transaction().execute(async (transaction) => {
        const revoked = await revokeTokens(transaction, user, id);
        await appendEntries(
          transaction,
          revoked.map((row) => entryOf?.(parseToken(row))),
        );
      }),
    async removeExpired(user, now) {
      await kysely
        .deleteFrom('access_tokens')
        .where('user_id', '=', user)
        .where('expires_at', '<=', now)
        .execute();
    },
  };
}

const parseToken = (row: Tables['access_tokens']): StoredAccessToken => ({
  secretHash: row.secret_hash,
  id: row.id,
  user: row.user_id,
  name: row.name,
  scope: row.scope,
  team: row.team_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: row.expires_at,
});
