import * as z from 'zod/mini';
import { probeSecure } from '../../contract/secure.ts';
import { type Kept, openStored, openWithin, storeName } from './indexed-db.ts';

/** An address that never answers would leave the page checking for good. In milliseconds. */
const ANSWERS_WITHIN = 4_000;

/** Whether this device reaches the server there and trusts its certificate. Its fingerprint tells it from other servers. */
export async function isTrusted(origin: string, fingerprint: string): Promise<boolean> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ANSWERS_WITHIN);
  try {
    const answer = await fetch(origin + probeSecure.path, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: timeout.signal,
    });
    const probed = z.safeParse(probeSecure.response, await answer.json());
    return probed.success && probed.data.fingerprint === fingerprint;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** How many changes wait on this device, of everyone and in all tabs. Rejects where the browser stores none. */
export async function countStoredChanges(): Promise<number> {
  const database = await openStored(openWithin);
  const counted = new Promise<number>((resolve, reject) => {
    const request = database.transaction(storeName, 'readonly').objectStore(storeName).getAll();
    request.onsuccess = () => resolve((request.result as Kept[]).filter((each) => !('taken' in each)).length);
    request.onerror = () => reject(request.error);
  });
  return counted.finally(() => database.close());
}
