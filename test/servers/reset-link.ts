import { join } from 'node:path';
import { issueResetLink } from '../../server/auth/password-reset/reset-links.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite.ts';

/** The secret of a reset link, created by the operator's command next to the server. */
export async function linkFor({ dataDir }: { dataDir: string }, email: string): Promise<string> {
  const store = await openSqliteStore(join(dataDir, 'lineup.db'));
  const db = store.kysely;
  const token = await issueResetLink(db, { email, sentBy: 'operator', now: Date.now() });
  await store.close();
  if (token === null) throw new Error(`Nobody has the address ${email}.`);
  return token;
}
