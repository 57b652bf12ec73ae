import { issueResetLink } from '../../server/accounts/passwords.ts';
import { openTestStore } from '../stores/test-store.ts';

/** The secret of a reset link, created by the operator's command next to the server. */
export async function linkFor({ dataDir }: { dataDir: string }, email: string): Promise<string> {
  const store = await openTestStore(dataDir);
  const db = store.kysely;
  const token = await issueResetLink(db, { email, sentBy: 'operator', now: Date.now() });
  await store.close();
  if (token === null) throw new Error(`Nobody has the address ${email}.`);
  return token;
}
