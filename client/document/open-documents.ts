import type { Unlocked } from '../../contract/kiosk.ts';
import type { Me } from '../../contract/me.ts';
import { type Change, type DocumentKind, kindCreated } from '../../domain/change/change.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { RestoredDocument } from '../copies/copy-storage.ts';
import { UndoStack } from '../undo/undo-stack.ts';
import { type Author, DocumentCopy, type DocumentPage, RunningWatches } from './live-document.ts';

/** The name of a document on this device. Ids cannot have a slash. */
export const nameOf = (team: string, document: string): string => `${team}/${document}`;

/** How long what nobody looks at anymore is kept, in milliseconds. A board that is open for weeks would keep each day. */
const keptFor = 3_600_000;
/** In milliseconds. */
const loadAgainAfter = 3_000;

interface OpenDocumentsDependencies extends Omit<DocumentPage, 'undo'> {
  readonly restored: (name: string) => Promise<RestoredDocument | null> | null;
  readonly isOffline: () => boolean;
  /** Loads what changes a document of this kind. Null where it is there. */
  readonly loadChanges: (kind: DocumentKind) => Promise<void> | null;
  readonly undoKeeping: ConstructorParameters<typeof UndoStack>[1];
}

export class OpenDocuments {
  readonly #dependencies: OpenDocumentsDependencies;
  readonly #entries = new Map<string, DocumentCopy>();
  readonly #page: DocumentPage;
  readonly #running = new RunningWatches();
  readonly undo: UndoStack;
  #epoch: string | null = null;

  constructor(dependencies: OpenDocumentsDependencies) {
    this.#dependencies = dependencies;
    const open = (kind: DocumentKind, team: string, document: string) => this.open(kind, team, document);
    this.undo = new UndoStack(open, dependencies.undoKeeping);
    this.#page = { ...dependencies, undo: this.undo };
  }

  find(team: string, document: string): DocumentCopy | undefined {
    return this.#entries.get(nameOf(team, document));
  }

  open(kind: DocumentKind, team: string, document: string): DocumentCopy {
    const known = this.find(team, document);
    // A document that was opened as another kind is replaced.
    if (known?.kind === kind) {
      known.usedAt = this.#page.clock.steady();
      return known;
    }
    known?.end('missing');
    this.#closeLeft();
    const copy = new DocumentCopy(kind, { team, document }, this.#page, this.#running);
    this.#entries.set(nameOf(team, document), copy);
    this.#begin(copy, team, document);
    return copy;
  }

  /** First what changes such a document: without it, the page could follow none of its changes. */
  #begin(copy: DocumentCopy, team: string, document: string): void {
    const changes = this.#dependencies.loadChanges(copy.kind);
    if (changes) {
      copy.isHeld = true;
      const begin = () => this.find(team, document) === copy && this.#begin(copy, team, document);
      changes.then(begin, () => this.#page.clock.after(loadAgainAfter, begin));
      return;
    }
    if (copy.isHeld) {
      copy.isHeld = false;
      copy.refold();
    }
    const restored = this.#dependencies.restored(nameOf(team, document));
    if (restored) void copy.restoreCopy(restored).then(() => this.#dependencies.isOffline() && copy.reveal());
    if (this.#epoch !== null) copy.resume(this.#epoch);
  }

  /** Creates a template or layout, which can be opened at once, and returns its id. */
  create(team: string, change: Change): Outcome<string> {
    const { author: authorOf, newId } = this.#page;
    const kind = kindCreated(change);
    if (kind === null) return refuse('wrong-document');
    const author = authorOf(team);
    if (!author.ok) return author;
    const { role, as } = author.value;
    if (!mayChange(role, kind, change)) return refuse('not-allowed');
    const document = newId();
    const made = this.open(kind, team, document).add({
      id: newId(),
      change,
      ...(as !== undefined && { as }),
    });
    if (made.ok) return done(document);
    this.#entries.delete(nameOf(team, document));
    return made;
  }

  /** There is no connection: restored copies are shown, however old they are. */
  reveal(): void {
    for (const copy of this.#entries.values()) copy.reveal();
  }

  shown(): readonly (readonly [name: string, copy: DocumentCopy])[] {
    return [...this.#entries].filter(([, copy]) => copy.isShown);
  }

  /** The outbox was loaded. What became of the changes in `gone` another tab knows: they are in the next versions, or refused. */
  restore(gone: readonly string[] = []): void {
    for (const copy of this.#entries.values()) copy.restore(gone);
  }

  refold(): void {
    for (const copy of this.#entries.values()) copy.refold();
  }

  resume(epoch: string): void {
    this.#epoch = epoch;
    for (const copy of this.#entries.values()) copy.resume(epoch);
  }

  retry(): void {
    for (const copy of this.#entries.values()) copy.retry();
  }

  /** What can be taken back stays: that needs the document at once. */
  #closeLeft(): void {
    const since = this.#page.clock.steady() - keptFor;
    for (const [name, copy] of this.#entries) {
      if (copy.isLeft && copy.usedAt < since && !this.undo.isAbout(name)) this.#entries.delete(name);
    }
  }

  /** Closes all documents, since they belong to the person who was signed in. */
  closeAll(): void {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    this.undo.clear();
    for (const copy of entries) copy.end('signed-out');
  }
}

/** `here`: who is at the kiosk that this page is, if it is one. */
export function authorIn(me: Me | null, here: Unlocked | null, team: string, now: number): Outcome<Author> {
  const membership = me?.teams.find((each) => each.id === team);
  if (!me?.user || !membership) return refuse('not-allowed');
  if (me.device?.kind !== 'kiosk') return done({ user: me.user.id, role: membership.role, now });
  if (!here) return refuse('kiosk-locked');
  return done({ user: here.user, role: here.role, as: here.assertion, now });
}
