import { lastChangeBefore } from '../../contract/live.ts';
import type { KeyValueStorage } from '../device/choices.ts';
import { ObservableValue } from '../observable.ts';

const remembered = 'epoch';

export interface Restored {
  readonly lastChange: number | null;
}

/** Which history the server's store has. After a backup was restored it is another, and people would look for what is gone. */
export class StoreEpoch {
  readonly restored = new ObservableValue<Restored | null>(null);
  readonly #memory: KeyValueStorage;
  /** '' before the first connection. */
  current = '';

  constructor(memory: KeyValueStorage) {
    this.#memory = memory;
  }

  learn(epoch: string): void {
    const known = this.current || this.#memory.getItem(remembered);
    if (known && known !== epoch) this.restored.set({ lastChange: lastChangeBefore(epoch) });
    if (known !== epoch) this.#memory.setItem(remembered, epoch);
    this.current = epoch;
  }

  forget(): void {
    this.#memory.removeItem(remembered);
  }
}
