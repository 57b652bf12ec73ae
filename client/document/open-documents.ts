import type { Envelope } from '../../contract/changes.ts';
import type { DocumentKind } from '../../domain/change/change.ts';
import type { DocumentLink } from './document-link.ts';
import { DocumentCopy } from './live-document.ts';

interface Entry {
  readonly team: string;
  readonly document: string;
  readonly copy: DocumentCopy;
}

interface Parts {
  readonly link: (kind: DocumentKind, team: string, document: string) => DocumentLink;
  /** The changes of a document that wait for their answer. */
  readonly waiting: (team: string, document: string) => readonly Envelope[];
}

/** The live documents of a page: one copy of each, for as long as the page belongs to one person. */
export class OpenDocuments {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();
  /** Of the connection that stands; null without one. */
  #epoch: string | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  find(team: string, document: string): DocumentCopy | undefined {
    return this.#entries.get(nameOf(team, document))?.copy;
  }

  open(kind: DocumentKind, team: string, document: string): DocumentCopy {
    const known = this.find(team, document);
    // What was asked for as something else is nothing, and must not stand in the way.
    if (known?.kind === kind) return known;
    known?.end('missing');
    const copy = new DocumentCopy(
      kind,
      this.#parts.link(kind, team, document),
      this.#parts.waiting(team, document),
    );
    this.#entries.set(nameOf(team, document), { team, document, copy });
    if (this.#epoch !== null) copy.resume(this.#epoch);
    return copy;
  }

  close(team: string, document: string): void {
    this.#entries.delete(nameOf(team, document));
  }

  /** What waited in the outbox is back. */
  restore(): void {
    for (const { team, document, copy } of this.#entries.values()) {
      copy.restore(this.#parts.waiting(team, document));
    }
  }

  /** A connection stands. */
  resume(epoch: string): void {
    this.#epoch = epoch;
    for (const { copy } of this.#entries.values()) copy.resume(epoch);
  }

  /** Asks again for what was denied or missing. */
  retry(): void {
    for (const { copy } of this.#entries.values()) copy.retry();
  }

  /** Nothing of the person who was here is shown any more. */
  closeAll(): void {
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { copy } of entries) copy.end('signed-out');
  }
}

/** Ids cannot have a slash. */
const nameOf = (team: string, document: string): string => `${team}/${document}`;
