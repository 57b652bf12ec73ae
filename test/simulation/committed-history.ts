import { apply, type DocumentBody, type DocumentKind } from '../../domain/change/change.ts';
import type { DocumentCommit, StoredChange } from '../../server/database/document-store.ts';

export interface CommittedVersion {
  readonly stored: StoredChange;
  /** The body after this change; null where the change did not fit, which is a fault. */
  readonly body: DocumentBody | null;
}

/** Every version of every document that the store has committed, apart from the store: to check it and the server by. */
export class CommittedHistory {
  readonly #documents = new Map<string, { readonly kind: DocumentKind; versions: CommittedVersion[] }>();

  add({ document, kind, changes }: DocumentCommit): void {
    const known = this.#documents.get(document) ?? { kind, versions: [] };
    this.#documents.set(document, known);
    for (const stored of changes) {
      const outcome = apply(known.versions.at(-1)?.body ?? null, stored.change);
      known.versions.push({ stored, body: outcome.ok ? outcome.value : null });
    }
  }

  of(document: string): readonly CommittedVersion[] {
    return this.#documents.get(document)?.versions ?? [];
  }

  version(document: string): number {
    return this.of(document).length;
  }

  bodyAt(document: string, version: number): DocumentBody | null {
    return this.of(document)[version - 1]?.body ?? null;
  }

  /** The version of every document now, to go back to. */
  mark(): ReadonlyMap<string, number> {
    return new Map([...this.#documents].map(([document, { versions }]) => [document, versions.length]));
  }

  /** Forgets what came after the mark, and returns what is left, as commits into an empty store. */
  goBack(mark: ReadonlyMap<string, number>): readonly Omit<DocumentCommit, 'team'>[] {
    for (const [document, known] of this.#documents) {
      known.versions = known.versions.slice(0, mark.get(document) ?? 0);
      if (known.versions.length === 0) this.#documents.delete(document);
    }
    return [...this.#documents].map(([document, { kind, versions }]) => ({
      document,
      kind,
      from: 0,
      changes: versions.map(({ stored }) => stored),
      columns: columnsOf(versions.at(-1)?.body ?? null),
      snapshot: versions.at(-1)?.body ?? null,
    }));
  }
}

function columnsOf(body: DocumentBody | null): DocumentCommit['columns'] {
  if (body?.kind === 'layout' && !body.deleted) {
    return { name: body.template, area: body.area, date: body.date };
  }
  if (body?.kind === 'template' && !body.deleted) return { name: body.name, area: body.area, date: null };
  return { name: body?.kind === 'team' ? body.name : null, area: null, date: null };
}
