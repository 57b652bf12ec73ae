import type { Clock } from '../connection/clock.ts';
import type { TabChannel, TabMessage } from './tab-channel.ts';

interface SenderElectionDependencies {
  /** Null where the browser cannot connect tabs: each then sends, and the server takes every change once. */
  readonly tabs: TabChannel | null;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly user: () => string | null;
  /** This tab is connected. */
  readonly isReady: () => boolean;
  readonly hasWaiting: () => boolean;
  readonly granted: () => void;
}

/** How long a tab that sends has to say so, in milliseconds. */
const answerWithin = 100;
/** How long changes may wait before it is checked that the tab that sends is still there. */
const checkAfter = 1_000;

type State =
  | { readonly role: 'idle' | 'asking' | 'following' }
  | { readonly role: 'sending'; readonly since: number };

/**
 * Decides which tab of a browser sends a person's changes: one that is connected. Two may for a moment, when one was frozen:
 * each sends in the same order, and the server takes every change once. No locks, which plain http does not have.
 */
export class SenderElection {
  readonly #dependencies: SenderElectionDependencies;
  readonly #tab: string;
  #state: State = { role: 'idle' };
  #cancelTimer: (() => void) | null = null;

  constructor(dependencies: SenderElectionDependencies) {
    this.#dependencies = dependencies;
    this.#tab = dependencies.newId();
  }

  get isSending(): boolean {
    return this.#state.role === 'sending';
  }

  /** A connection is open. */
  connected(): void {
    if (this.#dependencies.tabs) this.#ask();
    else this.#begin();
  }

  /** Changes wait that another tab should be sending. */
  changesWait(): void {
    if (this.#state.role !== 'following' || this.#cancelTimer) return;
    this.#wait(checkAfter, () => {
      const { isReady, hasWaiting } = this.#dependencies;
      if (isReady() && hasWaiting()) this.#ask();
    });
  }

  receive(message: TabMessage): void {
    if (message.type === 'who-sends') {
      if (this.isSending && this.#dependencies.isReady()) this.#announce();
    } else if (message.type === 'sending') {
      const isEarlier =
        this.#state.role === 'sending' &&
        (message.since < this.#state.since ||
          (message.since === this.#state.since && message.tab < this.#tab));
      if (isEarlier) this.#announce();
      else this.#follow();
    }
  }

  end(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#state = { role: 'idle' };
  }

  #ask(): void {
    const user = this.#dependencies.user();
    this.#state = { role: 'asking' };
    if (user !== null) this.#dependencies.tabs?.post({ user, type: 'who-sends' });
    this.#wait(answerWithin, () => this.#begin());
  }

  #begin(): void {
    if (!this.#dependencies.isReady()) {
      this.end();
      return;
    }
    this.#state = { role: 'sending', since: this.#dependencies.clock.wall() };
    this.#announce();
    this.#dependencies.granted();
  }

  #announce(): void {
    const user = this.#dependencies.user();
    if (user === null || this.#state.role !== 'sending') return;
    const { since } = this.#state;
    this.#dependencies.tabs?.post({ user, type: 'sending', tab: this.#tab, since });
  }

  #follow(): void {
    if (this.#state.role === 'following') return;
    this.end();
    this.#state = { role: 'following' };
    if (this.#dependencies.hasWaiting()) this.changesWait();
  }

  #wait(milliseconds: number, run: () => void): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#dependencies.clock.after(milliseconds, () => {
      this.#cancelTimer = null;
      run();
    });
  }
}
