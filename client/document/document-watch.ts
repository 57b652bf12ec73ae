import type { ConfirmedVersion, DocumentLink } from './document-link.ts';
import type { RunningWatches } from './running-watches.ts';

/** How long a watch continues after the last subscriber left, in case one comes back. */
const lingering = 30_000;

/** When the server could not watch a document, how long to wait before it is asked again. */
const askAgainAfter = 10_000;

/** How long nothing is requested because it is not known what the device kept. */
const holdFor = 1_000;

/** The watch of one document, for as long as the page wants it. */
export class DocumentWatch {
  readonly #link: DocumentLink;
  readonly #running: RunningWatches;
  #subscribers = 0;
  #cancelLingering: (() => void) | null = null;
  /** A watch was requested on this connection. */
  #requested = false;
  #isCatchingUp = false;
  #cancelLater = () => {};
  /** The newest version received on this connection. */
  newest = 0;
  /** Nothing is requested before it is known what the device kept. */
  #isHeld = false;
  #cancelHold = () => {};
  #hasEnded = false;

  constructor(link: DocumentLink, running: RunningWatches) {
    this.#link = link;
    this.#running = running;
  }

  get isLingering(): boolean {
    return this.#cancelLingering !== null;
  }

  get isWanted(): boolean {
    return !this.#hasEnded && (this.#subscribers > 0 || this.isLingering);
  }

  /** Missed changes were requested, and their answer has not come. */
  get isCatchingUp(): boolean {
    return this.#isCatchingUp;
  }

  /** Returns a function that removes the subscriber again. */
  addSubscriber(): () => void {
    this.#subscribers++;
    this.#cancelLingering?.();
    this.#cancelLingering = null;
    let isRemoved = false;
    return () => {
      if (!isRemoved) this.#removeSubscriber();
      isRemoved = true;
    };
  }

  /** A slow device doesn't hold up the page: then `ask` runs, and what the device has may still come before the answer. */
  hold(ask: () => void): void {
    this.#isHeld = true;
    this.#cancelHold = this.#link.after(holdFor, () => {
      this.release();
      ask();
    });
  }

  release(): void {
    this.#cancelHold();
    this.#isHeld = false;
  }

  #removeSubscriber(): void {
    this.#subscribers--;
    if (this.#subscribers > 0) return;
    this.#cancelLingering = this.#link.after(lingering, () => this.stop());
  }

  /** Stops lingering. */
  stop(): void {
    this.#cancelLingering?.();
    this.#cancelLingering = null;
    if (this.#requested) this.#link.unwatch();
    this.reset();
  }

  /** Starts the watch, unless it is running. */
  request(since: ConfirmedVersion | null): void {
    if (this.#requested || this.#isHeld) return;
    this.#running.started(this);
    this.#requested = this.#link.watch(since);
    if (!this.#requested) this.#running.ended(this);
  }

  /** Asks again for everything after a version. */
  catchUp(since: ConfirmedVersion | null): void {
    this.#isCatchingUp = this.#link.watch(since);
  }

  caughtUp(): void {
    this.#isCatchingUp = false;
  }

  /** Runs `ask` after a while, unless a new connection comes first. */
  later(ask: () => void): void {
    this.#cancelLater();
    this.#cancelLater = this.#link.after(askAgainAfter, ask);
  }

  /** The server doesn't watch for this page: the connection is new, or the server said so. */
  reset(): void {
    this.#cancelLater();
    this.#running.ended(this);
    this.#requested = false;
    this.#isCatchingUp = false;
    this.newest = 0;
  }

  /** The document is no longer used. */
  end(): void {
    this.#cancelLingering?.();
    this.#hasEnded = true;
    this.reset();
  }
}
