import { type Holds, presentEvery, presentFor, type ServerMessage } from '../../contract/live.ts';
import type { Connection } from '../connection/connection.ts';
import type { Clock } from '../connection/server-time.ts';
import { nameOf } from '../document/open-documents.ts';
import { type Observable, ObservableValue } from '../observable.ts';
import { RecentMap } from '../recent-map.ts';

export interface Present {
  readonly page: string;
  /** The id of their account, which may be this page's too. */
  readonly person: string;
  readonly name: string;
  readonly holds: Holds;
}

type PresenceMessage = Extract<ServerMessage, { type: 'presence' }>;

/** A hand that moves on is told this often, or the server would drop what else it says. In milliseconds. */
const sayAtMostEvery = 250;
/** How long somebody counts as editing who has nothing in hand. In milliseconds. */
const stillEditing = 8_000;
/** Somebody with hundreds of pages open would fill the boards of all others with names. */
const mostShown = 50;
/** Of those that this page asked about or heard of last. */
const mostDocuments = 20;

export class Presence {
  readonly #connection: Pick<Connection, 'send'>;
  readonly #clock: Clock;
  readonly #others = new RecentMap<string, ObservableValue<readonly Present[]>>(mostDocuments);
  readonly #ends = new Map<string, () => void>();
  #own: { readonly team: string; readonly document: string; readonly holds: Holds } | null = null;
  #saidAt = Number.NEGATIVE_INFINITY;
  #cancelSaying = () => {};
  #cancelLeaving = () => {};

  constructor(connection: Pick<Connection, 'send'>, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** The other pages on which somebody edits a document. Each is gone some seconds after its last word. */
  others(team: string, document: string): Observable<readonly Present[]> {
    return this.#of(nameOf(team, document));
  }

  /** Says what this page holds of a document, at once and every few seconds from now on. */
  hold(team: string, document: string, holds: Holds): void {
    if (this.#own && (this.#own.team !== team || this.#own.document !== document)) this.leave();
    this.#cancelLeaving();
    this.#own = { team, document, holds };
    this.#sayAfter(Math.max(0, this.#saidAt + sayAtMostEvery - this.#clock.steady()));
  }

  /** Nothing is in hand right now. For a moment, somebody who does one thing after the other still edits the document. */
  release(): void {
    if (!this.#own) return;
    const { team, document } = this.#own;
    this.hold(team, document, {});
    this.#cancelLeaving = this.#clock.after(stillEditing, () => this.leave());
  }

  leave(): void {
    if (!this.#own) return;
    const { team, document } = this.#own;
    this.#forgetOwn();
    this.#connection.send({ type: 'presence', team, document, holds: null });
  }

  receive({ team, document, page, person, name, holds }: PresenceMessage): void {
    const others = this.#of(nameOf(team, document));
    const rest = others.get().filter((each) => each.page !== page);
    const key = `${nameOf(team, document)}/${page}`;
    this.#ends.get(key)?.();
    this.#ends.delete(key);
    const isShown = holds !== null && rest.length < mostShown;
    others.set(isShown ? [...rest, { page, person, name, holds }].sort(byPage) : rest);
    if (!isShown) return;
    const without = () => {
      this.#ends.delete(key);
      others.set(others.get().filter((each) => each.page !== page));
    };
    this.#ends.set(key, this.#clock.after(presentFor, without));
  }

  forget(): void {
    this.#forgetOwn();
    for (const end of this.#ends.values()) end();
    this.#ends.clear();
    for (const others of this.#others.values()) others.set([]);
  }

  #forgetOwn(): void {
    this.#cancelSaying();
    this.#cancelLeaving();
    this.#own = null;
  }

  #of(name: string): ObservableValue<readonly Present[]> {
    const known = this.#others.get(name) ?? new ObservableValue<readonly Present[]>([]);
    this.#others.set(name, known);
    return known;
  }

  #sayAfter(milliseconds: number): void {
    this.#cancelSaying();
    if (milliseconds === 0) this.#say();
    else this.#cancelSaying = this.#clock.after(milliseconds, () => this.#say());
  }

  #say(): void {
    if (!this.#own) return;
    this.#saidAt = this.#clock.steady();
    this.#connection.send({ type: 'presence', ...this.#own });
    this.#sayAfter(presentEvery);
  }
}

/** So that nobody changes places with every word. */
const byPage = (one: Present, other: Present): number => (one.page < other.page ? -1 : 1);
