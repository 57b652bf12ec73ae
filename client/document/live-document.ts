import * as z from 'zod/mini';
import { type Envelope, envelope } from '../../contract/changes.ts';
import { largestMessage, type ServerMessage } from '../../contract/live.ts';
import type { Role } from '../../domain/account/access.ts';
import { applyNew } from '../../domain/change/budget.ts';
import {
  type Change,
  type DocumentBody,
  type DocumentKind,
  fitsUnseen,
  stampChange,
} from '../../domain/change/change.ts';
import { describeChange } from '../../domain/change/describe.ts';
import { inverse } from '../../domain/change/inverse.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { isDeleted } from '../../domain/layout/deletion.ts';
import { done, type Outcome, type Problem, refuse } from '../../domain/problem/problem.ts';
import { ObservableValue } from '../observable.ts';
import type { DocumentView, GoneWhy, LiveDocument, Made } from './document-view.ts';
import { OptimisticState } from './optimistic-state.ts';

export type { DocumentView, GoneWhy, LiveDocument, Made } from './document-view.ts';

/** What a live document needs of the page it is on. */
export interface DocumentLink {
  newId(): string;
  /** Who changes, as what, and when by the server's clock; null when nobody may. */
  author(): { readonly user: string; readonly role: Role; readonly now: number } | null;
  /** Starts a watch, or asks a running one again. False without a connection. */
  watch(since: { version: number; epoch: string } | null): boolean;
  unwatch(): void;
  /** Puts a change in the outbox and sends it. */
  send(change: Envelope): void;
  /** The server has answered a change. */
  answered(id: string): void;
  refused(change: Change, problem: Problem): void;
  gone(why: GoneWhy): void;
  after(milliseconds: number, run: () => void): () => void;
}

type About<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;
export type DocumentMessage = About<'snapshot' | 'current' | 'changed' | 'accepted' | 'refused' | 'gone'>;

/** How long a watch goes on after the last screen has left, in case it comes back. */
const lingering = 30_000;
const loading = { state: 'loading' } as const;

/** The one live copy of a document on a page. */
export class DocumentCopy implements LiveDocument {
  readonly kind: DocumentKind;
  readonly #link: DocumentLink;
  readonly #optimistic = new OptimisticState();
  readonly #view = new ObservableValue<DocumentView<DocumentBody>>(loading);
  #subscribers = 0;
  #cancelLingering: (() => void) | null = null;
  /** Asked for on this connection. */
  #watched = false;
  /** Asked again because of a gap; what comes ahead meanwhile waits for the answer. */
  #asking = false;
  /** The newest version heard of on this connection. */
  #newest = 0;
  /** The history that the confirmed version is of, and that of this connection. */
  #epoch: { confirmed: string; now: string } = { confirmed: '', now: '' };
  #gone: GoneWhy | null = null;
  #ended = false;

  constructor(kind: DocumentKind, link: DocumentLink, kept: readonly Envelope[]) {
    this.kind = kind;
    this.#link = link;
    this.restore(kept);
  }

  get(): DocumentView<DocumentBody> {
    return this.#view.get();
  }

