import { type Holds, presentEvery, presentFor, type ServerMessage } from '../../contract/live.ts';
import type { Clock } from '../connection/clock.ts';
import type { Connection } from '../connection/connection.ts';
import { nameOf } from '../document/document-name.ts';
import { type Observable, ObservableValue } from '../observable.ts';

/** Another page on which somebody edits the document. */
export interface Present {
  readonly page: string;
  /** The id of their account, which may be this page's too. */
  readonly person: string;
  readonly name: string;
  readonly holds: Holds;
}

type PresenceMessage = Extract<ServerMessage, { type: 'presence' }>;

/** A hand that moves on and on is told this often. In milliseconds. */
const sayAtMostEvery = 250;
/** A document has this many editors at most, as far as a page shows them. */
const mostShown = 50;

/** Who else edits the documents of this page, and what they hold. */
export class Presence {
  readonly #connection: Pick<Connection, 'send'>;
  readonly #clock: Clock;
  readonly #others = new Map<string, ObservableValue<readonly Present[]>>();
  readonly #ends = new Map<string, () => void>();
  #own: { readonly team: string; readonly document: string; holds: Holds } | null = null;
  #saidAt = Number.NEGATIVE_INFINITY;
  #cancelSaying = () => {};

  constructor(connection: Pick<Connection, 'send'>, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /** The other pages on which somebody edits a document. Each is gone some seconds after its last word. */
  others(team: string, document: string): Observable<readonly Present[]> {
    return this.#of(nameOf(team, document));
  }

  /** Says what this page holds of a document, at once and every few seconds from now on. Null: nothing anymore. */
  hold(team: string, document: string, holds: Holds | null): void {
    const own = this.#own;
    const isSame = own?.team === team && own.document === document;
    if (own && (holds === null ? isSame : !isSame)) {
      this.#cancelSaying();
      this.#own = null;
      this.#connection.send({ type: 'presence', team: own.team, document: own.document, holds: null });
    }
    if (holds === null) return;
    this.#own = { team, document, holds };
    this.#sayAfter(Math.max(0, this.#saidAt + sayAtMostEvery - this.#clock.steady()));
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
    const without = () => others.set(others.get().filter((each) => each.page !== page));
    this.#ends.set(key, this.#clock.after(presentFor, without));
  }

  /** The page belongs to another person. */
  forget(): void {
    this.#cancelSaying();
    this.#own = null;
    for (const end of this.#ends.values()) end();
    this.#ends.clear();
    for (const others of this.#others.values()) others.set([]);
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
