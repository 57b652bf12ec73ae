import type { RawData, WebSocket } from 'ws';
import type { Me } from '../../../contract/auth.ts';
import { type ClientMessage, protocol, type ServerMessage } from '../../../contract/live.ts';
import type { Role } from '../../../domain/account/access.ts';
import type { User } from '../../../domain/account/user.ts';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import type { DocumentRef } from '../../store/document-store.ts';
import { documentKey } from '../document-cache.ts';
import type { Documents } from '../documents.ts';
import { createReadThrottle } from './backpressure.ts';
import { encode, readMessage, textOf } from './message.ts';
import type { Watcher } from './watcher.ts';

/** Who a connection was opened by. */
export interface SignedInUser {
  readonly user: User;
  readonly session: string;
}

export interface SessionDependencies {
  readonly documents: Documents;
  readonly store: { readonly members: { role(team: string, user: string): Promise<Role | null> } };
  readonly accounts: { isSessionAlive(session: string): Promise<boolean> };
  readonly memberships: { me(user: User | null): Promise<Me> };
  readonly now: () => number;
  readonly log?: { error(error: unknown): void };
}

/** What a page is told of its visitor, and the same as a frame. */
export interface MeMessage {
  readonly me: Me;
  readonly frame: Buffer;
}

/** What one page and the server say to each other. */
export interface LiveSession {
  readonly visitor: SignedInUser | null;
  /** Says anew who the visitor is and ends the watches of teams they left. */
  tellMe(told: MeMessage): void;
  /** The team is no more, which its watches are told when the visitor is told their teams. */
  teamDeleted(team: string): void;
  /** The visitor has another name or address. */
  personChanged(person: User): void;
  /** Goes on as with someone who is not signed in. */
  signedOut(): void;
  isIn(team: string): boolean;
  send(frames: readonly Buffer[]): void;
  /** Answers what was asked, then hangs up. */
  close(): Promise<void>;
}

const closing = { restart: 1012, 'protocol-unknown': 4000, 'message-invalid': 4001 } as const;
const largestWatches = 50;
/** Bytes that may wait for a page that asks for more: one that never reads would fill the memory with answers. */
const largestUnread = 32_000_000;
/** In milliseconds: how often a page must show that it is there, and how long a session is believed without asking. */
const heartbeat = 30_000;
const sessionBelieved = 1_000;
/** How long a page has to hang up when asked to, in milliseconds. */
const patience = 1_000;

/** What the frames of a connection are written to. */
export interface Wire {
  /** False when much of what was written has not left yet. */
  write(frame: Buffer): boolean;
}

/**
 * `wire` is the network socket under `socket`: a frame that many get is then made once and written as it is, which
 * costs a tenth less than having each socket frame it.
 */