  subscribe(listener: () => void): () => void {
    this.#subscribers++;
    this.#cancelLingering?.();
    this.#cancelLingering = null;
    const end = this.#view.subscribe(listener);
    if (this.#isDeleted) this.#link.after(0, () => this.#link.gone('deleted'));
    this.#watch();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      end();
      this.#subscribers--;
      if (this.#subscribers === 0) this.#linger();
    };
  }

  change(change: Change): Outcome<Made> {
    const author = this.#link.author();
    if (!author || !mayChange(author.role, this.kind, change)) return refuse('not-allowed');
    const before = this.#gone ? null : this.#optimistic.shown;
    if (!before && (this.#gone || !fitsUnseen(change)))
      return refuse(this.#gone ? 'document-missing' : 'network-request-failed');
    const stamped = stampChange(change, { now: author.now, by: author.user });
    const made = this.#put(stamped);
    if (!made.ok) return made;
    const after = made.value;
    return done({
      undo: inverse(before, stamped, after),
      description: describeChange(before, stamped, after),
    });
  }

  /** The document's first change, made here. */
  create(change: Change): Outcome<unknown> {
    return this.#put(change);
  }

  /** The author's earlier changes, kept on this device. */
  restore(kept: readonly Envelope[]): void {
    this.#optimistic.restore(kept);
    this.#show();
  }

  /** A connection stands: goes on where the last one ended. */
  resume(epoch: string): void {
    if (this.#epoch.now !== '' && this.#epoch.now !== epoch) this.#optimistic.forgetAccepted();
    this.#epoch.now = epoch;
    this.#watched = false;
    this.#asking = false;
    this.#newest = 0;
    this.#watchIfWanted();
    this.#show();
  }

  /** What was denied may be allowed now, what was missing may exist. */
  retry(): void {
    if (this.#gone) this.#watchIfWanted();
  }

  /** Another copy takes this one's place, or none: it asks the server for nothing any more. */
  end(why: GoneWhy): void {
    this.#cancelLingering?.();
    this.#ended = true;
    this.#watched = false;
    this.#optimistic.forgetConfirmed();
    this.#gone = why;
    this.#show();
  }

  receive(message: DocumentMessage): void {
    switch (message.type) {
      case 'snapshot':
        this.#replace(message);
        break;
      case 'current':
        this.#asking = false;
        if (message.version !== this.#optimistic.version || this.#newest > this.#optimistic.version)
          this.#ask(null);
        break;
      case 'changed':
        this.#follow(message);
        break;
      case 'accepted':
        this.#link.answered(message.id);
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
  }

  #watchIfWanted(): void {
    if (this.#subscribers > 0 || this.#cancelLingering) this.#watch();
  }

  /** Watches, unless that was asked, or the server cannot know the document yet. */
  #watch(): void {
    if (this.#ended || this.#watched || this.#optimistic.isOurs) return;
    const { version } = this.#optimistic;
    this.#watched = this.#link.watch(version > 0 ? { version, epoch: this.#epoch.confirmed } : null);
  }

  #ask(since: { version: number; epoch: string } | null): void {
    this.#asking = this.#link.watch(since);
  }

  #linger(): void {
    this.#cancelLingering = this.#link.after(lingering, () => {
      this.#cancelLingering = null;
      if (this.#watched) this.#link.unwatch();
      this.#watched = false;
    });
  }

  #put(change: Change): Outcome<DocumentBody | null> {
    const made = { id: this.#link.newId(), change };
    // The server would close the connection on it, again at each resend. A rule that it breaks says better what is wrong.
    if (!z.safeParse(envelope, made).success || byteLength(made) > largestMessage - 1_000) {
      const broken = applyNew(this.#optimistic.shown, change);
      return broken.ok ? refuse('request-invalid') : broken;
    }
    const outcome = this.#optimistic.add(made);
    if (!outcome.ok) return outcome;
    this.#link.send(made);
    this.#show();
    return outcome;
  }

  #replace({ version, body }: About<'snapshot'>): void {
    this.#asking = false;
    if (body.kind !== this.kind) {
      this.#leave('missing');
      return;
    }
    const missed = this.#newest > version;
    this.#gone = null;
    this.#newest = version;
    this.#epoch.confirmed = this.#epoch.now;
    this.#optimistic.replace(version, body);
    if (missed) this.#ask({ version, epoch: this.#epoch.confirmed });
  }

  #follow({ version, id, change }: About<'changed'>): void {
    this.#link.answered(id);
    this.#newest = Math.max(this.#newest, version);
    const confirmed = this.#optimistic.version;
    if (confirmed > 0 && version === confirmed + 1) {
      if (!this.#optimistic.confirm(version, { id, change })) this.#ask(null);
      return;
    }
    this.#optimistic.accept(id, version);
    const isAhead = confirmed > 0 && version > confirmed;
    if (isAhead && !this.#asking) this.#ask({ version: confirmed, epoch: this.#epoch.confirmed });
  }

  #refuse({ id, problem }: About<'refused'>): void {
    this.#link.answered(id);
    const change = this.#optimistic.drop(id);
    if (change) this.#link.refused(change, problem);
    if (!this.#gone) this.#watchIfWanted();
  }

  #leave(why: GoneWhy): void {
    this.#optimistic.forgetConfirmed();
    this.#watched = false;
    this.#asking = false;
    this.#newest = 0;
    this.#gone = why;
    this.#link.gone(why);
  }

  /** It is watched on all the same: whoever deleted it may bring it back. */
  get #isDeleted(): boolean {
    const { shown } = this.#optimistic;
    return shown !== null && isDeleted(shown);
  }

  #show(): void {
    const { shown, version, unanswered } = this.#optimistic;
    const view = this.#view.get();
    const gone = this.#gone ?? (this.#isDeleted ? 'deleted' : null);
    if (gone) {
      if (view.state === 'gone' && view.why === gone) return;
      this.#view.set({ state: 'gone', why: gone });
      if (this.#isDeleted) this.#link.gone('deleted');
    } else if (shown === null) {
      this.#view.set(loading);
    } else if (
      view.state !== 'ready' ||
      view.body !== shown ||
      view.version !== version ||
      view.pending !== unanswered
    ) {
      this.#view.set({ state: 'ready', body: shown, version, pending: unanswered });
    }
  }
}

/** At most the bytes of the JSON text in UTF-8; exact only where it matters. */
function byteLength(value: unknown): number {
  const text = JSON.stringify(value);
  return text.length * 3 < largestMessage ? text.length : new TextEncoder().encode(text).length;
}
