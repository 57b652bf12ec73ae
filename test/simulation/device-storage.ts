import type { CopyStorage, StoredCopy } from '../../client/copies/copy-storage.ts';
import type { TabChannel, TabMessage } from '../../client/outbox/outbox-sender.ts';
import { isSealed, type OutboxStorage, type StoredChange } from '../../client/outbox/outbox-storage.ts';
import type { Change } from '../../domain/change/change.ts';
import { stepsOf } from '../../domain/change/define-change.ts';
import { memoryCopies } from '../stores/memory-copies.ts';
import { DeviceDatabase, type StorageUser } from './device-database.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** What all tabs of a device store: it outlives them. */
export class DeviceStorage {
  readonly kept = new Map<string, StoredChange>();
  /** It stores nothing more, and can still be read. */
  isFull = false;
  isHealed = false;
  /** The tabs have an older version of the app, which does not know this kind of change. */
  unknownKind: string | null = null;
  /** Called after each operation. */
  changed: () => void = () => {};
  readonly #time: SimulatedTime;
  readonly #outbox: DeviceDatabase;
  readonly #copies: DeviceDatabase;
  readonly #stored = memoryCopies();
  #copiesOf: string | null = null;
  readonly #channels = new Map<StorageUser, Set<(message: TabMessage) => void>>();

  constructor(time: SimulatedTime, random: SeededRandom) {
    this.#time = time;
    this.#outbox = new DeviceDatabase(time, random, this);
    this.#copies = new DeviceDatabase(time, random, this);
  }

  /** `written` is told what became of each change that is put. */
  open(tab: StorageUser, written: (id: string, disk: 'kept' | 'failed') => void): OutboxStorage {
    return {
      waiting: (user) =>
        this.#outbox.do(tab, () =>
          [...this.kept.values()].filter((each) => each.user === user).map((each) => this.#asRead(each)),
        ),
      put: (change) =>
        this.#outbox.do(
          tab,
          () => {
            if (!this.kept.has(change.id)) this.kept.set(change.id, change);
            written(change.id, 'kept');
          },
          () => written(change.id, 'failed'),
        ),
      remove: (id) => this.#outbox.do(tab, () => void this.kept.delete(id)),
      replace: (changes) =>
        this.#outbox.do(tab, () => {
          for (const each of changes) if (this.kept.has(each.id)) this.kept.set(each.id, each);
        }),
    };
  }

  /** Copies are in a database of their own: what is done in one says nothing about the other. */
  openCopies(tab: StorageUser): CopyStorage {
    const stored = this.#stored;
    return {
      person: () => this.#copies.do(tab, () => stored.person()),
      belongTo: (me) => {
        this.#copiesOf = me?.user?.id ?? null;
        return this.#copies.do(tab, () => stored.belongTo(me));
      },
      load: (user, key) => this.#copies.do(tab, () => stored.load(user, key)),
      save: (user, copy) =>
        this.#copies.do(
          tab,
          () => stored.save(user, copy),
          () => {},
        ),
      remove: (user, key) => this.#copies.do(tab, () => stored.remove(user, key)),
    };
  }

  /** The person's copy of a document, unless it is about to be deleted because they signed out. */
  copyOf(user: string, name: string): StoredCopy | undefined {
    const isTheirs = this.#stored.of() === user && this.#copiesOf === user;
    return isTheirs ? this.#stored.stored.get(name) : undefined;
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
    this.#outbox.loseRest();
    this.#copies.loseRest();
  }

  /** Whether the tabs of this device cannot read the change. */
  cannotRead(change: Change): boolean {
    return stepsOf(change).some(({ type }) => type === this.unknownKind);
  }

  #asRead(stored: StoredChange): StoredChange {
    if (isSealed(stored) || !this.cannotRead(stored.change)) return stored;
    // Signing out encrypts it as it is stored.
    const change = { type: newerKind, toJSON: () => stored.change };
    return { ...stored, change: change as never };
  }
}

const newerKind = 'newer';
/** How a change of a newer version looks to an older one. */
export const isOfNewer = ({ type }: { readonly type: string }): boolean => type === newerKind;
