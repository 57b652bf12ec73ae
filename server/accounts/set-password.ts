import { savePasswordHash } from './passwords.ts';
import { revokePendingProofs } from './pending-proofs.ts';
import type { AccountDatabase } from './schema.ts';

/** Stores the hash of a new password, and ends what the old one or a reset link could still do. */
export async function setPassword(
  db: AccountDatabase,
  user: string,
  hash: string,
  now: number,
): Promise<void> {
  await savePasswordHash(db, user, hash, now);
  await revokePendingProofs(db, user);
}
