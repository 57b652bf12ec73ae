import type { ScheduleStore, StoredConnection } from '../store/schedule-store.ts';
import type { ProviderSettings } from './providers/provider.ts';
import type { Seal } from './seal.ts';

type Whose = Pick<StoredConnection, 'team' | 'provider'>;

/** A secret opens for its team, provider and field alone. */
const placeOf = ({ team, provider }: Whose, name: string) => ['schedule', team, provider, name];

export const sealSecrets = (
  seal: Seal,
  whose: Whose,
  secrets: ProviderSettings,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, value]) => [name, seal.seal(value, placeOf(whose, name))]),
  );

/** Those that do not open are missing. */
export const openSecrets = (seal: Seal, connection: StoredConnection): ProviderSettings =>
  Object.fromEntries(
    Object.entries(connection.sealed).flatMap(([name, sealed]) => {
      const value = seal.open(sealed, placeOf(connection, name));
      return value === null ? [] : [[name, value]];
    }),
  );

/** Seals every secret by the first key, all at once or none; those that do not open stay as they are. Returns how many. */
export async function sealAnew(seal: Seal, store: ScheduleStore): Promise<number> {
  let count = 0;
  const anew = (await store.all()).map((connection) => {
    const opened = openSecrets(seal, connection);
    count += Object.keys(opened).length;
    const { team, provider, sealed } = connection;
    return { team, provider, sealed: { ...sealed, ...sealSecrets(seal, connection, opened) } };
  });
  await store.putSealed(anew);
  return count;
}
