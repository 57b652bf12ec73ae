import { type Kept, openStored, openWithin, storeName } from './indexed-db.ts';

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
