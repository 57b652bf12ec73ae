import { createHash } from 'node:crypto';
import { loadSecret, openSecret, type Secret } from './secret.ts';
import { StartProblem } from './start-problem.ts';
import type { DatabaseStore } from './store/store.ts';

const key = 'secret';

/**
 * The secret that all nodes of a database share: what one of them signs or encrypts, another has to read. The database keeps
 * a fingerprint of it. Throws a `StartProblem` for another secret.
 */
export async function openSharedSecret(file: string, { engine, kysely }: DatabaseStore): Promise<Secret> {
  // A database in the data directory has its secret beside it.
  if (engine === 'sqlite') return openSecret(file);
  const rows = kysely.selectFrom('meta').select('value').where('key', '=', key);
  const found = await rows.executeTakeFirst();
  // A new secret would be another one.
  const secret = found ? await loadSecret(file) : await openSecret(file);
  const [newest, ...older] = secret?.keysFor('fingerprint').map(fingerprintOf) ?? [];
  if (newest !== undefined) {
    const insert = kysely.insertInto('meta').values({ key, value: newest });
    await insert.onConflict((conflict) => conflict.doNothing()).execute();
  }
  const known = (await rows.executeTakeFirstOrThrow()).value;
  if (!secret || newest === undefined || ![newest, ...older].includes(known)) {
    throw new StartProblem(
      `The database of DATABASE_URL is used with another secret than ${secret ? 'that in' : 'the missing'} ${file}. Copy the file from another server of this database. If it is lost, delete the row “${key}” of the table meta: everyone signs in again, and schedules are connected anew.`,
    );
  }
  if (known !== newest) {
    await kysely.updateTable('meta').set({ value: newest }).where('key', '=', key).execute();
  }
  return secret;
}

const fingerprintOf = (derived: Buffer): string => createHash('sha256').update(derived).digest('base64url');
