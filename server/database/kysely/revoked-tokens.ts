import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

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
