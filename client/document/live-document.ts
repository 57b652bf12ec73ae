import type { Envelope } from '../../contract/changes.ts';
import { type Change, type DocumentBody, type DocumentKind, fitsUnseen } from '../../domain/change/change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { RestoredDocument, SavedDocument } from '../copies/saved-document.ts';
import { ObservableValue } from '../observable.ts';
import type { KeptChange } from '../outbox/outbox.ts';
import type { DocumentLink } from './document-link.ts';
import {
  type DocumentMessage,
  type DocumentView,
  type GoneWhy,
  isPassing,
  type LiveDocument,
  loading,
  type Made,
  type MessageAbout,
  nextView,
  problemOfGone,
  showsDeletion,
} from './document-view.ts';
import { DocumentWatch } from './document-watch.ts';
import { OptimisticState } from './optimistic-state.ts';
import type { RunningWatches } from './running-watches.ts';
import { checkSendable } from './sendable.ts';

/** The one copy of a document on a page. */
export class DocumentCopy implements LiveDocument {
  readonly kind: DocumentKind;
  readonly #link: DocumentLink;
  readonly #optimistic = new OptimisticState();
  readonly #view = new ObservableValue<DocumentView<DocumentBody>>(loading);
  readonly #watch: DocumentWatch;
  /** The store epochs of the confirmed version and of this connection. */
  #epoch: { confirmed: string; now: string } = { confirmed: '', now: '' };
  #gone: GoneWhy | null = null;
  /** When the copy was current that the device kept, while the server has not confirmed it; null for any other. */
  restoredAt: number | null = null;
  /** Such a copy is not shown while the server may still answer: what is missing in it would look deleted. */
  #isRevealed = false;

  constructor(kind: DocumentKind, link: DocumentLink, running: RunningWatches, kept: readonly KeptChange[]) {
    this.kind = kind;
    this.#link = link;
    this.#watch = new DocumentWatch(link, running);
    this.restore(kept);
  }

  get(): DocumentView<DocumentBody> {
    return this.#view.get();
  }

