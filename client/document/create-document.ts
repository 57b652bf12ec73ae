import { type Change, kindCreated } from '../../domain/change/change.ts';
import { mayChange } from '../../domain/change/may-change.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Author } from './document-link.ts';
import type { OpenDocuments } from './open-documents.ts';

interface Page {
  readonly documents: OpenDocuments;
  readonly newId: () => string;
  readonly author: Author | null;
}

/** Creates a document by its first change, and answers its id. */
export function createDocument(
  team: string,
  change: Change,
  { documents, newId, author }: Page,
): Outcome<string> {
  const kind = kindCreated(change);
  if (kind === null) return refuse('wrong-document');
  if (!author || !mayChange(author.role, kind, change)) return refuse('not-allowed');
  const document = newId();
  const made = documents.open(kind, team, document).add({ id: newId(), change });
  if (made.ok) return done(document);
  documents.close(team, document);
  return made;
}
