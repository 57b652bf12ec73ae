import type { OutboxStorage, WaitingChange } from '../document/outbox-storage.ts';

const name = 'waiting';
/** Some browsers never finish opening the database until the page is reloaded: the board doesn't wait for them. */
const openWithin = 2_000;

/**
 * Stores changes in IndexedDB, so that they survive when the page is closed or the device is switched off. Where the
 * browser does not allow it, every call rejects.
 */
export function indexedDbOutbox(): OutboxStorage {
  // Opened at once, so that it is ready when it is known who is signed in.
  const opened = open();
  // Each use answers for itself.
  opened.catch(() => {});

  async function within<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    const transaction = (await opened).transaction(name, mode, { durability: 'strict' });
    const request = work(transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  return {
    async waiting(user) {
      const kept: readonly Kept[] = await within('readonly', (store) => store.index('user').getAll(user));
      return kept.map(({ order: _, ...waiting }) => waiting);
    },
    async put(waiting) {
      await within('readwrite', (store) => store.add(waiting));
    },
    async remove(id) {
      const order = await within('readonly', (store) => store.index('id').getKey(id));
      if (order !== undefined) await within('readwrite', (store) => store.delete(order));
    },
  };
}

type Kept = WaitingChange & { readonly order: number };

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The device did not open what it keeps.')), openWithin);
    const request = indexedDB.open('lineup', 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(name, { keyPath: 'order', autoIncrement: true });
      store.createIndex('user', 'user');
      store.createIndex('id', 'id', { unique: true });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
