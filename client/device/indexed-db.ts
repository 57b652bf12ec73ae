import type { Me } from '../../contract/me.ts';
import {
  type CopySize,
  type CopyStorage,
  copiesToDrop,
  isLater,
  mayStay,
  type StoredCopy,
} from '../copies/copy-storage.ts';
import { isSealed, type OutboxStorage, type StoredChange } from '../outbox/outbox-storage.ts';

/** Nobody waits for it, so a slow device has time. In milliseconds. */
const openCopiesWithin = 30_000;
const personKey = 'me';

type Stores = Record<'person' | 'texts' | 'sizes', IDBObjectStore>;

/** Stores copies in an IndexedDB database of their own, so that deleting them never touches unsent changes. */
export function indexedDbCopies(): CopyStorage {
  const opened = open('lineup-copies', openCopiesWithin, (database) => {
    for (const name of ['person', 'texts']) database.createObjectStore(name);
    database.createObjectStore('sizes', { keyPath: 'key' });
  });
  // Each use answers for itself.
  opened.catch(() => {});

  /** `work` makes requests of one transaction; a later one begins in the callback of an earlier one. */
  async function within<T>(
    mode: IDBTransactionMode,
    work: (stores: Stores, done: (value: T) => void) => void,
  ) {
    const transaction = (await opened).transaction(['person', 'texts', 'sizes'], mode);
    const store = (name: keyof Stores) => transaction.objectStore(name);
    return new Promise<T | undefined>((resolve, reject) => {
      let value: T | undefined;
      transaction.oncomplete = () => resolve(value);
      transaction.onabort = () => reject(transaction.error);
      work({ person: store('person'), texts: store('texts'), sizes: store('sizes') }, (result) => {
        value = result;
      });
    });
  }

  function ifOf(user: string, { person }: Stores, run: () => void): void {
    then<Me | undefined>(person.get(personKey), (me) => me?.user?.id === user && run());
  }

  return {
    person: async () =>
      (await within<Me>('readonly', ({ person }, done) => then(person.get(personKey), done))) ?? null,
    async belongTo(me) {
      await within('readwrite', ({ person, texts, sizes }) => {
        then<Me | undefined>(person.get(personKey), (before) => {
          if (!me?.user || before?.user?.id !== me.user.id) {
            for (const store of [person, texts, sizes]) store.clear();
          }
          if (!me?.user) return;
          person.put(me, personKey);
          then<IDBValidKey[]>(sizes.getAllKeys(), (keys) => {
            for (const key of keys.filter((each) => !mayStay(String(each), me, before ?? null))) {
              texts.delete(key);
              sizes.delete(key);
            }
          });
        });
      });
    },
    load: async (user, key) =>
      (await within<StoredCopy>('readonly', (stores, done) =>
        ifOf(user, stores, () =>
          then<CopySize | undefined>(stores.sizes.get(key), (size) => {
            if (!size) return;
            then<string>(stores.texts.get(key), (text) => done({ key, at: size.at, text }));
          }),
        ),
      )) ?? null,
    async save(user, { key, at, text, version }) {
      await within('readwrite', (stores) =>
        ifOf(user, stores, () => {
          const { texts, sizes } = stores;
          then<CopySize | undefined>(sizes.get(key), (stored) => {
            if (isLater(stored?.version, version)) return;
            texts.put(text, key);
            sizes.put({ key, at, length: text.length, version });
            then<CopySize[]>(sizes.getAll(), (all) => {
              for (const old of copiesToDrop(all)) {
                texts.delete(old);
                sizes.delete(old);
              }
            });
          });
        }),
      );
    },
    async remove(user, key) {
      await within('readwrite', (stores) =>
        ifOf(user, stores, () => {
          stores.texts.delete(key);
          stores.sizes.delete(key);
        }),
      );
    },
  };
}

function then<T>(request: IDBRequest<T>, run: (result: T) => void): void {
  request.onsuccess = () => run(request.result);
}

/** Rejects after so many milliseconds: some browsers never finish opening a database until the page is reloaded. */
function open(name: string, within: number, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    rejectAfter(within).catch(reject);
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => create(request.result);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const rejectAfter = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The device did not open what it keeps.')), milliseconds);
  });

const storeName = 'waiting';
/** The board doesn't wait longer. In milliseconds. */
const openWithin = 2_000;
const openForWritingWithin = 10_000;

/** Changes survive when the page is closed or the device is switched off. Where the browser does not allow it, every call rejects. */
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

  // WebKit may never finish what an earlier page began, and whatever comes after it waits
  const kept = (user: string): Promise<readonly Kept[]> =>
    Promise.race([
      within<Kept[]>('readonly', (store) => store.index('user').getAll(user)),
      rejectAfter(openWithin),
    ]);

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

type Kept = StoredChange & { readonly order: number };

/** Pages from before changes were sealed delete what they cannot read, so sealed changes are not under the person's id. */
const sealedOf = (user: string): string => `sealed ${user}`;
const rowOf = (change: StoredChange): StoredChange =>
  isSealed(change) ? { ...change, user: sealedOf(change.user) } : change;

/** Opens what the device keeps of changes; rejects after so many milliseconds. */
const openStored = (within: number): Promise<IDBDatabase> =>
  open('lineup', within, (database) => {
    const store = database.createObjectStore(storeName, { keyPath: 'order', autoIncrement: true });
    store.createIndex('user', 'user');
    store.createIndex('id', 'id', { unique: true });
  });

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