export function startLiveSession(
  socket: WebSocket,
  wire: Wire | null,
  opener: SignedInUser | null,
  { documents, store, accounts, memberships, now, log }: SessionDependencies,
): LiveSession {
  let visitor = opener;
  let greeted = false;
  let present = true;
  let open = true;
  let sessionSeen = Number.NEGATIVE_INFINITY;
  let teams: ReadonlySet<string> = new Set();
  const deleted = new Set<string>();
  const watches = new Map<string, { readonly name: DocumentRef; readonly watcher: Watcher }>();
  const changing = new Set<Promise<void>>();
  const intake = createReadThrottle(socket);
  /** What was asked is done in the order it was asked. */
  let tail: Promise<void> = Promise.resolve();

  function sendFrame(frame: Buffer): boolean {
    if (socket.readyState !== socket.OPEN) return true;
    if (wire) return wire.write(frame);
    socket.send(textOf(frame), { binary: false });
    return socket.bufferedAmount === 0;
  }
  function send(message: ServerMessage): void {
    sendFrame(encode(message));
  }

  function inTurn(work: () => Promise<void> | void): Promise<void> {
    tail = tail.then(work).catch((error: unknown) => {
      log?.error(error);
      refuseAndClose('internal', 1011);
    });
    return tail;
  }

  function refuseAndClose(code: ProblemCode, closeCode: number): void {
    if (!open) return;
    open = false;
    send({ type: 'problem', problem: { code } });
    socket.close(closeCode);
  }

  async function hear(data: RawData, isBinary: boolean): Promise<void> {
    if (!open) return;
    if (socket.bufferedAmount > largestUnread) return socket.terminate();
    const message = isBinary ? null : readMessage(data);
    if (message === null || greeted === (message.type === 'hello')) {
      return refuseAndClose('message-invalid', closing['message-invalid']);
    }
    switch (message.type) {
      case 'hello':
        return greet(message.protocol);
      case 'watch':
        return watch(message);
      case 'unwatch':
        return unwatch(message);
      case 'change':
        return change(message);
      case 'ping':
        return send({ type: 'pong', now: now() });
    }
  }

  async function greet(spoken: number): Promise<void> {
    if (spoken !== protocol) return refuseAndClose('protocol-unknown', closing['protocol-unknown']);
    greeted = true;
    send({ type: 'hello', protocol, epoch: documents.epoch, now: now() });
    await sendMe();
  }

  async function sendMe(): Promise<void> {
    const me = await memberships.me(visitor?.user ?? null);
    teams = new Set(me.teams.map(({ id }) => id));
    send({ type: 'me', ...me });
  }

  /** Null for who is not, or no longer, a member. */
  async function roleIn(team: string): Promise<Role | null> {
    await checkSession();
    return visitor && store.members.role(team, visitor.user.id);
  }

  async function checkSession(): Promise<void> {
    const moment = performance.now();
    if (visitor === null || moment - sessionSeen < sessionBelieved) return;
    if (!(await accounts.isSessionAlive(visitor.session))) return forgetVisitor();
    sessionSeen = moment;
  }

  async function forgetVisitor(): Promise<void> {
    if (visitor === null) return;
    visitor = null;
    for (const { name } of watches.values()) endWatch(name, 'signed-out');
    if (greeted) await sendMe();
  }

  async function watch({ team, document, since, epoch }: ClientMessage & { type: 'watch' }): Promise<void> {
    const name = { team, document };
    // What this page made a moment ago is there to be watched.
    await Promise.all(changing);
    const role = await roleIn(team);
    if (role === null) return endWatch(name, visitor ? 'not-a-member' : 'signed-out');
    unwatch(name);
    if (watches.size >= largestWatches) {
      return refuseAndClose('message-invalid', closing['message-invalid']);
    }
    const watcher: Watcher = { send: sendFrame, buffered: () => socket.bufferedAmount };
    watches.set(documentKey(name), { name, watcher });
    if (!(await documents.watch(name, watcher, { since, epoch }))) endWatch(name, 'missing');
  }

  function unwatch(name: DocumentRef): void {
    const watched = watches.get(documentKey(name));
    if (!watched) return;
    watches.delete(documentKey(name));
    documents.unwatch(watched.watcher);
  }

  function endWatch({ team, document }: DocumentRef, why: 'missing' | 'not-a-member' | 'signed-out'): void {
    unwatch({ team, document });
    send({ type: 'gone', team, document, why });
  }

  async function change(asked: ClientMessage & { type: 'change' }): Promise<void> {
    const { team, document, id } = asked;
    const role = await roleIn(team);
    if (!visitor || !role) {
      const code = visitor ? 'not-found' : 'signed-out';
      return send({ type: 'refused', team, document, id, problem: { code } });
    }
    const author = { user: visitor.user.id, role };
    intake.began();
    // Not awaited: what is asked next shares the commit.
    const answered = documents
      .change(author, { team, document }, { id, change: asked.change })
      .then((outcome) =>
        send(
          outcome.ok
            ? { type: 'accepted', team, document, id, ...outcome.value }
            : { type: 'refused', team, document, id, problem: outcome.problem },
        ),
      )
      .catch((error: unknown) => {
        log?.error(error);
        refuseAndClose('internal', 1011);
      })
      .finally(() => {
        changing.delete(answered);
        intake.ended();
      });
    changing.add(answered);
  }

  function leave(): void {
    open = false;
    clearInterval(beat);
    inTurn(() => {
      for (const { name } of watches.values()) unwatch(name);
    });
  }

  const beat = setInterval(() => {
    if (!present || !greeted) return socket.terminate();
    present = false;
    socket.ping();
    inTurn(checkSession);
  }, heartbeat).unref();

  socket.on('message', (data, isBinary) => {
    present = true;
    intake.arrived();
    inTurn(() => hear(data, isBinary)).then(intake.ended);
  });
  socket.on('pong', () => {
    present = true;
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', leave);

  return {
    get visitor() {
      return visitor;
    },

    tellMe({ me, frame }) {
      inTurn(() => {
        // Who signed out meanwhile was told that.
        if (!greeted || !visitor || visitor.user.id !== me.user?.id) return;
        teams = new Set(me.teams.map(({ id }) => id));
        sendFrame(frame);
        for (const { name } of watches.values()) {
          if (!teams.has(name.team)) endWatch(name, deleted.has(name.team) ? 'missing' : 'not-a-member');
        }
      });
    },

    teamDeleted(team) {
      deleted.add(team);
    },

    personChanged(person) {
      visitor = visitor && { ...visitor, user: person };
    },

    signedOut() {
      inTurn(forgetVisitor);
    },

    isIn: (team) => teams.has(team),
    send(frames) {
      for (const frame of wire ? [Buffer.concat(frames)] : frames) sendFrame(frame);
    },

    async close() {
      open = false;
      await tail;
      await Promise.all(changing);
      if (socket.readyState === socket.CLOSED) return;
      const gone = new Promise((resolve) => socket.once('close', resolve));
      socket.close(closing.restart);
      const impatient = setTimeout(() => socket.terminate(), patience);
      await gone;
      clearTimeout(impatient);
    },
  };
}
