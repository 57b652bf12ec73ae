import type { Call, Endpoint, Response } from '../contract/endpoint.ts';
import { getMe, type Me, type me } from '../contract/me.ts';
import type { BodyOf, Change, DocumentKind } from '../domain/change/change.ts';
import { isSame } from '../domain/change/same.ts';
import type { Outcome } from '../domain/problem/problem.ts';
import { callEndpoint, type Fetch, fetchOutboxKeys } from './calls/api.ts';
import { Connection, type ConnectionState, type ReceivedMessage } from './connection/connection.ts';
import { type RandomBytes, randomId } from './connection/random.ts';
import type { Clock } from './connection/server-time.ts';
import { type Restored, StoreEpoch } from './connection/store-epoch.ts';
import type { Transport } from './connection/transport.ts';
import type { CopyStorage } from './copies/copy-storage.ts';
import { DeviceCopies } from './copies/device-copies.ts';
import { Choices, type KeyValueStorage } from './device/choices.ts';
import type { DocumentAnswer, LiveDocument } from './document/document-view.ts';
import { authorIn, nameOf, OpenDocuments } from './document/open-documents.ts';
import { Kiosk } from './kiosk/kiosk.ts';
import { Emitter, type Observable, ObservableValue } from './observable.ts';
import { Outbox } from './outbox/outbox.ts';
import { OutboxSender, type TabChannel } from './outbox/outbox-sender.ts';
import type { MadeChange, OutboxStorage, RefusedChange } from './outbox/outbox-storage.ts';
import { OutboxVault } from './outbox/outbox-vault.ts';
import { type OthersChanges, OthersChangesNews } from './presence/others-changes.ts';
import { Presence } from './presence/presence.ts';
import type { UndoStack } from './undo/undo-stack.ts';

/** It connects at once and stays connected until it is closed. */
export class Client {
  readonly me: Observable<Me | null>;
  readonly connection: Observable<ConnectionState>;
  readonly choices: Choices;
  /** How many changes of this person the server has not answered yet, in all documents. */
  readonly unsaved: Observable<number>;
  /** False when this device can't store changes: they last as long as the page. */
  readonly isKept: Observable<boolean>;
  /** How many changes wait on this device that a newer version of the app made, and this one can't read. */
  readonly unreadable: Observable<number>;
  readonly restored: Observable<Restored | null>;
  readonly undo: UndoStack;
  readonly #options: ClientOptions;
  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #sender: OutboxSender;
  readonly #documents: OpenDocuments;
  readonly #user: CurrentUser;
  readonly copies: DeviceCopies;
  readonly presence: Presence;
  /** Who is at this page, where it is a shared tablet. */
  readonly kiosk: Kiosk;
  /** What others did on the page's layout, one message in some seconds. */
  readonly othersChanges: Observable<OthersChanges | null>;
  readonly #news: OthersChangesNews;
  readonly refused = new Emitter<RefusedChange>();
  readonly made = new Emitter<MadeChange>();
  /** A team of which a list (layouts, templates, members) may have changed. */
  readonly listed = new Emitter<string>();
  readonly #epoch: StoreEpoch;
  #cancelRetry = () => {};

