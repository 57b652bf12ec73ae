import {
  type CopyStorage,
  copiesToDrop,
  isLater,
  mayStay,
  type StoredCopy,
} from '../../client/copies/copy-storage.ts';
import type { Me } from '../../contract/me.ts';

/** Keeps copies in memory; several pages can share them. */
export function memoryCopies(): CopyStorage & {
  readonly stored: ReadonlyMap<string, StoredCopy>;
  /** Whose they are. */
  of(): string | null;
} {
  let person: Me | null = null;
  const stored = new Map<string, StoredCopy>();
  const isOf = (user: string) => person?.user?.id === user;
  return {
    stored,
    of: () => person?.user?.id ?? null,
    person: async () => person,
    async belongTo(me) {
      if (!me?.user || !isOf(me.user.id)) stored.clear();
      const before = person;
      person = me?.user ? me : null;
      for (const key of stored.keys()) if (!me || !mayStay(key, me, before)) stored.delete(key);
    },
    load: async (user, key) => (isOf(user) ? (stored.get(key) ?? null) : null),
    async save(user, copy) {
      if (!isOf(user) || isLater(stored.get(copy.key)?.version, copy.version)) return;
      stored.set(copy.key, copy);
      const sizes = [...stored.values()].map(({ key, at, text }) => ({ key, at, length: text.length }));
      for (const key of copiesToDrop(sizes)) stored.delete(key);
    },
    remove: async (user, key) => void (isOf(user) && stored.delete(key)),
  };
}
