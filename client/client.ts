import * as z from 'zod/mini';
import { getMe, type Me, type me } from '../contract/auth.ts';
import { plainId } from '../contract/changes.ts';
import type { Call, Endpoint, Response } from '../contract/endpoint.ts';
import { type BodyOf, type Change, type DocumentKind, kindCreated } from '../domain/change/change.ts';
import { mayChange } from '../domain/change/may-change.ts';
import { done, type Outcome, type Problem, refuse } from '../domain/problem/problem.ts';
import { callEndpoint, type Fetch } from './calls/api.ts';
import type { Clock } from './connection/clock.ts';
import { Connection, type ConnectionState, type News, type Transport } from './connection/connection.ts';
import { type RandomBytes, randomId } from './connection/random.ts';
import { type Choices, type KeyValueStorage, RememberedChoices } from './device/choices.ts';
import type { DocumentLink, DocumentMessage, LiveDocument } from './document/live-document.ts';
import { OpenDocuments } from './document/open-documents.ts';
import { Outbox, passing } from './document/outbox.ts';
import type { MadeChange, OutboxStorage } from './document/outbox-storage.ts';
import { isDeepEqual } from './document/structural-sharing.ts';
import { Emitter, type Observable, ObservableValue } from './observable.ts';

export type { ConnectionState } from './connection/connection.ts';

/** A change the server refused after it had been shown. */
export interface RefusedChange extends MadeChange {
  readonly problem: Problem;
}

type Becoming = Endpoint & { readonly response: typeof me };

/** The whole app without a screen. */
export interface Client {
  /** Who is signed in, and their teams, kept up to date; null until known. */
  readonly me: Observable<Me | null>;
  readonly connection: Observable<ConnectionState>;
  readonly choices: Choices;
  /** How many changes of this person the server has not answered yet, of whatever document. */
  readonly unsaved: Observable<number>;
  /** The server's clock, in milliseconds since 1970, as well as it is known. */
  now(): number;
  newId(): string;
  /** The one live copy of a document on this page. It is watched while someone subscribes. */
  open<Kind extends DocumentKind>(kind: Kind, team: string, document: string): LiveDocument<BodyOf<Kind>>;
  /** Makes a template or layout under a new id; it can be opened at once. The answer is its id. */
  create(team: string, change: Change): Outcome<string>;
  /** Calls an endpoint. A lost network is a problem like any other, and so is that `signal` ended it. */
  call<E extends Endpoint>(endpoint: E, call: Call<E>, signal?: AbortSignal): Promise<Outcome<Response<E>>>;
  /** Calls an endpoint that changes who is signed in; its answer says who that is from now on. */
  become<E extends Becoming>(endpoint: E, call: Call<E>): Promise<Outcome<Me>>;
  onRefused(listener: (refused: RefusedChange) => void): () => void;
  /** A change was made on this page, and is on its way. */
  onChangeMade(listener: (made: MadeChange) => void): () => void;
  /** The changes in a team that the server has not answered yet, in the order they were made. */
  unanswered(team: string): readonly MadeChange[];
  /** Some list of the team (layouts, templates, members) may have changed. */
  onListsChanged(listener: (team: string) => void): () => void;
  close(): void;
}

/** What differs between a browser and a test. */
export interface ClientOptions {
  /** Keeps the waiting changes. */
  readonly storage: OutboxStorage;
  /** Keeps the choices. */
  readonly memory: KeyValueStorage;
  readonly transport: Transport;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

/** How long to leave a server alone that could not take a change, in milliseconds. */
const tryAgainAfter = 2_000;

/** A running client; it connects at once and goes on until it is closed. */
export function createClient(parts: ClientOptions): Client {
  return new LiveClient(parts);
}

class LiveClient implements Client {
  readonly me = new ObservableValue<Me | null>(null);
  readonly connection: Observable<ConnectionState>;
  readonly choices: RememberedChoices;
  readonly unsaved: Observable<number>;
  readonly #parts: ClientOptions;
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #documents: OpenDocuments;
  readonly #refused = new Emitter<RefusedChange>();
  readonly #listed = new Emitter<string>();
  readonly #made = new Emitter<MadeChange>();
  /** Ids of the changes sent on this connection. */
  #sent = new Set<string>();
  #epoch = '';
  /** Grows when this page signs in or out: answers of an earlier session mean nothing. */
  #session = 0;

