import * as z from 'zod/mini';
import { type Envelope, envelope, plainId } from '../../contract/changes.ts';
import { largestMessage, largestWatches, waitingLimit } from '../../contract/live.ts';
import { applyNew } from '../../domain/change/budget.ts';
import {
  type Change,
  type DocumentBody,
  type DocumentKind,
  fitsUnseen,
  stampChange,
} from '../../domain/change/change.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { inverse, inverseUnseen } from '../../domain/change/inverse.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Role } from '../../domain/team/user.ts';
import type { Connection } from '../connection/connection.ts';
import type { Clock } from '../connection/server-time.ts';
import type { RestoredDocument, SavedDocument } from '../copies/copy-storage.ts';
import { ObservableValue } from '../observable.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxSender } from '../outbox/outbox-sender.ts';
import type { DocumentPlace, MadeChange, RefusedChange } from '../outbox/outbox-storage.ts';
import { pathsOf, type UndoStack } from '../undo/undo-stack.ts';
import { words } from '../words/words.ts';
import {
  type DocumentMessage,
  type DocumentView,
  type GoneWhy,
  isTemporary,
  type LiveDocument,
  loading,
  type Made,
  type MessageAbout,
  problemOfGone,
  showsDeletion,
} from './document-view.ts';
import { loadPhrases, phraseFor } from './lazy-phrases.ts';
import { OptimisticState } from './optimistic-state.ts';

const t = words('page');

export interface Author {
  readonly user: string;
  readonly role: Role;
  readonly now: number;
  /** On a kiosk, the server's word for it that this person is there. */
  readonly as?: string;
}

/** What the documents of a page share. */
export interface DocumentPage {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly sender: OutboxSender;
  readonly clock: Clock;
  readonly undo: UndoStack;
  readonly newId: () => string;
  readonly author: (team: string) => Outcome<Author>;
  readonly made: (change: MadeChange) => void;
  readonly refused: (change: RefusedChange) => void;
  readonly followed: (message: MessageAbout<'changed'>) => void;
  readonly heard: (team: string, document: string) => void;
  readonly layoutGone: (team: string, layout: string, why: GoneWhy) => void;
}

/** Room for the fields of the message around the change, in bytes. */
const messageOverhead = 1_000;

/** The server would close the connection for such a change, again at each resend. The problem of a broken rule explains better. */
function checkSendable(made: Envelope, body: DocumentBody | null): Outcome<null> {
  const fits = byteLength(made) <= largestMessage - messageOverhead;
  if (fits && z.safeParse(envelope, made).success) return done(null);
  const applied = applyNew(body, made.change);
  return applied.ok ? refuse('request-invalid') : applied;
}

/** Bytes of the value as JSON in UTF-8. Exact only for values that may be too large. */
function byteLength(value: unknown): number {
  const text = JSON.stringify(value);
  return text.length * 3 < largestMessage ? text.length : new TextEncoder().encode(text).length;
}

interface Watch {
  readonly isLingering: boolean;
  stop(): void;
}

/** The server takes a limited number of watches: those that linger make room, oldest first, or a new page would stay empty. */
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

/** How long a watch continues after the last subscriber left: who comes back would wait for all of it again. */
const lingering = 30_000;

/** When the server could not watch a document, it is asked again after this: the page would stay empty until a reload. */
const askAgainAfter = 10_000;

class DocumentWatch {
  readonly #page: DocumentPage;
  readonly #place: DocumentPlace;
  readonly #running: RunningWatches;
  readonly #missing: () => void;
  #subscribers = 0;
  #cancelLingering: (() => void) | null = null;
  #requested = false;
  isCatchingUp = false;
  #cancelLater = () => {};
  newest = 0;
  #hasEnded = false;

  constructor(page: DocumentPage, place: DocumentPlace, running: RunningWatches, missing: () => void) {
    this.#page = page;
    this.#place = place;
    this.#running = running;
    this.#missing = missing;
  }

  get isLingering(): boolean {
    return this.#cancelLingering !== null;
  }

  get isWanted(): boolean {
    return !this.#hasEnded && (this.#subscribers > 0 || this.isLingering);
  }

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

