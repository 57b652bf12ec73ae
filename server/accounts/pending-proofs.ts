import type { AccountDatabase } from './schema.ts';
import { deleteVerifications } from './verifications.ts';

/** Ends what earlier proofs started or allow: links in email, sign-ins waiting for a second factor, trusted devices. */
export async function revokePendingProofs(db: AccountDatabase, user: string): Promise<void> {
  await deleteVerifications(db, user);
  await db.deleteFrom('email_links').where('user_id', '=', user).execute();
}

/** Every device is asked for a code again. The prefix is Better Auth's. */
export const revokeTrustedDevices = (db: AccountDatabase, user: string): Promise<void> =>
  deleteVerifications(db, user, 'trust-device-');
