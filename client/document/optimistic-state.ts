import { changeKey, type Envelope } from '../../contract/changes.ts';
import { applyNew } from '../../domain/change/budget.ts';
import {
  apply,
  type Change,
  type DocumentBody,
  fitsUnseen,
  kindCreated,
} from '../../domain/change/change.ts';
import { isSame } from '../../domain/change/same.ts';
import { done, type Outcome } from '../../domain/problem/problem.ts';
import type { SavedDocument } from '../copies/copy-storage.ts';
import type { KeptChange } from '../outbox/outbox.ts';

interface Pending extends Envelope {
  /** The version the server gave it; null until it did. Shown from here until the confirmed copy has that version. */
  acceptedAs: number | null;
  /** The body with it; null where it did not fit, and changed nothing. */
  after: DocumentBody | null;
  /** Something came before it since it was made, so that it may do something else now. */
  isRebased: boolean;
}

type Confirmed = Omit<SavedDocument, 'epoch'>;

/** The confirmed version, and the one that is shown, with pending changes on top: a tap doesn't wait for the network. */
export class OptimisticState {
  confirmed: Confirmed | null = null;
  #pending: Pending[] = [];
  /** Nothing is known at first. */
  shown: DocumentBody | null = null;
  /** Unanswered changes that the confirmed copy may have already: the server said nothing of them when it sent the copy. */
  #doubtful: readonly string[] = [];

  get version(): number {
    return this.confirmed?.version ?? 0;
  }

  get unanswered(): number {
    return this.#pending.filter((each) => each.acceptedAs === null).length;
  }

  /** Whether the confirmed copy may have changes that are not answered: shown from it alone, they would be there twice. */
  get isDoubtful(): boolean {
    return this.#pending.some((each) => each.acceptedAs === null && this.#doubtful.includes(each.id));
  }

  get isOurs(): boolean {
    const [first] = this.#pending;
    return !this.confirmed && first !== undefined && isCreation(first) && first.acceptedAs === null;
  }

  add({ id, change }: Envelope): Outcome<DocumentBody | null> {
    if (this.shown === null && fitsUnseen(change)) {
      this.#pending.push({ id, change, acceptedAs: null, after: null, isRebased: true });
      return done(null);
    }
    const outcome = applyNew(this.shown, change);
    if (!outcome.ok) return outcome;
    this.shown = outcome.value;
    this.#pending.push({ id, change, acceptedAs: null, after: outcome.value, isRebased: false });
    return outcome;
  }

  /** What the device's copy may not have, in order: changes of an earlier page and of other tabs too. */
  restore(kept: readonly KeptChange[]): void {
    const known = new Map(this.#pending.map((each) => [each.id, each]));
    const missing = kept.filter(({ taken }) => taken === null || taken > this.version);
    if (missing.every(({ id }) => known.has(id))) return;
    const ids = new Set(missing.map(({ id }) => id));
    this.#pending = [
      ...this.#pending.filter(({ id }) => !ids.has(id)),
      ...missing.map(
        ({ id, change, taken }) =>
          known.get(id) ?? { id, change, acceptedAs: taken, after: null, isRebased: true },
      ),
    ];
    this.refold();
  }

  begin(confirmed: Confirmed): void {
    this.confirmed = confirmed;
    this.#settle();
    this.refold();
  }

  replace(confirmed: Confirmed): void {
    this.confirmed = confirmed;
    this.forgetAccepted();
    this.#doubtful = this.#pending.map(({ id }) => id);
  }

  /**
   * `fits` is false when the change does not fit the confirmed copy, which then cannot be right. `news` are the bodies around
   * it, unless everything happened as it was shown already.
   */
  confirm({ version, id, change, at }: Envelope & { readonly version: number; readonly at: number }) {
    const last = changeKey({ id, at });
    const before = this.confirmed?.body ?? null;
    const [first] = this.#pending;
    if (first?.id === id && first.after && this.confirmed && isSame(first.change, change)) {
      // The optimistic change was confirmed as shown, so everything applied on top of it is still valid.
      this.confirmed = { version, last, body: first.after };
      this.#pending.shift();
      return { fits: true, news: first.isRebased ? { before, after: first.after } : null };
    }
    const outcome = apply(before, change);
    if (!outcome.ok) return { fits: false, news: null };
    this.confirmed = { version, last, body: outcome.value };
    this.#pending = this.#pending.filter((each) => each.id !== id);
    this.#settle();
    this.refold();
    return { fits: true, news: { before, after: this.confirmed.body } };
  }

  /** The server took the change; until its version is here, it stays folded in. */
  accept(id: string, version: number): void {
    const accepted = this.#pending.find((each) => each.id === id);
    if (!accepted) return;
    accepted.acceptedAs = version;
    if (version <= this.version) this.drop(id);
  }

  drop(id: string): Change | null {
    const dropped = this.#pending.find((each) => each.id === id);
    if (!dropped) return null;
    this.#pending = this.#pending.filter((each) => each !== dropped);
    this.refold();
    return dropped.change;
  }

  /** A change that was accepted and isn't in the confirmed copy was lost with the server's history, when an older one was restored. */
  forgetAccepted(): void {
    this.#pending = this.#pending.filter((each) => each.acceptedAs === null);
    this.refold();
  }

  forgetConfirmed(): void {
    this.confirmed = null;
    this.refold();
  }

  #settle(): void {
    this.#pending = this.#pending.filter(
      (each) => each.acceptedAs === null || each.acceptedAs > this.version,
    );
  }

  refold(): void {
    let body: DocumentBody | null = this.confirmed?.body ?? null;
    for (const pending of this.#pending) {
      const outcome = apply(body, pending.change);
      pending.after = outcome.ok ? outcome.value : null;
      pending.isRebased = true;
      if (outcome.ok) body = outcome.value;
    }
    this.shown = body;
  }
}

const isCreation = ({ change }: Envelope): boolean => kindCreated(change) !== null;