  constructor(options: ClientOptions) {
    this.#options = options;
    const vault = new OutboxVault({
      ...options, // a paired device is nobody, whose changes need no key
      fetchKeys: async (user) => (this.me.get()?.device ? null : fetchOutboxKeys(options.fetch, user)),
    });
    this.#outbox = new Outbox(options.storage, {
      vault,
      ...(options.copies && { epoch: () => this.#epoch.current }),
      loadChanges: () => options.loadCrew?.() ?? null,
    });
    this.unsaved = this.#outbox.count;
    this.unreadable = this.#outbox.unreadable;
    const page = () => ({
      time: this.#connection.time,
      documents: this.#documents,
      outbox: this.#outbox,
    });
    this.copies = new DeviceCopies(options, page);
    this.isKept = this.#outbox.isKept;
    this.#epoch = new StoreEpoch(options.memory);
    this.restored = this.#epoch.restored;
    this.#user = new CurrentUser(options.fetch, {
      nobody: () => this.#connection.rest(),
      switched: (user, hadUser) => this.#switchUser(user, hadUser),
      updated: () => this.#documents.retry(),
      unreachable: () => void this.#showKept(),
    });
    this.me = this.#user.me;
    this.me.subscribe(() => this.copies.belongTo(this.me.get()));
    this.choices = new Choices(options.memory, this.me, options.isTelevision);
    this.made.on(({ team, document, change }) => {
      if (change.type === 'layout.restore') this.choices.restoredLayout(team, document);
    });
    this.kiosk = new Kiosk({
      call: (endpoint, call) => this.call(endpoint, call),
      now: () => this.now(),
      changed: () => this.#switchUndo(),
    });
    this.#connection = new Connection(options, {
      ready: (epoch) => {
        this.#epoch.learn(epoch);
        this.#sender.connected();
        void this.#resumeWhenOpen();
      },
      received: (message) => this.#receive(message),
      failed: () => void this.loadUser(),
    });
    this.presence = new Presence(this.#connection, options.clock);
    this.#news = new OthersChangesNews(options.clock);
    this.othersChanges = this.#news.said;
    this.#sender = new OutboxSender({
      outbox: this.#outbox,
      connection: this.#connection,
      clock: options.clock,
      tabs: options.tabs ?? null,
      newId: () => this.newId(),
      made: (change) => {
        this.#documents.restore();
        this.made.emit(change);
      },
      answered: (answer) => this.#answered(answer),
      reloaded: (gone) => this.#documents.restore(gone),
    });
    this.#documents = new OpenDocuments({
      connection: this.#connection,
      outbox: this.#outbox,
      sender: this.#sender,
      clock: options.clock,
      newId: () => this.newId(),
      author: (team) => authorIn(this.me.get(), this.kiosk.current, team, this.now()),
      made: (change) => this.made.emit(change),
      refused: (change) => this.refused.emit(change),
      followed: ({ document, by }) => {
        const isOther = by !== null && by !== this.author;
        if (isOther && document === this.choices.layout.get()) this.#news.add(by);
      },
      heard: (team, document) => this.copies.saveDocument(team, document),
      layoutGone: (team, layout, why) => this.choices.layoutGone(team, layout, why),
      restored: (name) => this.copies.loadDocument(name),
      isOffline: () => this.#connection.state.get() === 'offline',
      loadChanges: (kind) => (kind === 'crew' && options.loadCrew?.()) || null,
      undoKeeping: {
        session: options.session ?? null,
        soon: (run) => options.clock.after(0, run),
      },
    });
    this.undo = this.#documents.undo;
    this.connection = this.#connection.state;
    this.connection.subscribe(() => this.connection.get() === 'offline' && void this.#showKept());
    this.copies.start();
    // Without a session, connecting would fail. So a page connects first only if someone seems to be signed in.
    if (this.choices.remembersTeam) this.#connection.restart();
    else this.loadUser();
  }

  /** The id of whom changes are by; null for nobody. */
  get author(): string | null {
    const me = this.me.get();
    return me?.device ? (this.kiosk.current?.user ?? null) : (me?.user?.id ?? null);
  }

  /** Whether this is a shared tablet, and nobody said that they are at it. */
  get isLocked(): boolean {
    return this.me.get()?.device?.kind === 'kiosk' && this.kiosk.current === null;
  }

  /** The server's time in milliseconds since 1970, as estimated on this page. */
  now(): number {
    return this.#connection.time.now();
  }

  newId(): string {
    return randomId(this.#options.random);
  }

  /** The one live copy of a document on this page. It is watched while someone subscribes. */
  open<Kind extends DocumentKind>(kind: Kind, team: string, document: string): LiveDocument<BodyOf<Kind>> {
    return this.#documents.open(kind, team, document) as unknown as LiveDocument<BodyOf<Kind>>;
  }

  /** Creates a template or layout, which can be opened at once, and returns its id. */
  create(team: string, change: Change): Outcome<string> {
    return this.#documents.create(team, change);
  }

  /** Calls an endpoint. Network errors and aborts are returned as problems, like all others. */
  call<E extends Endpoint>(endpoint: E, call: Call<E>, signal?: AbortSignal): Promise<Outcome<Response<E>>> {
    return this.copies.keepAnswer(endpoint, call, callEndpoint(this.#options.fetch, endpoint, call, signal));
  }

  /** Applies all changes to the documents again, once something is loaded that some of them need. */
  refold(): void {
    this.#documents.refold();
  }

  /** The changes in a team that the server has not answered yet, in the order they were made. */
  unanswered(team: string): readonly MadeChange[] {
    return this.#outbox.waiting.filter((each) => each.team === team);
  }

  close(): void {
    this.#cancelRetry();
    this.#user.forgetRequests();
    this.#sender.close();
    this.#news.clear();
    this.#connection.close();
    this.copies.close();
    this.#documents.closeAll();
  }

  /** Asks who uses this page: a request may have changed it. */
  async loadUser(): Promise<void> {
    const mayConnect = await this.#user.load();
    if (mayConnect && this.#connection.isResting) this.#connection.restart();
  }

  /** Without an answer from the server, the page shows what the person who was here last saw. */
  async #showKept(): Promise<void> {
    this.#documents.reveal();
    const last = this.me.get() ? null : await this.copies.lastPerson();
    if (last) this.#user.presume(last);
  }

  /** Calls an endpoint that signs in or out, and switches this page to the person it returns. */
  changeUser<E extends SignInEndpoint>(endpoint: E, call: Call<E>): Promise<Outcome<Me>> {
    return this.#user.change(endpoint, call, (next) => {
      // The connection of the earlier session ends before anything of the new one is sent.
      if (next.user) this.#connection.restart();
      else this.choices.leave();
    });
  }

  #receive(message: ReceivedMessage): void {
    if (message.type === 'me') {
      const { type: _, ...me } = message;
      this.#user.set(me);
    } else if (message.type === 'listed') {
      this.#documents.retry();
      this.listed.emit(message.team);
    } else if (message.type === 'accepted' || message.type === 'refused') {
      this.#sender.receive(message);
    } else if (message.type === 'presence') {
      this.presence.receive(message);
    } else {
      this.#documents.find(message.team, message.document)?.receive(message);
    }
  }

  #answered(answer: DocumentAnswer): void {
    const { team, document, id } = answer;
    const copy = this.#documents.find(team, document);
    copy?.receive(answer);
    // The change of an earlier page, or of another tab, in a document that is not open on this one.
    if (!copy && answer.type === 'refused') {
      this.#documents.undo.drop(id);
      const kept = this.#outbox.of(team, document).find((each) => each.id === id);
      if (kept) this.refused.emit({ ...answer, change: kept.change });
    }
    this.#outbox.answered(id, answer.type === 'accepted' ? answer.version : null);
  }

  /** Nothing of the person before is shown or sent. */
  #switchUser(user: string | null, hadUser: boolean): void {
    if (hadUser) this.#documents.closeAll();
    this.presence.forget();
    this.#news.clear();
    if (user === null) this.#epoch.forget();
    this.kiosk.forget();
    this.#documents.undo.belongTo(user);
    this.#outbox.belongTo(user).then(() => {
      void this.#forgetCopied();
      return this.#resumeWhenOpen();
    });
  }

  /** What the one before did at the kiosk is not the next one's to take back. */
  #switchUndo(): void {
    this.#documents.undo.passTo(this.kiosk.person.get()?.user ?? null);
  }

  /** An earlier page may have ended before it removed what is in the copies. */
  async #forgetCopied(): Promise<void> {
    for (const { team, document } of [...this.#outbox.behind]) {
      const copy = await this.copies.loadDocument(nameOf(team, document));
      // without a copy, a document that was made then is only in its changes
      if (copy) this.#outbox.copied(team, document, copy);
    }
  }

  /** Earlier changes come first: while the server can't be asked for the keys to them, nothing is sent. */
  async #resumeWhenOpen(): Promise<void> {
    const { isLocked, lacksChanges } = this.#outbox;
    if (this.#connection.ready && (isLocked || lacksChanges)) await this.#outbox.reload();
    this.#cancelRetry();
    if (this.#connection.ready && this.#outbox.isLocked)
      this.#cancelRetry = this.#options.clock.after(2_000, () => void this.#resumeWhenOpen());
    this.#documents.restore();
    this.#resume();
  }

  #resume(): void {
    if (!this.#sender.isReady) return;
    this.#documents.resume(this.#epoch.current);
    this.#sender.flush();
    // Lists may have changed while there was no connection.
    for (const team of this.me.get()?.teams ?? []) this.listed.emit(team.id);
  }
}

