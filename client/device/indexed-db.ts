import { isSealed, type OutboxStorage, type StoredChange } from '../outbox/outbox-storage.ts';

export const storeName = 'waiting';
/**
 * Some browsers never finish opening the database until the page is reloaded: the board doesn't wait for them. A change
 * does, since a device that is only slow stores it then. In milliseconds.
 */
export const openWithin = 2_000;
const openForWritingWithin = 10_000;

/**
 * Stores changes in IndexedDB, so that they survive when the page is closed or the device is switched off. Where the
 * browser does not allow it, every call rejects.
 */
export function indexedDbOutbox(): OutboxStorage {
  // Opened at once, so that it is ready when it is known who is signed in.
  const opening = openStored(openForWritingWithin);
  const openingSoon = Promise.race([opening, rejectAfter(openWithin)]);
  let database: IDBDatabase | null = null;
  opening.then(
    (opened) => {
      database = opened;
    },
    // Each use answers for itself.
    () => {},
  );
  openingSoon.catch(() => {});

  async function within<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
    isLast = true,
  ): Promise<T> {
    // Not even a microtask later than the tap, once the database is open.
    const ready = database ?? (await (mode === 'readonly' ? openingSoon : opening));
    const transaction = ready.transaction(storeName, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(storeName));
    // The browser finishes it from here, also if this page crashes.
    if (isLast) transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  const kept = (user: string): Promise<readonly Kept[]> =>
    within('readonly', (store) => store.index('user').getAll(user));

  return {
    async waiting(user) {
      const rows = [...(await kept(user)), ...(await kept(sealedOf(user)))];
      return rows
        .sort((one, other) => one.order - other.order)
        .map(({ order: _, ...row }) => ({ ...row, user }));
    },
    async put(waiting) {
      await within('readwrite', (store) => store.add(waiting));
    },
    async remove(id) {
      await opening;
      const order = await within('readonly', (store) => store.index('id').getKey(id));
      if (order !== undefined) await within('readwrite', (store) => store.delete(order));
    },
    async replace(changes) {
      await within(
        'readwrite',
        (store) => {
          const ids = store.index('id');
          for (const change of changes) {
            const found = ids.getKey(change.id);
            found.onsuccess = () =>
              found.result !== undefined && store.put({ ...rowOf(change), order: found.result });
          }
          return store.count();
        },
        false,
      );
    },
  };
}

export type Kept = StoredChange & { readonly order: number };

/** Pages from before changes were sealed delete what they cannot read, so sealed changes are not under the person's id. */
const sealedOf = (user: string): string => `sealed ${user}`;
const rowOf = (change: StoredChange): StoredChange =>
  isSealed(change) ? { ...change, user: sealedOf(change.user) } : change;

const rejectAfter = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The device did not open what it keeps.')), milliseconds);
  });

/** Opens what the device keeps of changes; rejects after so many milliseconds. */
export function openStored(within: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    rejectAfter(within).catch(reject);
    const request = indexedDB.open('lineup', 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(storeName, { keyPath: 'order', autoIncrement: true });
      store.createIndex('user', 'user');
      store.createIndex('id', 'id', { unique: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