  subscribe(listener: () => void): () => void {
    const leave = this.#watch.addSubscriber();
    const end = this.#view.subscribe(listener);
    if (showsDeletion(this.#view.get())) this.#link.after(0, () => this.#link.gone('deleted'));
    this.#watchIfWanted();
    return () => {
      end();
      leave();
    };
  }

  change(change: Change, undoes: string | null = null): Outcome<Made> {
    const signed = this.#link.sign(change, undoes, this.#optimistic.version);
    if (!signed.ok) return signed;
    const before = this.#gone ? null : this.#optimistic.shown;
    if (!before && (this.#gone || !fitsUnseen(change)))
      return refuse(this.#gone ? problemOfGone(this.#gone) : 'network-request-failed');
    const outcome = this.add(signed.value);
    return outcome.ok ? done(this.#link.made(signed.value, before, outcome.value)) : outcome;
  }

  /** Adds changes that an earlier page left in the outbox. */
  restore(kept: readonly KeptChange[]): void {
    this.#optimistic.restore(kept);
    this.#show();
  }

  /** These changes are answered, it is not known how. */
  settle(ids: readonly string[]): void {
    for (const id of ids) this.#optimistic.drop(id);
    this.#show();
  }

  /** Takes what the device kept of the document, from which the watch continues. */
  async restoreCopy(loading: Promise<RestoredDocument | null>): Promise<void> {
    this.#watch.hold(() => this.#watchIfWanted());
    const kept = await loading;
    this.#watch.release();
    if (kept?.body.kind === this.kind && this.#optimistic.version === 0 && !this.#gone) {
      this.#optimistic.begin(kept);
      this.#epoch.confirmed = kept.epoch;
      this.restoredAt = kept.at;
    }
    this.#watchIfWanted();
    this.#show();
  }

  /** Something that changes need to be applied was loaded. */
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

  /** The version that the server confirmed last, for the device to keep and for a watch to continue from. */
  get confirmed(): SavedDocument | null {
    return this.#optimistic.confirmed && { ...this.#optimistic.confirmed, epoch: this.#epoch.confirmed };
  }

  get isDoubtful(): boolean {
    return this.#optimistic.isDoubtful;
  }

  get isBehind(): boolean {
    return this.#optimistic.isBehind;
  }

  /** A connection is open: continues where the last one ended. */
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

  /** This copy is no longer used and sends nothing to the server. */
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
        this.#link.accepted(message);
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
    if (!this.#gone || message.type === 'gone') this.#link.heard();
  }

  /** Not before the server can know the document. */
  #watchIfWanted(): void {
    if (!this.#optimistic.isOurs && this.#watch.isWanted) this.#watch.request(this.confirmed);
  }

  /** Shows and sends a change without asking who its author is, such as the creation of this document. */
  add(made: Envelope): Outcome<DocumentBody | null> {
    const sendable = checkSendable(made, this.#optimistic.shown);
    if (!sendable.ok) return sendable;
    const outcome = this.#optimistic.add(made);
    if (!outcome.ok) return outcome;
    this.#link.send(made);
    this.#show();
    return outcome;
  }

  /** The server says that this copy is up to date. */
  #confirm({ version, id }: MessageAbout<'current'>): void {
    this.#watch.caughtUp();
    const { version: confirmed, lastChange } = this.#optimistic;
    const isOther = id !== undefined && lastChange !== null && id !== lastChange;
    if (version !== confirmed || this.#watch.newest > confirmed || isOther) this.#watch.catchUp(null);
    else {
      this.#gone = null;
      this.restoredAt = null;
      this.#optimistic.forgetAccepted();
      this.#link.upTo(version);
    }
  }

  #replace({ version, id, body }: MessageAbout<'snapshot'>): void {
    this.#watch.caughtUp();
    const missed = this.#watch.newest > version;
    this.#gone = null;
    this.restoredAt = null;
    this.#watch.newest = version;
    this.#epoch.confirmed = this.#epoch.now;
    this.#optimistic.replace({ version, last: id ?? null, body });
    if (missed) this.#watch.catchUp(this.confirmed);
    else this.#link.upTo(version);
  }

  #follow({ team, document, version, id, change, at, seen }: MessageAbout<'changed'>): void {
    this.#link.confirmed({ type: 'accepted', team, document, id, version, at });
    this.#watch.newest = Math.max(this.#watch.newest, version);
    const confirmed = this.#optimistic.version;
    if (confirmed > 0 && version === confirmed + 1) {
      const { fits, news } = this.#optimistic.confirm({ version, id, change, at });
      if (!fits) this.#watch.catchUp(null);
      if (news) this.#link.followed({ version, id, change, at, seen, ...news });
      return;
    }
    this.#optimistic.accept(id, version);
    if (confirmed > 0 && version > confirmed && !this.#watch.isCatchingUp)
      this.#watch.catchUp(this.confirmed);
  }

  #refuse({ id, ...refusal }: MessageAbout<'refused'>): void {
    const change = this.#optimistic.drop(id);
    if (change) this.#link.refused({ id, change }, refusal);
    if (!this.#gone) this.#watchIfWanted();
  }

  #leave(why: GoneWhy): void {
    this.#watch.reset();
    this.#gone = why;
    if (isPassing(why)) this.#watch.later(() => this.retry());
    else this.#optimistic.forgetConfirmed();
    this.#link.gone(why);
  }

  #show(): void {
    const { shown, version, unanswered } = this.#optimistic;
    const body = this.restoredAt === null || this.#isRevealed ? shown : null;
    const view = nextView(this.#view.get(), { gone: this.#gone, body, version, pending: unanswered });
    if (view === this.#view.get()) return;
    this.#view.set(view);
    if (showsDeletion(this.#view.get())) this.#link.gone('deleted');
  }
}