export interface ClientOptions {
  readonly storage: OutboxStorage;
  /** Connects the tabs that share the storage. Without it, every tab sends all changes. */
  readonly tabs?: TabChannel;
  /** Stores what was seen last. Without it, a page that opens without the server shows nothing. */
  readonly copies?: CopyStorage;
  readonly memory: KeyValueStorage;
  /** Loads what changes the crew, where the page begins without it. Null once it is there. */
  readonly loadCrew?: () => Promise<void> | null;
  /** Keeps what can be undone while a tab is loaded again. Without it, that ends with the page. */
  readonly session?: KeyValueStorage;
  readonly isTelevision?: boolean;
  readonly transport: Transport;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

export type SignInEndpoint = Endpoint & { readonly response: typeof me };

interface CurrentUserEvents {
  nobody(): void;
  /** Another person is signed in, or nobody. `hadUser`: it was known before who was. */
  switched(user: string | null, hadUser: boolean): void;
  updated(): void;
  unreachable(): void;
}

export class CurrentUser {
  readonly me = new ObservableValue<Me | null>(null);
  readonly #fetch: Fetch;
  readonly #events: CurrentUserEvents;
  /** Grows when this page signs in or out: an answer from before would sign somebody out again. */
  #session = 0;

  constructor(fetch: Fetch, events: CurrentUserEvents) {
    this.#fetch = fetch;
    this.#events = events;
  }