  #removeSubscriber(): void {
    this.#subscribers--;
    if (this.#subscribers > 0) return;
    this.#cancelLingering = this.#page.clock.after(lingering, () => this.stop());
  }

  stop(): void {
    this.#cancelLingering?.();
    this.#cancelLingering = null;
    if (this.#requested) this.#page.connection.send({ type: 'unwatch', ...this.#place });
    this.reset();
  }

  request(since: SavedDocument | null): void {
    if (this.#requested) return;
    this.#running.started(this);
    this.#requested = this.#ask(since);
    if (!this.#requested) this.#running.ended(this);
  }

  catchUp(since: SavedDocument | null): void {
    this.isCatchingUp = this.#ask(since);
  }

  /** Starts a watch, or asks a running one again. False without a connection. */
  #ask(since: SavedDocument | null): boolean {
    const { connection, outbox, sender, clock } = this.#page;
    const { team, document } = this.#place;
    if (!sender.isReady) return false;
    if (!z.safeParse(plainId, document).success) {
      // URLs and stored choices can contain anything. What is not a valid id does not exist.
      clock.after(0, this.#missing);
      return true;
    }
    const ids = outbox.of(team, document).map(({ id }) => id);
    return connection.send({
      ...{ type: 'watch', team, document },
      ...(ids.length > 0 && { waiting: ids.slice(0, waitingLimit) }),
      ...(since && { since: since.version, epoch: since.epoch }),
      ...(since?.last && { last: since.last }),
    });
  }

  /** Runs `ask` after a while, unless a new connection comes first. */
  later(ask: () => void): void {
    this.#cancelLater();
    this.#cancelLater = this.#page.clock.after(askAgainAfter, ask);
  }

  /** The server doesn't watch for this page: the connection is new, or the server said so. */
  reset(): void {
    this.#cancelLater();
    this.#running.ended(this);
    this.#requested = false;
    this.isCatchingUp = false;
    this.newest = 0;
  }

  end(): void {
    this.#cancelLingering?.();
    this.#hasEnded = true;
    this.reset();
  }
}

export class DocumentCopy implements LiveDocument {
  readonly kind: DocumentKind;
  readonly #place: DocumentPlace;
  readonly #page: DocumentPage;
  readonly #optimistic = new OptimisticState();
  readonly #view = new ObservableValue<DocumentView<DocumentBody>>(loading);
  readonly #watch: DocumentWatch;
  #epoch: { confirmed: string; now: string } = { confirmed: '', now: '' };
  #gone: GoneWhy | null = null;
  /** When the copy was current that the device kept, while the server has not confirmed it; null for any other. */
  restoredAt: number | null = null;
  /** When somebody opened or left it last, on the steady clock. */
  usedAt: number;
  /** Such a copy is not shown while the server may still answer: what is missing in it would look deleted. */
  #isRevealed = false;
  /** Neither watched nor shown, as long as the page lacks what changes it. */
  isHeld = false;

  constructor(kind: DocumentKind, place: DocumentPlace, page: DocumentPage, running: RunningWatches) {
    this.kind = kind;
    this.#place = place;
    this.#page = page;
    this.usedAt = page.clock.steady();
    const missing = () => this.receive({ type: 'gone', ...place, why: 'missing' });
    this.#watch = new DocumentWatch(page, place, running, missing);
    this.restore();
  }

  get(): DocumentView<DocumentBody> {
    return this.#view.get();
  }

  subscribe(listener: () => void): () => void {
    const leave = this.#watch.addSubscriber();
    const end = this.#view.subscribe(listener);
    if (showsDeletion(this.#view.get())) this.#page.clock.after(0, () => this.#sayGone('deleted'));
    this.#watchIfWanted();
    return () => {
      end();
      leave();
      this.usedAt = this.#page.clock.steady();
    };
  }

  change(change: Change, undoes: string | null = null): Outcome<Made> {
    const found = this.#page.author(this.#place.team);
    if (!found.ok) return found;
    const author = found.value;
    if (!mayChange(author.role, this.kind, change)) return refuse('not-allowed');
    const seen = this.#optimistic.version;
    const made: Envelope = {
      id: this.#page.newId(),
      change: stampChange(change, { now: author.now, by: author.user }),
      ...(undoes !== null && { undoes }),
      ...(seen > 0 && { seen }),
      ...(author.as !== undefined && { as: author.as }),
    };
    const before = this.#gone ? null : this.#optimistic.shown;
    if (!before && (this.#gone || !fitsUnseen(change)))
      return refuse(this.#gone ? problemOfGone(this.#gone) : 'network-request-failed');
    const outcome = this.add(made);
    return outcome.ok ? done(this.#describe(made, before, outcome.value)) : outcome;
  }

  #describe({ id, change, undoes }: Envelope, before: DocumentBody | null, after: DocumentBody | null): Made {
    const page = this.#page;
    const undo = before === null ? inverseUnseen(change) : inverse(before, change, after);
    const say = () => phraseFor(before, change, after);
    const said = say();
    const onlySaved = { text: t('saved'), saysSaved: true };
    const description =
      said ??
      loadPhrases().then(
        () => say() ?? onlySaved,
        () => onlySaved,
      );
    if (!undo) return { id, undo, description, takeBack: () => ({ type: 'nothing' }) };
    const named = { description: said?.text ?? t('last-change'), paths: pathsOf(before, after) };
    const made = { kind: this.kind, ...this.#place, id, change, undo, ...named };
    if (undoes === undefined) page.undo.record(made);
    return { id, undo, description, takeBack: () => page.undo.takeBack(made) };
  }

  /** What the outbox keeps for it. Changes that are `gone` are answered, it is not known how. */
  restore(gone: readonly string[] = []): void {
    for (const id of gone) this.#optimistic.drop(id);
    this.#optimistic.restore(this.#page.outbox.kept(this.#place.team, this.#place.document));
    this.#show();
  }

  async restoreCopy(loading: Promise<RestoredDocument | null>): Promise<void> {
    const kept = await loading;
    if (kept?.body.kind === this.kind && this.#optimistic.version === 0 && !this.#gone) {
      this.#optimistic.begin(kept);
      this.#epoch.confirmed = kept.epoch;
      this.restoredAt = kept.at;
    }
    this.#show();
  }

  refold(): void {
    this.#optimistic.refold();
    this.#show();
  }

  reveal(): void {
    this.#isRevealed = true;
    this.#show();
  }

  get isShown(): boolean {
    return this.#watch.isWanted && this.#view.get().state === 'ready';
  }

  /** Nobody looks at it, and nothing of it waits for an answer. */
  get isLeft(): boolean {
    return !this.#watch.isWanted && this.#optimistic.unanswered === 0;
  }

  get confirmed(): SavedDocument | null {
    return this.#optimistic.confirmed && { ...this.#optimistic.confirmed, epoch: this.#epoch.confirmed };
  }

  get isDoubtful(): boolean {
    return this.#optimistic.isDoubtful;
  }

  resume(epoch: string): void {
    if (this.#epoch.now !== '' && this.#epoch.now !== epoch) this.#optimistic.forgetAccepted();
    this.#epoch.now = epoch;
    this.#watch.reset();
    this.#watchIfWanted();
    this.#show();
  }

  /** Watches again a document that was missing or not allowed, since that may have changed. */
  retry(): void {
    if (this.#gone) this.#watchIfWanted();
  }

  end(why: GoneWhy): void {
    this.#watch.end();
    this.#optimistic.forgetConfirmed();
    this.#gone = why;
    this.#show();
  }

  receive(message: DocumentMessage): void {
    switch (message.type) {
      case 'snapshot':
        if (message.body.kind === this.kind) this.#replace(message);
        else this.#leave('missing');
        break;
      case 'current':
        this.#confirm(message);
        break;
      case 'changed':
        this.#follow(message);
        break;
      case 'accepted':
        this.#page.outbox.answered(message.id, message.version);
        this.#page.undo.accepted(message.id, message.version);
        this.#optimistic.accept(message.id, message.version);
        this.#watchIfWanted();
        break;
      case 'refused':
        this.#refuse(message);
        break;
      case 'gone':
        this.#leave(message.why);
    }
    this.#show();
    // an answer in between says nothing about a document that is there again
    if (!this.#gone || message.type === 'gone') this.#page.heard(this.#place.team, this.#place.document);
  }

  /** Not before the server can know the document. */
  #watchIfWanted(): void {
    const isReady = !this.isHeld && !this.#optimistic.isOurs;
    if (isReady && this.#watch.isWanted) this.#watch.request(this.confirmed);
  }

  /** Shows and sends a change without asking who its author is, such as the creation of this document. */
  add(made: Envelope): Outcome<DocumentBody | null> {
    const sendable = checkSendable(made, this.#optimistic.shown);
    if (!sendable.ok) return sendable;
    const outcome = this.#optimistic.add(made);
    if (!outcome.ok) return outcome;
    this.#page.made({ ...this.#place, change: made.change });
    this.#page.sender.send({ ...this.#place, ...made });
    this.#show();
    return outcome;
  }

  #confirm({ version, id }: MessageAbout<'current'>): void {
    this.#watch.isCatchingUp = false;
    const confirmed = this.#optimistic.version;
    const last = this.#optimistic.confirmed?.last;
    const isOther = id !== undefined && last && id !== last;
    if (version !== confirmed || this.#watch.newest > confirmed || isOther) this.#watch.catchUp(null);
    else {
      this.#gone = null;
      this.restoredAt = null;
      this.#optimistic.forgetAccepted();
    }
  }

  #replace({ version, id, body }: MessageAbout<'snapshot'>): void {
    this.#watch.isCatchingUp = false;
    const missed = this.#watch.newest > version;
    this.#gone = null;
    this.restoredAt = null;
    this.#watch.newest = version;
    this.#epoch.confirmed = this.#epoch.now;
    this.#optimistic.replace({ version, last: id ?? null, body });
    if (missed) this.#watch.catchUp(this.confirmed);
  }

  #follow(message: MessageAbout<'changed'>): void {
    const { team, document, version, id, change, at } = message;
    this.#page.sender.confirmed({ type: 'accepted', team, document, id, version, at });
    this.#page.undo.accepted(id, version);
    this.#watch.newest = Math.max(this.#watch.newest, version);
    const confirmed = this.#optimistic.version;
    if (confirmed > 0 && version === confirmed + 1) {
      const { fits, news } = this.#optimistic.confirm({ version, id, change, at });
      if (!fits) this.#watch.catchUp(null);
      // it was not just what is shown already
      if (news) {
        this.#page.undo.follow({ ...message, ...news });
        this.#page.followed(message);
      }
      return;
    }
    this.#optimistic.accept(id, version);
    if (confirmed > 0 && version > confirmed && !this.#watch.isCatchingUp)
      this.#watch.catchUp(this.confirmed);
  }

  #refuse({ id, problem, cause }: MessageAbout<'refused'>): void {
    const change = this.#optimistic.drop(id);
    if (change) {
      this.#page.undo.drop(id);
      this.#page.refused({ ...this.#place, id, change, problem, cause });
    }
    if (!this.#gone) this.#watchIfWanted();
  }

  #leave(why: GoneWhy): void {
    this.#watch.reset();
    this.#gone = why;
    if (isTemporary(why)) this.#watch.later(() => this.retry());
    else this.#optimistic.forgetConfirmed();
    this.#sayGone(why);
  }

  #sayGone(why: GoneWhy): void {
    if (this.kind === 'layout') this.#page.layoutGone(this.#place.team, this.#place.document, why);
  }

  #show(): void {
    const { shown, version, unanswered } = this.#optimistic;
    const body = this.restoredAt === null || this.#isRevealed ? shown : null;
    const why = this.#gone ?? (body && isDeleted(body) ? 'deleted' : null);
    const shows = body ? { state: 'ready' as const, body, version, pending: unanswered } : loading;
    const view = why ? { state: 'gone' as const, why } : shows;
    // it stays the same object as long as nothing about it changes
    const before = new Map(Object.entries(this.#view.get()));
    if (Object.entries(view).every(([name, value]) => before.get(name) === value)) return;
    this.#view.set(view);
    if (why === 'deleted') this.#sayGone('deleted');
  }
}
