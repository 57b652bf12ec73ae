import { ownerOf } from './email-address.ts';
import { isHostedPassword } from './hosted-password.ts';
import { byPassword, keptPassword } from './kept-password.ts';
import type { AccountDatabase } from './library.ts';
import { hashPassword } from './password.ts';

/**
 * A password that was just right and is kept as the hosted product did is kept as ours are from now on. One that was
 * changed meanwhile stays.
 */
export async function renewPassword(
  db: AccountDatabase,
  { email, password }: { readonly email: string; readonly password: string },
  now: number,
): Promise<void> {
  const user = await ownerOf(db, email);
  const kept = user === null ? null : await keptPassword(db, user);
  if (user === null || kept === null || !isHostedPassword(kept)) return;
  await db
    .updateTable('account')
    .set({ password: await hashPassword(password), updatedAt: new Date(now).toISOString() })
    .where('userId', '=', user)
    .where('providerId', '=', byPassword)
    .where('password', '=', kept)
    .execute();
}
