import type { WebSocket } from 'ws';
import type { User } from '../../domain/account/user.ts';
import { createDocuments } from '../../server/documents/documents.ts';
import { createLiveSessions } from '../../server/documents/live/live-sessions.ts';
import type { Store } from '../../server/store/store.ts';
import { createMemberships } from '../../server/teams/memberships.ts';

interface ServerOptions {
  readonly store: Store;
  readonly people: readonly User[];
  readonly now: () => number;
}

type Engine = ReturnType<typeof startEngine>;

/** The product's engine over a store that outlives it, without its HTTP. */
export class SimulatedServer {
  readonly #options: ServerOptions;
  #engine: Engine | null;
  #writing = 0;

  constructor(options: ServerOptions) {
    const { documents } = options.store;
    this.#options = {
      ...options,
      store: {
        ...options.store,
        documents: {
          ...documents,
          commit: (batch) => this.#counted(documents.commit(batch)),
          writeSnapshots: (snapshots) => this.#counted(documents.writeSnapshots(snapshots)),
        },
      },
    };
    this.#engine = startEngine(this.#options);
  }

  /** Is the store writing, which it may do in a thread of its own? */
  get isBusy(): boolean {
    return this.#writing > 0;
  }

  get documents(): Engine['documents'] {
    if (!this.#engine) throw new Error('The server is down');
    return this.#engine.documents;
  }

  /** The response when a page asks who is signed in. A real `Response` would need an unknown number of event loop turns. */
  async tellWho(user: User | null): Promise<Response> {
    if (!this.#engine) throw new TypeError('Failed to fetch');
    const me = await this.#engine.memberships.me(user);
    return { ok: true, json: async () => me } as Response;
  }

  /** False when nobody answers. */
  accept(socket: WebSocket, user: User): boolean {
    this.#engine?.connections.accept(socket, { user, session: `session of ${user.id}` });
    return this.#engine !== null;
  }

  /** Finishes what is in flight, and closes. */
  async stop(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    await engine?.connections.close();
    await engine?.documents.close();
  }

  async #counted(write: Promise<void>): Promise<void> {
    this.#writing++;
    await write.finally(() => this.#writing--);
  }

  async restart(): Promise<void> {
    if (!this.#engine) return;
    await this.stop();
    this.#engine = startEngine(this.#options);
  }
}

function startEngine({ store, people, now }: ServerOptions) {
  const documents = createDocuments({ store, now, log: console });
  const memberships = createMemberships({
    isSecondFactorMissing: async () => false,
    members: store.members,
    people: async (ids) => people.filter((user) => ids.includes(user.id)),
    documents,
  });
  const accounts = { isSessionAlive: async () => true };
  const connections = createLiveSessions({ store, documents, accounts, memberships, now, log: console });
  return { documents, memberships, connections };
}
