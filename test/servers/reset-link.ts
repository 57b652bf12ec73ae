import { join } from 'node:path';
import { issueResetLink } from '../../server/auth/password-reset/reset-links.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite.ts';

/** The secret of a reset link, created by the operator's command next to the server. */
export async function linkFor({ dataDir }: { dataDir: string }, email: string): Promise<string> {
  const store = await openWhenFree(join(dataDir, 'lineup.db'));
  const db = store.kysely;
  const token = await issueResetLink(db, { email, sentBy: 'operator', now: Date.now() });
  await store.close();
  if (token === null) throw new Error(`Nobody has the address ${email}.`);
  return token;
}

/** Opening waits five seconds for a server that writes, which isn't enough on a busy machine. */
async function openWhenFree(file: string, attempts = 6): ReturnType<typeof openSqliteStore> {
  try {
    return await openSqliteStore(file);
  } catch (error) {
    if (attempts === 1) throw error;
    return openWhenFree(file, attempts - 1);
  }
}
