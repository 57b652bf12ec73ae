import type { ScheduleStore, StoredConnection } from '../store/schedule-store.ts';
import type { ProviderSettings } from './providers/provider.ts';
import type { SecretBox } from './secret-box.ts';

type ConnectionKey = Pick<StoredConnection, 'team' | 'provider'>;

/** Binds a secret to its team, provider, and field. */
const contextOf = ({ team, provider }: ConnectionKey, field: string) => ['schedule', team, provider, field];

export const encryptSecrets = (
  box: SecretBox,
  connection: ConnectionKey,
  secrets: ProviderSettings,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, value]) => [
      field,
      box.encrypt(value, contextOf(connection, field)),
    ]),
  );

/** Omits secrets that can't be decrypted. */
export const decryptSecrets = (
  box: SecretBox,
  connection: ConnectionKey & Pick<StoredConnection, 'sealed'>,
): ProviderSettings =>
  Object.fromEntries(
    Object.entries(connection.sealed).flatMap(([field, encrypted]) => {
      const value = box.decrypt(encrypted, contextOf(connection, field));
      return value === null ? [] : [[field, value]];
    }),
  );

/**
 * Encrypts all secrets with the current key in one transaction, and returns how many. Secrets that can't be decrypted
 * stay unchanged.
 */
export async function reencryptSecrets(box: SecretBox, store: ScheduleStore): Promise<number> {
  let count = 0;
  const connections = (await store.all()).map((connection) => {
    const secrets = decryptSecrets(box, connection);
    count += Object.keys(secrets).length;
    const { team, provider, sealed } = connection;
    return { team, provider, sealed: { ...sealed, ...encryptSecrets(box, connection, secrets) } };
  });
  await store.putSealed(connections);
  return count;
}