  constructor(parts: ClientOptions) {
    this.#parts = parts;
    this.#outbox = new Outbox(parts.storage);
    this.unsaved = this.#outbox.count;
    this.#documents = new OpenDocuments({
      link: (kind, team, document) => this.#link(kind, team, document),
      waiting: (team, document) => this.#outbox.of(team, document),
    });
    this.choices = new RememberedChoices(parts.memory, this.me);
    this.#connection = new Connection(parts, {
      ready: (epoch) => {
        this.#epoch = epoch;
        this.#sent = new Set();
        this.#resume();
      },
      received: (message) => this.#receive(message),
      failed: () => void this.#askWho(),
    });
    this.connection = this.#connection.state;
    // The server turns away the connection of who is not signed in: only who seems to be goes straight to it.
    if (this.choices.remembersTeam) this.#connection.restart();
    else this.#askWho();
  }

  now(): number {
    return this.#connection.time.now();
  }

  newId(): string {
    return randomId(this.#parts.random);
  }

  open<Kind extends DocumentKind>(kind: Kind, team: string, document: string): LiveDocument<BodyOf<Kind>> {
    return this.#documents.open(kind, team, document) as unknown as LiveDocument<BodyOf<Kind>>;
  }

  create(team: string, change: Change): Outcome<string> {
    const kind = kindCreated(change);
    if (kind === null) return refuse('wrong-document');
    const author = this.#author(team);
    if (!author || !mayChange(author.role, kind, change)) return refuse('not-allowed');
    const document = this.newId();
    const made = this.#documents.open(kind, team, document).create(change);
    if (made.ok) return done(document);
    this.#documents.close(team, document);
    return made;
  }

  call<E extends Endpoint>(endpoint: E, call: Call<E>, signal?: AbortSignal): Promise<Outcome<Response<E>>> {
    return callEndpoint(this.#parts.fetch, endpoint, call, signal);
  }

  onRefused(listener: (refused: RefusedChange) => void): () => void {
    return this.#refused.on(listener);
  }

  onChangeMade(listener: (made: MadeChange) => void): () => void {
    return this.#made.on(listener);
  }

  unanswered(team: string): readonly MadeChange[] {
    return this.#outbox.waiting.filter((each) => each.team === team);
  }

  onListsChanged(listener: (team: string) => void): () => void {
    return this.#listed.on(listener);
  }

  close(): void {
    this.#session++;
    this.#connection.close();
    this.#documents.closeAll();
  }

  /** Asks by HTTP who is signed in; connects unless nobody is. */
  async #askWho(): Promise<void> {
    const session = this.#session;
    const answer = await this.call(getMe, {});
    if (session !== this.#session) return;
    if (answer.ok) this.#meet(answer.value);
    const isNobody = answer.ok && !answer.value.user;
    if (this.#connection.isResting && !isNobody) this.#connection.restart();
  }

  /** The session changed: the connection that belongs to the old one ends before anything of the new is sent. */
  async become<E extends Becoming>(endpoint: E, call: Call<E>): Promise<Outcome<Me>> {
    const outcome: Outcome<Me> = await this.call<Becoming>(endpoint, call);
    if (outcome.ok) {
      this.#session++;
      if (outcome.value.user) this.#connection.restart();
      else this.choices.leave();
      this.#meet(outcome.value);
    }
    return outcome;
  }

  #receive(message: News): void {
    if (message.type === 'me') {
      this.#meet({ user: message.user, teams: message.teams });
    } else if (message.type === 'listed') {
      this.#documents.retry();
      this.#listed.emit(message.team);
    } else if (message.type === 'refused' && passing.has(message.problem.code)) {
      this.#parts.clock.after(tryAgainAfter, () => this.#flush(message.id));
    } else {
      const copy = this.#documents.find(message.team, message.document);
      if (copy) copy.receive(message);
      else this.#receiveUnopened(message);
    }
  }

  /** Answers to what an earlier page left in the outbox, for documents that nobody opened on this one. */
  #receiveUnopened(message: DocumentMessage): void {
    if (message.type !== 'accepted' && message.type !== 'refused') return;
    const { team, document, id } = message;
    if (message.type === 'refused') {
      const kept = this.#outbox.of(team, document).find((each) => each.id === id);
      if (kept) this.#refused.emit({ team, document, change: kept.change, problem: message.problem });
    }
    this.#outbox.remove(id);
  }

  #meet(next: Me): void {
    if (!next.user) this.#connection.rest();
    const before = this.me.get();
    if (isDeepEqual(before, next)) return;
    const user = next.user?.id ?? null;
    if (!before || user !== (before.user?.id ?? null)) this.#greet(user, before !== null);
    this.me.set(next);
    this.#documents.retry();
  }

  /** Another person, or nobody: nothing of the last one is shown or sent. */
  #greet(user: string | null, someoneBefore: boolean): void {
    if (someoneBefore) this.#documents.closeAll();
    this.#outbox.belongTo(user).then(() => {
      this.#documents.restore();
      this.#resume();
    });
  }

  /** Can documents be watched and changes sent? Not before it is known which of them were made here. */
  get #isGoing(): boolean {
    return this.#connection.ready && this.#outbox.isLoaded;
  }

  #resume(): void {
    if (!this.#isGoing) return;
    this.#documents.resume(this.#epoch);
    this.#flush();
    // What was listed while there was no connection was not told.
    for (const team of this.me.get()?.teams ?? []) this.#listed.emit(team.id);
  }

  /** Sends what waits and was not sent on this connection, in the order it was made; `again` is sent anew. */
  #flush(again?: string): void {
    if (again) this.#sent.delete(again);
    if (!this.#isGoing) return;
    for (const { team, document, id, change } of this.#outbox.waiting) {
      if (this.#sent.has(id)) continue;
      this.#sent.add(id);
      this.#connection.send({ type: 'change', team, document, id, change });
    }
  }

  #author(team: string): ReturnType<DocumentLink['author']> {
    const me = this.me.get();
    const membership = me?.teams.find((each) => each.id === team);
    return me?.user && membership ? { user: me.user.id, role: membership.role, now: this.now() } : null;
  }

  #link(kind: DocumentKind, team: string, document: string): DocumentLink {
    const named = { team, document };
    return {
      newId: () => this.newId(),
      author: () => this.#author(team),
      watch: (since) => {
        if (!this.#isGoing || !this.#connection.ready) return false;
        if (z.safeParse(plainId, document).success) {
          return this.#connection.send({ type: 'watch', ...named, ...sinceOf(since) });
        }
        // An address or a memory can hold anything; what cannot be a name is not there.
        this.#parts.clock.after(0, () => this.#receive({ type: 'gone', ...named, why: 'missing' }));
        return true;
      },
      unwatch: () => void this.#connection.send({ type: 'unwatch', ...named }),
      send: (made) => {
        this.#outbox.put({ ...named, ...made });
        this.#made.emit({ team, document, change: made.change });
        this.#flush();
      },
      answered: (id) => this.#outbox.remove(id),
      refused: (change, problem) => this.#refused.emit({ ...named, change, problem }),
      gone: (why) => {
        if (kind === 'layout') this.choices.layoutGone(team, document, why);
      },
      after: (milliseconds, run) => this.#parts.clock.after(milliseconds, run),
    };
  }
}

const sinceOf = (since: { version: number; epoch: string } | null) =>
  since ? { since: since.version, epoch: since.epoch } : {};
