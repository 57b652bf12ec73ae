import { waitingLimit } from '../../contract/live.ts';
import { temporaryProblems } from '../../domain/problem/temporary-problems.ts';
import type { Connection } from '../connection/connection.ts';
import type { Clock } from '../connection/server-time.ts';
import type { DocumentAnswer, MessageAbout } from '../document/document-view.ts';
import type { Outbox } from './outbox.ts';
import type { DocumentPlace, MadeChange, WaitingChange } from './outbox-storage.ts';

/** How long a tab that sends has to say so, in milliseconds. */
const answerWithin = 100;
/** How long changes may wait before it is checked that the tab that sends is still there: one that froze would keep them. */
const checkAfter = 1_000;

type State =
  | { readonly role: 'idle' | 'asking' | 'following' }
  | { readonly role: 'sending'; readonly since: number };

/**
 * One connected tab of a browser sends a person's changes, or each would send all. Two may for a moment, when one was frozen:
 * each sends in the same order, and the server takes every change once. No locks, which plain http does not have.
 */
class SenderElection {
  readonly #dependencies: OutboxSenderDependencies;
  readonly #granted: () => void;
  readonly #tab: string;
  #state: State = { role: 'idle' };
  #cancelTimer: (() => void) | null = null;

  constructor(dependencies: OutboxSenderDependencies, granted: () => void) {
    this.#dependencies = dependencies;
    this.#granted = granted;
    this.#tab = dependencies.newId();
  }

