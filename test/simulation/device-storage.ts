import type { OutboxStorage, StoredChange } from '../../client/outbox/outbox-storage.ts';
import type { TabChannel, TabMessage } from '../../client/outbox/tab-channel.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** As much of a tab as its device has to know. */
export interface StorageUser {
  readonly isAlive: boolean;
  /** Runs at once, or when the device wakes; not at all if the tab has ended by then. */
  resume(run: () => void): void;
}

interface Operation {
  readonly by: StorageUser;
  /** What it does to the stored changes. */
  readonly work: () => void;
  readonly done: () => void;
  readonly failed: (error: Error) => void;
  readonly needsRoom: boolean;
}

/**
 * What all tabs of a device store: it outlives them. Operations take time and are done one after another, as IndexedDB
 * does them. They are done even if their tab is killed, but not if the device loses its power.
 */
export class DeviceStorage {
  readonly kept = new Map<string, StoredChange>();
  /** It stores nothing more, and can still be read. */
  isFull = false;
  isHealed = false;
  readonly #time: SimulatedTime;
  readonly #random: SeededRandom;
  readonly #channels = new Map<StorageUser, Set<(message: TabMessage) => void>>();
  #queue: Operation[] = [];
  #isWorking = false;

  constructor(time: SimulatedTime, random: SeededRandom) {
    this.#time = time;
    this.#random = random;
  }

  /** `written` is told what became of each change that is put. */
  open(tab: StorageUser, written: (id: string, disk: 'kept' | 'failed') => void): OutboxStorage {
    return {
      waiting: (user) => this.#do(tab, () => [...this.kept.values()].filter((each) => each.user === user)),
      put: (change) =>
        this.#do(
          tab,
          () => {
            if (!this.kept.has(change.id)) this.kept.set(change.id, change);
            written(change.id, 'kept');
          },
          () => written(change.id, 'failed'),
        ),
      remove: (id) => this.#do(tab, () => void this.kept.delete(id)),
      replace: (changes) =>
        this.#do(tab, () => {
          for (const each of changes) if (this.kept.has(each.id)) this.kept.set(each.id, each);
        }),
    };
  }

  /** The way to the other tabs of the device. */
  channel(tab: StorageUser): TabChannel {
    const listeners = new Set<(message: TabMessage) => void>();
    this.#channels.set(tab, listeners);
    return {
      post: (message) => {
        if (!tab.isAlive) return;
        for (const [other, heard] of this.#channels) {
          if (other === tab) continue;
          this.#time.after(0, () =>
            other.resume(() => {
              for (const listener of heard) listener(message);
            }),
          );
        }
      },
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }

  /** The tab was killed. The browser finishes what it had begun. */
  killed(tab: StorageUser): void {
    this.#channels.delete(tab);
  }

  /** The device lost its power: what its tabs had begun is done up to some point, and the rest is lost. */
  loseRest(): void {
    this.#queue.splice(this.#random.between(0, this.#queue.length));
  }

  #do<T>(by: StorageUser, work: () => T, failed?: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T;
      this.#queue.push({
        by,
        needsRoom: failed !== undefined,
        work: () => {
          result = work();
        },
        done: () => by.resume(() => resolve(result)),
        failed: (error) => {
          failed?.();
          by.resume(() => reject(error));
        },
      });
      if (!this.#isWorking) this.#next();
    });
  }

  #next(): void {
    this.#isWorking = this.#queue.length > 0;
    if (!this.#isWorking) return;
    const delay = this.isHealed ? 0 : this.#random.between(0, 2) * 5;
    this.#time.after(delay, () => {
      const operation = this.#queue.shift();
      if (operation && this.isFull && operation.needsRoom)
        operation.failed(new Error('The device has no room.'));
      else if (operation) {
        operation.work();
        operation.done();
      }
      this.#next();
    });
  }
}
