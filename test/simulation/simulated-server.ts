import type { WebSocket } from 'ws';
import type { User } from '../../domain/team/user.ts';
import type { Store } from '../../server/database/store.ts';
import { createDocuments, type Documents } from '../../server/live/documents.ts';
import { createLiveSessions } from '../../server/live/live-sessions.ts';
import { createMemberships } from '../../server/teams/members.ts';

interface ServerOptions {
  /** Called at each start. */
  readonly openStore: () => Store;
  readonly people: readonly User[];
  readonly now: () => number;
  /** Wraps the engine, to watch what it answers. */
  readonly wrap?: (documents: Documents) => Documents;
  readonly log?: { error(error: unknown): void };
}

type Engine = ReturnType<typeof startEngine>;

/** The product's engine over a store that outlives it, without its HTTP. */
export class SimulatedServer {
  readonly #options: ServerOptions;
  readonly #endedSessions = new Set<string>();
  #engine: Engine | null = null;
  #isStopping = false;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.start();
  }

  get isUp(): boolean {
    return this.#engine !== null;
  }

  /** Also while it closes. */
  get isRunning(): boolean {
    return this.isUp || this.#isStopping;
  }

  get documents(): Engine['documents'] {
    if (!this.#engine) throw new Error('The server is down');
    return this.#engine.documents;
  }

  start(): void {
    if (this.#engine || this.#isStopping) return;
    this.#engine = startEngine(this.#options, async (session) => this.isSessionAlive(session));
  }

  /** The response when a page asks who is signed in. A real `Response` would need an unknown number of event loop turns. */
  async tellWho(user: User | null): Promise<Response> {
    if (!this.#engine) throw new TypeError('Failed to fetch');
    const me = await this.#engine.memberships.me(user);
    return { ok: true, headers: new Headers(), json: async () => me } as Response;
  }

  /** False when nobody answers. */
  accept(socket: WebSocket, user: User | null, session = `session of ${user?.id}`): boolean {
    this.#engine?.connections.accept(socket, user && { user, session });
    return this.#engine !== null;
  }

  isSessionAlive(session: string): boolean {
    return !this.#endedSessions.has(session);
  }

  endSession(session: string): void {
    this.#endedSessions.add(session);
    this.#engine?.connections.signedOut(session);
  }

  /** Call after someone's role was changed in the store. */
  membershipsChanged(user: string): void {
    this.#engine?.connections.membershipsChanged(user);
  }

  /** Finishes what is in flight, and closes. */
  async stop(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    this.#isStopping = true;
    await engine?.connections.close();
    await engine?.documents.close();
    this.#isStopping = false;
  }

  /** Ends at once. The caller cuts it off from its store and its lines. */
  kill(): void {
    this.#engine = null;
    this.#isStopping = false;
  }

  async restart(): Promise<void> {
    if (!this.#engine) return;
    await this.stop();
    this.start();
  }
}

function startEngine(
  { openStore, people, now, wrap = (documents) => documents, log = console }: ServerOptions,
  isSessionAlive: (session: string) => Promise<boolean>,
) {
  const store = openStore();
  const documents = wrap(createDocuments({ store, now, clock: now, log, mostAtOnce: 1 }));
  const memberships = createMemberships({
    isSecondFactorMissing: async () => false,
    members: store.members,
    people: async (ids) => people.filter((user) => ids.includes(user.id)),
    documents,
    links: { personOf: async () => null, unlink: async () => ({ ok: true, value: {} }) },
  });
  const accounts = { isSessionAlive };
  const connections = createLiveSessions({ store, documents, accounts, memberships, now, clock: now, log });
  return { documents, memberships, connections };
}