  /** Asks by HTTP who is signed in. False when nobody is, or when the answer is out of date. */
  async load(): Promise<boolean> {
    const session = this.#session;
    const answer = await callEndpoint(this.#fetch, getMe, {});
    if (session !== this.#session) return false;
    if (answer.ok) this.set(answer.value);
    else this.#events.unreachable();
    return !answer.ok || answer.value.user !== null;
  }

  /** Signs in or out. `before` runs ahead of everything else when that has worked. */
  async change<E extends SignInEndpoint>(
    endpoint: E,
    call: Call<E>,
    before: (next: Me) => void,
  ): Promise<Outcome<Me>> {
    const outcome: Outcome<Me> = await callEndpoint<SignInEndpoint>(this.#fetch, endpoint, call);
    if (outcome.ok) {
      this.forgetRequests();
      before(outcome.value);
      this.set(outcome.value);
    }
    return outcome;
  }

  set(next: Me): void {
    if (!next.user) this.#events.nobody();
    const before = this.me.get();
    if (isSame(before, next)) return;
    const user = next.user?.id ?? null;
    if (!before || user !== (before.user?.id ?? null)) this.#events.switched(user, before !== null);
    this.me.set(next);
    this.#events.updated();
  }

  /** Takes the person who was here last to be here still, until the server says who is. */
  presume(last: Me): void {
    if (this.me.get() === null) this.set(last);
  }

  forgetRequests(): void {
    this.#session++;
  }
}
