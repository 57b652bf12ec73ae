import type { DocumentBody } from '../../domain/change/change.ts';
import { done, type Outcome, type ProblemCode, refuse } from '../../domain/problem/problem.ts';
import type { Client } from '../client.ts';
import type { ConnectionState } from '../connection/connection.ts';
import { isPassing, type LiveDocument, problemOfGone } from './document-view.ts';

/** The body of a document, once it is here; a problem when it is gone, or the connection is lost before. */
export function loadDocument<Body extends DocumentBody>(
  client: Pick<Client, 'connection'>,
  document: LiveDocument<Body>,
  gone: ProblemCode,
  field?: string,
): Promise<Outcome<Body>> {
  return new Promise((resolve) => {
    const ends = [client.connection.subscribe(look), document.subscribe(look)];
    look();
    function look() {
      const view = document.get();
      if (view.state === 'loading' && mayArrive(client.connection.get())) return;
      for (const end of ends) end();
      if (view.state === 'ready') resolve(done(view.body));
      else if (view.state === 'loading') resolve(refuse('network-request-failed'));
      else resolve(refuse(isPassing(view.why) ? problemOfGone(view.why) : gone, { field }));
    }
  });
}

/** A page that must be reloaded does not connect again. */
const mayArrive = (connection: ConnectionState): boolean =>
  connection !== 'offline' && connection !== 'reload';
