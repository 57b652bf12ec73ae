import * as z from 'zod/mini';
import type { RandomBytes } from '../connection/random.ts';
import { type KeyValueStorage, parseJson } from '../device/choices.ts';
import { isSealed, type OutboxStorage, type StoredChange, type WaitingChange } from './outbox-storage.ts';

interface OutboxVaultDependencies {
  readonly storage: OutboxStorage;
  readonly memory: KeyValueStorage;
  readonly random: RandomBytes;
  /** The keys of this person, the current one first; null if the server can't be asked, or someone else is signed in. */
  readonly fetchKeys: (user: string) => Promise<readonly string[] | null>;
}

const remembered = 'outboxKeys';
const keysByPerson = z.record(z.string(), z.string());

/** On a shared tablet, the next person could read what waits: it is encrypted, and the key is there only for who is signed in. */
export class OutboxVault {
  readonly #dependencies: OutboxVaultDependencies;
  /** By person. Another tab may have forgotten a key that is still needed here. */
  readonly #keys = new Map<string, string>();
  readonly #sealing = new Map<string, Promise<void>>();

  constructor(dependencies: OutboxVaultDependencies) {
    this.#dependencies = dependencies;
  }

  /** Encrypts what waits of everyone but this person, and forgets their keys. What fails is tried again on the next page. */
  sealOthers(user: string | null): void {
    this.#load();
    for (const [other, key] of this.#keys) {
      if (other === user || this.#sealing.has(other)) continue;
      const sealing = this.#seal(other, key)
        .then(() => this.#forget(other))
        .catch(() => {})
        .finally(() => this.#sealing.delete(other));
      this.#sealing.set(other, sealing);
    }
  }

  /** Those that no key fits are left out. Null while there are encrypted ones and the server can't be asked for the keys. */
  async open(user: string): Promise<readonly WaitingChange[] | null> {
    await this.#sealing.get(user);
    const { storage } = this.#dependencies;
    const stored = await storage.waiting(user);
    this.#load();
    if (!stored.some(isSealed)) {
      if (!this.#keys.has(user)) void this.#fetch(user);
      return stored.filter((each): each is WaitingChange => !isSealed(each));
    }
    const keys = await this.#fetch(user);
    if (keys === null) return null;
    const { unseal } = await import('./sealing.ts');
    const opened = stored.flatMap((each) => {
      if (!isSealed(each)) return [each];
      const found = keys.map((key) => unseal(each, key)).find((change) => change !== null);
      return found ? [found] : [];
    });
    await storage.replace(opened.filter(({ id }) => stored.some((each) => each.id === id && isSealed(each))));
    return opened;
  }

  async #seal(user: string, key: string): Promise<void> {
    const { storage, random } = this.#dependencies;
    const stored: readonly StoredChange[] = await storage.waiting(user);
    const plain = stored.filter((each): each is WaitingChange => !isSealed(each));
    // what the server took is for the person's copies, which are deleted
    const [taken, waiting] = [plain.filter((each) => each.taken), plain.filter((each) => !each.taken)];
    await Promise.all(taken.map(({ id }) => storage.remove(id)));
    if (waiting.length === 0) return;
    const { seal } = await import('./sealing.ts');
    await storage.replace(waiting.map((each) => seal(each, key, random)));
  }

  async #fetch(user: string): Promise<readonly string[] | null> {
    const keys = await this.#dependencies.fetchKeys(user);
    const current = keys?.[0];
    if (current === undefined) return keys;
    this.#keys.set(user, current);
    this.#remember({ ...this.#remembered(), [user]: current });
    return keys;
  }

  #forget(user: string): void {
    this.#keys.delete(user);
    const { [user]: _, ...others } = this.#remembered();
    this.#remember(others);
  }

  #load(): void {
    for (const [user, key] of Object.entries(this.#remembered())) this.#keys.set(user, key);
  }

  #remembered(): Readonly<Record<string, string>> {
    return z.safeParse(keysByPerson, parseJson(this.#dependencies.memory.getItem(remembered))).data ?? {};
  }

  #remember(keys: Readonly<Record<string, string>>): void {
    const { memory } = this.#dependencies;
    if (Object.keys(keys).length === 0) memory.removeItem(remembered);
    else memory.setItem(remembered, JSON.stringify(keys));
  }
}