  get #isReady(): boolean {
    return this.#dependencies.connection.ready;
  }

  get #hasWaiting(): boolean {
    return this.#dependencies.outbox.waiting.length > 0;
  }

  get isSending(): boolean {
    return this.#state.role === 'sending';
  }

  connected(): void {
    if (this.#dependencies.tabs) this.#ask();
    else this.#begin();
  }

  /** Changes wait that another tab should be sending. */
  changesWait(): void {
    if (this.#state.role !== 'following' || this.#cancelTimer) return;
    this.#wait(checkAfter, () => {
      if (this.#isReady && this.#hasWaiting) this.#ask();
    });
  }

  receive(message: TabMessage): void {
    if (message.type === 'who-sends') {
      if (this.isSending && this.#isReady) this.#announce();
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
    const { outbox, tabs } = this.#dependencies;
    this.#state = { role: 'asking' };
    if (outbox.user !== null) tabs?.post({ user: outbox.user, type: 'who-sends' });
    this.#wait(answerWithin, () => this.#begin());
  }

  #begin(): void {
    if (!this.#isReady) {
      this.end();
      return;
    }
    this.#state = { role: 'sending', since: this.#dependencies.clock.wall() };
    this.#announce();
    this.#granted();
  }

  #announce(): void {
    const { outbox, tabs } = this.#dependencies;
    if (outbox.user === null || this.#state.role !== 'sending') return;
    const { since } = this.#state;
    tabs?.post({ user: outbox.user, type: 'sending', tab: this.#tab, since });
  }

  #follow(): void {
    if (this.#state.role === 'following') return;
    this.end();
    this.#state = { role: 'following' };
    if (this.#hasWaiting) this.changesWait();
  }

  #wait(milliseconds: number, run: () => void): void {
    this.#cancelTimer?.();
    this.#cancelTimer = this.#dependencies.clock.after(milliseconds, () => {
      this.#cancelTimer = null;
      run();
    });
  }
}

interface OutboxSenderDependencies {
  readonly outbox: Outbox;
  readonly connection: Connection;
  readonly clock: Clock;
  /** Null where the browser cannot connect tabs: each then sends, and the server takes every change once. */
  readonly tabs: TabChannel | null;
  readonly newId: () => string;
  readonly made: (change: MadeChange) => void;
  /** A change is answered, on this connection or that of another tab. */
  readonly answered: (answer: DocumentAnswer) => void;
  /** The outbox was loaded again; these changes are not waiting anymore. */
  readonly reloaded: (gone: readonly string[]) => void;
}

interface Line {
  readonly sent: Set<string>;
  /** How many changes may be sent without an answer. After a refusal, those behind it come back and are sent again. */
  limit: number;
  /**
   * A change was refused, and nothing is sent until the page starts over: after a while, if it was refused for now;
   * otherwise once it is removed from the device and all are answered.
   */
  held: 'for a while' | 'until answered' | null;
  removing: number;
  startsOver: boolean;
  cancelTimer: () => void;
}

/** How long to wait before changes that the server could not take are sent again, in milliseconds. */
const retryAfter = 2_000;
/** How many times longer to wait for answers that are still missing then: one that is lost would hold the others for good. */
const longestHold = 5;

/** Sends the changes of the outbox, those of a document in the order they were made. */
export class OutboxSender {
  readonly #dependencies: OutboxSenderDependencies;
  readonly #election: SenderElection;
  readonly #endListening: () => void;
  #lines = new Map<string, Line>();
  /** How often the outbox is being loaded again: until then, changes that come first may be missing. */
  #reloads = 0;

  constructor(dependencies: OutboxSenderDependencies) {
    this.#dependencies = dependencies;
    this.#election = new SenderElection(dependencies, () => void this.#reload());
    this.#endListening = dependencies.tabs?.listen((message) => this.#hear(message)) ?? (() => {});
  }

  /** Documents can be watched. Not before it is known which of them this device created. */
  get isReady(): boolean {
    return this.#dependencies.connection.ready && this.#dependencies.outbox.isLoaded;
  }

  /** A new connection is open: nothing was sent on it yet. */
  connected(): void {
    this.#lines = new Map();
    this.#election.connected();
  }

  send(made: Omit<WaitingChange, 'user'>): void {
    const { outbox, tabs } = this.#dependencies;
    const after = outbox.of(made.team, made.document).map(({ id }) => id);
    const change = outbox.put(made);
    if (change) tabs?.post({ user: change.user, type: 'made', change, after });
    this.flush();
  }

  /** The server's answer on this connection. A change that was refused for now keeps waiting, and so do those after it. */
  receive(answer: DocumentAnswer): void {
    const line = this.#lineOf(answer);
    line.sent.delete(answer.id);
    if (answer.type === 'refused' && temporaryProblems.has(answer.problem.code)) {
      if (line.held === null) this.#hold(line, 'for a while');
    } else {
      const { outbox, tabs, answered } = this.#dependencies;
      if (outbox.user !== null) tabs?.post({ user: outbox.user, type: 'answered', answer });
      answered(answer);
      if (answer.type === 'accepted') line.limit++;
      else this.#startOverAfter(outbox.settled, line);
    }
    this.#continue(line);
    this.#endIdle(answer);
  }

  /** A change came back from the server, which may be before the answer to it or instead of it. */
  confirmed(answer: MessageAbout<'accepted'>): void {
    const { outbox, tabs } = this.#dependencies;
    if (outbox.user === null || !outbox.waiting.some(({ id }) => id === answer.id)) return;
    const line = this.#lineOf(answer);
    line.sent.delete(answer.id);
    line.limit++;
    tabs?.post({ user: outbox.user, type: 'answered', answer });
    outbox.answered(answer.id, answer.version);
    this.#continue(line);
    this.#endIdle(answer);
  }

  flush(): void {
    const { outbox, connection } = this.#dependencies;
    if (outbox.waiting.length > 0) this.#election.changesWait();
    if (!this.isReady || !this.#election.isSending || this.#reloads > 0) return;
    for (const { team, document, id, change, undoes, seen, as } of outbox.waiting) {
      const line = this.#lineOf({ team, document });
      if (line.held || line.sent.has(id) || line.sent.size >= line.limit) continue;
      line.sent.add(id);
      const again = line.startsOver ? { again: true } : {};
      line.startsOver = false;
      const beside = { ...(undoes && { undoes }), ...(seen && { seen }), ...(as && { as }), ...again };
      connection.send({ type: 'change', team, document, id, change, ...beside });
    }
  }

  close(): void {
    this.#endListening();
    this.#election.end();
  }

  async #reload(): Promise<void> {
    const { outbox, reloaded } = this.#dependencies;
    this.#reloads++;
    if (outbox.isLoaded) reloaded(await outbox.reload());
    this.#reloads--;
    this.flush();
  }

  /**
   * After a refusal that is final. Were the page to end while it still has the change, and others were taken since, the
   * next page would send it again and it could be taken after them.
   */
  #startOverAfter(removed: Promise<unknown>, line: Line): void {
    this.#hold(line, 'until answered');
    line.limit = 1;
    line.removing++;
    void removed.then(() => {
      line.removing--;
      this.#continue(line);
    });
  }

  #hold(line: Line, held: NonNullable<Line['held']>): void {
    line.held = held;
    line.cancelTimer();
    this.#startOverLater(line, longestHold);
  }

  #startOverLater(line: Line, patience: number): void {
    line.cancelTimer = this.#dependencies.clock.after(retryAfter, () => {
      // Once all are answered, none that is behind can arrive before those that go again.
      if (line.sent.size > 0 && patience > 0) this.#startOverLater(line, patience - 1);
      else this.#startOver(line);
    });
  }

  #startOver(line: Line): void {
    line.cancelTimer();
    line.sent.clear();
    line.held = null;
    line.startsOver = true;
    this.flush();
  }

  #continue(line: Line): void {
    if (line.held === 'until answered' && line.removing === 0 && line.sent.size === 0) this.#startOver(line);
    else if (line.limit < Number.POSITIVE_INFINITY) this.flush();
  }

  #hear(message: TabMessage): void {
    const { outbox, tabs, made, answered } = this.#dependencies;
    if (message.user !== outbox.user) return;
    if (message.type === 'made') {
      const isBehind = message.after?.some((id) => !outbox.waiting.some((each) => each.id === id));
      outbox.add(message.change, message.before);
      made(message.change);
      if (isBehind) void this.#reload();
      else this.flush();
    } else if (message.type === 'answered') {
      answered(message.answer);
    } else {
      this.#election.receive(message);
      // The tab that sends cannot load what the device has not stored.
      const unstored = message.type === 'sending' ? outbox.unstored : [];
      for (const change of unstored) {
        const ids = outbox.of(change.team, change.document).map(({ id }) => id);
        const behind = ids.indexOf(change.id) + 1;
        // Not all of a long outbox: that would grow with its square.
        const before = ids.slice(behind, behind + waitingLimit);
        tabs?.post({ user: change.user, type: 'made', change, before });
      }
    }
  }

  /** It is as a new one would be: a tablet that is connected for weeks would keep one for each day. */
  #endIdle(place: DocumentPlace): void {
    const { sent, held, removing, startsOver, limit } = this.#lineOf(place);
    const isIdle = sent.size === 0 && held === null && removing === 0 && !startsOver;
    if (isIdle && limit === Number.POSITIVE_INFINITY) this.#lines.delete(keyOf(place));
  }

  #lineOf(place: DocumentPlace): Line {
    const key = keyOf(place);
    const line = this.#lines.get(key) ?? newLine();
    this.#lines.set(key, line);
    return line;
  }
}

// Ids cannot have a slash.
const keyOf = ({ team, document }: DocumentPlace): string => `${team}/${document}`;

const newLine = (): Line => ({
  sent: new Set(),
  limit: Number.POSITIVE_INFINITY,
  held: null,
  removing: 0,
  startsOver: false,
  cancelTimer: () => {},
});

/** What one tab tells the other tabs of the browser. All messages are about the changes of one person. */
export type TabMessage = {
  readonly user: string;
} /** `after`, `before`: the ids of the changes of the same document that wait before it, and behind it. */ & (
  | {
      readonly type: 'made';
      readonly change: WaitingChange;
      readonly after?: readonly string[];
      readonly before?: readonly string[];
    }
  | { readonly type: 'answered'; readonly answer: DocumentAnswer }
  | { readonly type: 'who-sends' }
  /** This tab sends them. Of two that do, the one that began later goes on. */
  | { readonly type: 'sending'; readonly tab: string; readonly since: number }
);

/** Carries messages between the tabs of a browser, in order. A tab does not hear itself. */
export interface TabChannel {
  post(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): () => void;
}
