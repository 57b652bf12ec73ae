import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import { type ClientMessage, protocol, type ServerMessage, serverMessage } from '../../contract/live.ts';
import { fullName, type Role } from '../../domain/team/user.ts';
import type { DocumentCommit } from '../../server/database/document-store.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import type { DatabaseStore } from '../../server/database/store.ts';
import { createDocuments, type Documents } from '../../server/live/documents.ts';
import { createLiveSessions, type LiveSessions } from '../../server/live/live-sessions.ts';
import { createFindCause, type FindCause } from '../../server/live/refusal-cause.ts';
import type { WorkTurns } from '../../server/live/work-turns.ts';
import { aTeam, teamRef } from '../stores/team-fixture.ts';

/** The engine behind a real socket and a real database, without the sign-in: clients say who they are. */
export interface LiveServer {
  /** The database. */
  readonly file: string;
  readonly store: DatabaseStore;
  readonly documents: Documents;
  readonly connections: LiveSessions;
  readonly commits: readonly (readonly DocumentCommit[])[];
  /** Sessions that are over. */
  readonly ended: Set<string>;
  /** Of whom it was looked up which teams they are in, each time. */
  readonly told: (string | null)[];
  /** Of whom that can't be looked up. */
  readonly unreadable: Set<string>;
  join(user: string, role: Role): Promise<void>;
  leave(user: string): Promise<void>;
  /** Opens a page of a user and says hello. */
  open(
    user: string | null,
    options?: { readonly resends?: boolean; readonly protocol?: number },
  ): Promise<Page>;
  /** The same without the hello. */
  connect(user: string | null): Promise<Page>;
  /** The address of a user's live connection. */
  addressOf(user: string | null): string;
  /** `whileStopped` gets the database file. */
  restart(whileStopped?: (file: string) => void): Promise<void>;
  stop(): Promise<void>;
}

export async function startLiveServer(
  given: {
    pagesLimit?: number;
    clock?: () => number;
    findCause?: FindCause;
    protocols?: readonly number[];
    turns?: WorkTurns;
  } = {},
): Promise<LiveServer> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-live-'));
  const file = join(folder, 'lineup.db');
  const commits: (readonly DocumentCommit[])[] = [];
  const ended = new Set<string>();
  const told: (string | null)[] = [];
  const unreadable = new Set<string>();
  let parts = await start();
  await parts.documents.issue(teamRef, { type: 'team.create', team: aTeam });
  commits.length = 0;

  async function start() {
    const store = await openSqliteStore(file);
    const commit = (batch: readonly DocumentCommit[]) => {
      commits.push(batch);
      return store.documents.commit(batch);
    };
    const counted = { ...store, documents: { ...store.documents, commit } };
    const documents = createDocuments({ store: counted, now: Date.now, clock: given.clock });
    const memberships = {
      async me(user: { id: string } | null) {
        told.push(user?.id ?? null);
        if (user && unreadable.has(user.id)) throw new Error('the disk fails');
        const joined = user ? await store.members.ofUser(user.id) : [];
        const teams = joined.map(({ team, role }) => ({ id: team, name: team, role }));
        return { user: user && personOf(user.id), teams };
      },
    };
    const accounts = { isSessionAlive: async (session: string) => !ended.has(session) };
    const connections = createLiveSessions({
      documents,
      store,
      accounts,
      memberships,
      findCause: createFindCause({
        store: store.documents,
        names: async (_, ids) => new Map(ids.map((id) => [id, fullName(personOf(id))])),
      }),
      now: Date.now,
      ...given,
    });
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
    const http = createServer().on('upgrade', (request, socket, head) => {
      const user = request.url?.slice(1);
      const visitor = user ? { user: personOf(user), session: `session-of-${user}` } : null;
      sockets.handleUpgrade(request, socket, head, (live) => connections.accept(live, visitor));
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const { port } = http.address() as AddressInfo;
    return { store, documents, connections, http, port };
  }

  async function stop() {
    await parts.connections.close();
    parts.http.close();
    await parts.documents.close();
    await parts.store.close();
  }

  const addressOf = (user: string | null) => `ws://127.0.0.1:${parts.port}/${user ?? ''}`;

  return {
    file,
    get store() {
      return parts.store;
    },
    get documents() {
      return parts.documents;
    },
    get connections() {
      return parts.connections;
    },
    commits,
    ended,
    told,
    unreadable,
    join: async (user, role) => {
      await parts.store.members.add({ team: teamRef.team, user, role, joinedAt: Date.now() });
      parts.connections.membershipsChanged(user);
    },
    leave: async (user) => {
      await parts.store.members.remove(teamRef.team, user);
      parts.connections.membershipsChanged(user);
    },
    addressOf,
    connect: (user) => openPage(addressOf(user)),
    async open(user, options) {
      const page = await openPage(addressOf(user));
      page.say({ type: 'hello', protocol, ...options });
      return page;
    },
    async restart(whileStopped) {
      await stop();
      whileStopped?.(file);
      parts = await start();
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const personOf = (id: string) => ({ id, email: `${id}@example.com`, firstName: id, lastName: 'Doe' });

type Heard<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;

/** A page's end of the connection. What it hears is checked against the contract. */
export interface Page {
  readonly socket: WebSocket;
  /** All heard so far that was not taken yet. */
  readonly heard: ServerMessage[];
  say(message: ClientMessage): void;
  /** The first message of these types that was not taken yet; waits for it. One call at a time. */
  hear<Type extends ServerMessage['type']>(...types: Type[]): Promise<Heard<Type>>;
  /** The code with which the server hung up. */
  readonly hungUp: Promise<number>;
}

async function openPage(address: string): Promise<Page> {
  const socket = new WebSocket(address, { perMessageDeflate: false });
  const heard: ServerMessage[] = [];
  let look = () => {};
  socket.on('message', (data) => {
    heard.push(serverMessage.parse(JSON.parse(String(data))));
    look();
  });
  const hungUp = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return {
    socket,
    heard,
    hungUp,
    say: (message) => socket.send(JSON.stringify(message)),
    hear: <Type extends ServerMessage['type']>(...types: Type[]) =>
      new Promise<Heard<Type>>((resolve) => {
        look = () => {
          const index = heard.findIndex(({ type }) => types.some((each) => each === type));
          if (index === -1) return;
          look = () => {};
          resolve(heard.splice(index, 1)[0] as Heard<Type>);
        };
        look();
      }),
  };
}
