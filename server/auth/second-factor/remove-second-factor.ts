import type { AccountDatabase } from '../better-auth/better-auth.ts';
import { revokePendingProofs } from '../password/stored-password.ts';

/** From now on the password alone signs in. A device that was trusted is not trusted with the next app. */
export async function removeSecondFactor(db: AccountDatabase, user: string): Promise<void> {
  await db.deleteFrom('twoFactor').where('userId', '=', user).execute();
  await db.updateTable('user').set({ twoFactorEnabled: 0 }).where('id', '=', user).execute();
  await revokePendingProofs(db, user);
}
