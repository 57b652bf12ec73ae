import type { BodyOf, DocumentKind } from '../../domain/change/change.ts';
import { done, type Outcome, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import type { Observable } from '../observable.ts';
import { isTemporary, problemOfGone } from './document-view.ts';

/** Resolves when it is so, or the connection is lost. */
export function waitUntil(
  { connection }: Pick<Client, 'connection'>,
  source: Observable<unknown>,
  isSo: () => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const ends = [connection.subscribe(look), source.subscribe(look)];
    look();
    function look() {
      // a page that must be reloaded does not connect again
      const isLost = connection.get() === 'offline' || connection.get() === 'reload';
      if (!isLost && !isSo()) return;
      for (const end of ends) end();
      resolve();
    }
  });
}

/** The body of a document, once it is here; a problem when it is gone, or the connection is lost before. */
export async function loadDocument<Kind extends DocumentKind>(
  client: Pick<Client, 'connection' | 'open'>,
  [kind, team, id]: readonly [kind: Kind, team: string, document: string],
  gone: ProblemCode,
  field?: string,
): Promise<Outcome<BodyOf<Kind>>> {
  const document = client.open(kind, team, id);
  await waitUntil(client, document, () => document.get().state !== 'loading');
  const view = document.get();
  if (view.state === 'ready') return done(view.body);
  if (view.state === 'loading') return refuse('network-request-failed');
  return refuse(isTemporary(view.why) ? problemOfGone(view.why) : gone, { field });
}
