import type { Me } from '../../contract/me.ts';
import {
  type CopySize,
  type CopyStorage,
  copiesToDrop,
  isLater,
  isOfTeams,
  type StoredCopy,
} from '../copies/copy-storage.ts';

/** Nobody waits for it, so a slow device has time. In milliseconds. */
const openWithin = 30_000;
const personKey = 'me';

type Stores = Record<'person' | 'texts' | 'sizes', IDBObjectStore>;

/** Stores copies in an IndexedDB database of their own, so that deleting them never touches unsent changes. */
export function indexedDbCopies(): CopyStorage {
  const opened = open();
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
            for (const key of keys.filter((each) => !isOfTeams(String(each), me))) {
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

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The device did not open its copies.')), openWithin);
    const request = indexedDB.open('lineup-copies', 1);
    request.onupgradeneeded = () => {
      for (const name of ['person', 'texts']) request.result.createObjectStore(name);
      request.result.createObjectStore('sizes', { keyPath: 'key' });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
