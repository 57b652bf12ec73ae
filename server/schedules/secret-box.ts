import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { ScheduleStore, StoredConnection } from '../database/store.ts';
import type { ProviderSettings } from './providers/provider.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type SecretBox = ReturnType<typeof createSecretBox>;

/**
 * Encrypts short texts, so that the database alone reveals nothing. Values can't be moved between rows: they decrypt only
 * with the same context, which says where they are stored. The first of the keys, of 32 bytes each, encrypts; any
 * decrypts, so that keys can be rotated.
 */
export function createSecretBox(keys: readonly Buffer[]) {
  const [current] = keys;
  if (!current) throw new Error('A secret box needs a key.');
  return {
    encrypt(text: string, context: readonly string[]): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, current, nonce).setAAD(authenticatedData(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    /** Null if no key fits, the context differs, or the value was tampered with. */
    decrypt(encrypted: string, context: readonly string[]): string | null {
      const bytes = Buffer.from(encrypted, 'base64url');
      for (const key of keys) {
        try {
          const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
            .setAAD(authenticatedData(context))
            .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
          const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
          return decipher.update(text, undefined, 'utf8') + decipher.final('utf8');
        } catch {
          // Another key may fit.
        }
      }
      return null;
    },
  };
}

const authenticatedData = (context: readonly string[]): Buffer => Buffer.from(JSON.stringify(context));

type ConnectionKey = Pick<StoredConnection, 'team' | 'provider'>;

const contextOf = ({ team, provider }: ConnectionKey, field: string) => ['schedule', team, provider, field];

export const encryptSecrets = (
  box: SecretBox,
  connection: ConnectionKey,
  secrets: ProviderSettings,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, text]) => [field, box.encrypt(text, contextOf(connection, field))]),
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

/** In one transaction; returns how many. Secrets that can't be decrypted stay unchanged. */
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
