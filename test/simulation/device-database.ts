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

interface Disk {
  readonly isFull: boolean;
  readonly isHealed: boolean;
  /** Called after each operation. */
  changed(): void;
}

/**
 * One database of a device. Operations take time and are done one after another, as IndexedDB does them. They are done
 * even if their tab is killed, but not if the device loses its power.
 */
export class DeviceDatabase {
  readonly #time: SimulatedTime;
  readonly #random: SeededRandom;
  readonly #disk: Disk;
  #queue: Operation[] = [];
  #isWorking = false;

  constructor(time: SimulatedTime, random: SeededRandom, disk: Disk) {
    this.#time = time;
    this.#random = random;
    this.#disk = disk;
  }

  /** The device lost its power: what its tabs had begun is done up to some point, and the rest is lost. */
  loseRest(): void {
    this.#queue.splice(this.#random.between(0, this.#queue.length));
  }

  do<T>(by: StorageUser, work: () => T | Promise<T>, failed?: () => void): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: T | Promise<T>;
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
    const delay = this.#disk.isHealed ? 0 : this.#random.between(0, 2) * 5;
    this.#time.after(delay, () => {
      const operation = this.#queue.shift();
      if (operation && this.#disk.isFull && operation.needsRoom)
        operation.failed(new Error('The device has no room.'));
      else if (operation) {
        operation.work();
        this.#disk.changed();
        operation.done();
      }
      this.#next();
    });
  }
}
