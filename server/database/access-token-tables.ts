import type { Kysely } from 'kysely';
import { appendEntries } from './security-log-tables.ts';
import type { SecurityLogEntry, StoredAccessToken } from './store.ts';
import type { Tables } from './tables.ts';

const revokedColumns = ['secret_hash', 'user_id', 'name', 'expires_at'] as const;

/** For a transaction. Revokes one token of a person, or all, and remembers whose they were. */
export async function revokeTokens(transaction: Kysely<Tables>, user: string, id?: string) {
  await transaction
    .insertInto('revoked_tokens')
    .columns(revokedColumns)
    .expression(
      transaction
        .selectFrom('access_tokens')
        .select(revokedColumns)
        .where('user_id', '=', user)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? '')),
    )
    .execute();
  return transaction
    .deleteFrom('access_tokens')
    .where('user_id', '=', user)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(columns)
    .execute();
}

const columns = [
  ...(['secret_hash as secretHash', 'id', 'user_id as user', 'name', 'scope', 'team_id as team'] as const),
  ...(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'] as const),
] as const;

export async function forgetRevokedTokens(db: Kysely<Tables>, user: string): Promise<void> {
  await db.deleteFrom('revoked_tokens').where('user_id', '=', user).execute();
}

/** Every `entry` is added to the security log in the same transaction, if the call changed something. */
export function kyselyAccessTokens(kysely: Kysely<Tables>) {
  const all = kysely.selectFrom('access_tokens').select(columns);
  return {
    async add(token: StoredAccessToken, entry?: SecurityLogEntry): Promise<void> {
      const row = {
        secret_hash: token.secretHash,
        id: token.id,
        user_id: token.user,
        name: token.name,
        scope: token.scope,
        team_id: token.team,
        created_at: token.createdAt,
        last_used_at: token.lastUsedAt,
        expires_at: token.expiresAt,
      };
      await kysely.transaction().execute(async (transaction) => {
        await transaction.insertInto('access_tokens').values(row).execute();
        await appendEntries(transaction, [entry]);
      });
    },
    find: async (secretHash: string): Promise<StoredAccessToken | null> =>
      (await all.where('secret_hash', '=', secretHash).executeTakeFirst()) ?? null,
    /** Newest first. */
    ofUser: (user: string): Promise<readonly StoredAccessToken[]> =>
      all.where('user_id', '=', user).orderBy('created_at', 'desc').orderBy('id').execute(),
    async used(secretHash: string, at: number): Promise<void> {
      await kysely
        .updateTable('access_tokens')
        .set({ last_used_at: at })
        .where('secret_hash', '=', secretHash)
        .execute();
    },
    /** Whose a revoked token was; null if it isn't known, or would have expired. */
    findRevoked: async (secretHash: string): Promise<RevokedToken | null> =>
      (await kysely
        .selectFrom('revoked_tokens')
        .select(['user_id as user', 'name'])
        .where('secret_hash', '=', secretHash)
        .executeTakeFirst()) ?? null,
    async revoke(
      user: string,
      id: string,
      entryOf?: (removed: StoredAccessToken) => SecurityLogEntry,
    ): Promise<void> {
      await kysely.transaction().execute(async (transaction) => {
        const revoked = await revokeTokens(transaction, user, id);
        await appendEntries(
          transaction,
          revoked.map((token) => entryOf?.(token)),
        );
      });
    },
    async removeExpired(user: string, now: number): Promise<void> {
      await kysely
        .deleteFrom('access_tokens')
        .where('user_id', '=', user)
        .where('expires_at', '<=', now)
        .execute();
    },
  };
}

export type AccessTokenStore = ReturnType<typeof kyselyAccessTokens>;
export type RevokedToken = Pick<StoredAccessToken, 'user' | 'name'>;
