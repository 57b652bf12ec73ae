import { largestWatches } from '../../contract/live.ts';

interface Watch {
  /** No screen needs it anymore, and it runs on for a while. */
  readonly isLingering: boolean;
  stop(): void;
}

/** The watches of a page. The server takes a limited number: those that linger make room for new ones, oldest first. */
export class RunningWatches {
  readonly #running = new Set<Watch>();

  started(watch: Watch): void {
    if (this.#running.size >= largestWatches) {
      for (const each of this.#running) {
        if (!each.isLingering) continue;
        each.stop();
        break;
      }
    }
    this.#running.add(watch);
  }

  ended(watch: Watch): void {
    this.#running.delete(watch);
  }
}
