import type { RawData, WebSocket } from 'ws';
import * as z from 'zod/mini';
import {
  acceptedProtocols,
  type ClientMessage,
  clientMessage,
  type RefusalCause,
} from '../../contract/live.ts';
import type { Me } from '../../contract/me.ts';
import { mayRead } from '../../domain/crew/crew-document.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import type { User } from '../../domain/team/user.ts';
import type { DocumentRef } from '../database/document-store.ts';
import type { MemberStore } from '../database/store.ts';
import type { PairedDevices } from '../devices/devices.ts';
import type { Kiosks } from '../devices/kiosk.ts';
import type { Documents } from './documents.ts';
import { createWatches } from './feed.ts';
import { createLanes } from './lanes.ts';
import { createPagePresence } from './presence.ts';
import type { SpendPresence } from './quotas.ts';
import { type FindCause, isConflict } from './refusal-cause.ts';
import { createSessionUser, type SignedInUser } from './session-user.ts';
import { createReadThrottle, Output, type ReadThrottle } from './slow-clients.ts';
import type { Author } from './staged-document.ts';
import { createTodaysLayouts } from './todays-layouts.ts';
import { createWorkTurns, type WorkTurns } from './work-turns.ts';

export interface SessionDependencies {
  readonly documents: Documents;
  readonly store: { readonly members: Pick<MemberStore, 'role'> };
  readonly accounts: { isSessionAlive(session: string): Promise<boolean> };
  readonly memberships: { me(user: User | null): Promise<Me> };
  /** None where no device is ever paired. */
  readonly paired?: Pick<PairedDevices, 'find' | 'me'>;
  readonly kiosks?: Pick<Kiosks, 'authorOf'>;
  readonly findCause?: FindCause;
  /** Which protocols pages may speak. */
  readonly protocols?: readonly number[];
  /** False if this person may not learn more causes of refusals for now. */
  readonly spendCause: (person: string) => boolean;
  readonly spendPresence: SpendPresence;
  readonly turns?: WorkTurns;
  readonly now: () => number;
  /** Milliseconds; not the time of day. */
  readonly clock?: () => number;
  readonly log?: { error(error: unknown): void };
}

type ChangeMessage = ClientMessage & { type: 'change' };

/** Milliseconds that finding a cause may take. */
const causeCost = 5;

interface Page
  extends Required<Pick<SessionDependencies, 'documents' | 'findCause' | 'spendCause' | 'turns'>> {
  /** The person whose work it is, or a name for people who are signed out. */
  readonly owner: string;
  readonly output: Output;
  readonly throttle: ReadThrottle;
  readonly fail: (error: unknown) => void;
}

function createChangeRequests(page: Page) {
  const { documents, output, throttle, turns, findCause, spendCause, fail } = page;
  const lanes = createLanes();
  let pending = 0;
  let whenSettled: (() => void)[] = [];

  const settled = () =>
    new Promise<void>((resolve) => {
      if (pending === 0) resolve();
      else whenSettled.push(resolve);
    });

  async function decide(
    author: Author,
    { team, document, id, change, undoes, seen, again = false }: ChangeMessage,
  ) {
    const ref = { team, document };
    const order = { again, lane: lanes.enter(ref) };
    const outcome = await documents.change(author, ref, { id, change, undoes, seen }, order);
    lanes.answered({ id, again, lane: order.lane }, outcome);
    if (outcome.ok) {
      const { version, at } = outcome.value;
      output.send({ type: 'accepted', team, document, id, version, at });
      return;
    }
    const { problem } = outcome;
    const cause =
      isConflict(problem.code) && spendCause(author.user) ? await causeOf(author, ref, change) : null;
    output.send({ type: 'refused', ...ref, id, problem, ...(cause && { cause }) });
  }

  async function causeOf(
    author: Author,
    ref: DocumentRef,
    change: ChangeMessage['change'],
  ): Promise<RefusalCause | null> {
    await turns.take([author.user, ref.team], causeCost);
    return findCause(ref, author.user, change).catch(() => null);
  }

  function finished(): void {
    throttle.finished();
    pending -= 1;
    if (pending > 0) return;
    for (const resolve of whenSettled) resolve();
    whenSettled = [];
  }

  return {
    /** Answers when the change is committed or refused. Does not wait for it: the next change can share the commit. */
    submit(author: Author, message: ChangeMessage): void {
      throttle.started();
      pending += 1;
      decide(author, message).catch(fail).then(finished);
    },

    /** Answers a change that needs no decision, once those before it are answered. */
    async refuse({ team, document, id, again = false }: ChangeMessage, code: ProblemCode): Promise<void> {
      // Those before it would be sent back behind a refusal that came after them.
      await settled();
      const ref = { team, document };
      const problem = { code };
      lanes.answered({ id, again, lane: lanes.enter(ref) }, { ok: false, problem });
      output.send({ type: 'refused', ...ref, id, problem });
    },

    startOverAfterRefusals: lanes.startOverAfterRefusals,
    settled,
  };
}

/** In milliseconds. A page that sends nothing in a whole one, not even a pong, is disconnected: those of lost tablets would pile up. */
const interval = 30_000;

/** It must say hello within the first interval: our own pages do at once, and others could only hold connections. */
function startHeartbeat(socket: WebSocket, isGreeted: () => boolean, onBeat: () => void) {
  let isAlive = true;

  function heard(): void {
    isAlive = true;
  }

  function beat(): void {
    if (!isAlive || !isGreeted()) {
      socket.terminate();
      return;
    }
    isAlive = false;
    socket.ping();
    onBeat();
  }

  const timer = setInterval(beat, interval).unref();
  socket.on('pong', heard);
  return { heard, stop: () => clearInterval(timer) };
}

/** Milliseconds that parsing a message takes, which waits its turn: one person's flood would take the time of all. */
const parseCost = { message: 0.03, byte: 0.000_16 };

/** Handles what a page sends one message at a time, in the order it came. */
function createMessageOrder(
  { owner, turns, throttle, fail }: Page,
  handle: (data: RawData, isBinary: boolean) => Promise<void> | void,
) {
  const owners = [owner];
  let lastTask: Promise<void> = Promise.resolve();

  async function handleAfter(
    earlier: Promise<void>,
    data: RawData,
    isBinary: boolean,
    byteLength: number,
  ): Promise<void> {
    await earlier;
    try {
      const turn = turns.take(owners, parseCost.message + parseCost.byte * byteLength);
      if (turn) await turn;
      await handle(data, isBinary);
    } catch (error) {
      fail(error);
    }
    throttle.finished(byteLength);
  }

  return {
    /** Runs a task after everything received so far. */
    inOrder(task: () => Promise<void> | void): Promise<void> {
      lastTask = lastTask.then(task).catch(fail);
      return lastTask;
    },
    receive(data: RawData, isBinary: boolean, byteLength: number): void {
      lastTask = handleAfter(lastTask, data, isBinary, byteLength);
    },
    settled: () => lastTask,
  };
}

/**
 * `connecting` until the page says hello, then `open`. In `closing` no further message is handled, but those before it
 * are answered. `closed` when the socket is.
 */
type SessionState =
  | { readonly phase: 'connecting' }
  | { readonly phase: 'open' }
  | { readonly phase: 'closing' | 'closed'; readonly wasOpen: boolean };

type Handlers = {
  readonly [Type in ClientMessage['type']]: (message: ClientMessage & { type: Type }) => Promise<void> | void;
};

export const closeCodes = {
  restart: 1012,
  internal: 1011,
  'protocol-unknown': 4000,
  'message-invalid': 4001,
} as const;
/** Between two pings that are answered at once, in milliseconds. */
const pingsApart = 1_000;
/** How long a page has to close the connection when asked to, in milliseconds: a tablet that is gone would hold up every restart. */
const closeWithin = 1_000;

export type LiveSession = ReturnType<typeof startLiveSession>;

export function startLiveSession(
  socket: WebSocket,
  opener: SignedInUser | null,
  dependencies: SessionDependencies,
) {
  const { documents, store, accounts, memberships, paired, kiosks } = dependencies;
  const { findCause = async () => null, spendCause } = dependencies;
  const { protocols = acceptedProtocols } = dependencies;
  const { now, clock = () => performance.now(), log, turns = createWorkTurns(clock) } = dependencies;
  const owner = opener?.user.id ?? 'signed-out';
  const isWall = opener?.paired?.kind === 'wall';
  const todays = createTodaysLayouts({ documents, now });
  let state: SessionState = { phase: 'connecting' };
  const deletedTeams = new Set<string>();
  const output = new Output(socket);
  const throttle = createReadThrottle(socket);
  let pingedAt = Number.NEGATIVE_INFINITY;
  const user = createSessionUser(opener, { store, accounts, paired, onSignedOut, clock });
  const presence = createPagePresence({
    documents,
    spend: dependencies.spendPresence,
    isFor: user.runsTheDay,
  });
  const watches = createWatches({
    ...{ documents, output, owner, presence },
    seesAll: user.runsTheDay,
    device: opener?.paired?.kind,
    logError: (error) => log?.error(error),
  });
  const page = { documents, findCause, spendCause, turns, owner, output, throttle, fail };
  const changes = createChangeRequests(page);
  const order = createMessageOrder(page, dispatch);
  const { inOrder } = order;
  const heartbeat = startHeartbeat(socket, isGreeted, () => inOrder(onBeat));

  async function onBeat(): Promise<void> {
    await user.check();
    if (isWall) await watches.endWhere(async (ref) => !(await todays.mayWatch(ref)), 'missing');
  }

  function isGreeted(): boolean {
    return state.phase === 'open' || (state.phase !== 'connecting' && state.wasOpen);
  }

  const isEnding = () => state.phase === 'closing' || state.phase === 'closed';

  function fail(error: unknown): void {
    log?.error(error);
    disconnect('internal');
  }

  function disconnect(code: Exclude<keyof typeof closeCodes, 'restart'> & ProblemCode): void {
    if (isEnding()) return;
    state = { phase: 'closing', wasOpen: isGreeted() };
    output.send({ type: 'problem', problem: { code } });
    socket.close(closeCodes[code]);
  }

  const greet = (protocol: number) =>
    output.send({ type: 'hello', protocol, epoch: documents.epoch(), now: now() });

  const handlers: Handlers = {
    async hello(message) {
      const { protocol } = message;
      if (!protocols.includes(protocol)) {
        // The page sees which of the two is older.
        greet(protocols[0] ?? protocol);
        return disconnect('protocol-unknown');
      }
      state = { phase: 'open' };
      if (message.parts) output.allowParts();
      if (message.resends) changes.startOverAfterRefusals();
      greet(protocol);
      await fetchAndSendMe();
    },

    async watch({ team, document, ...resume }) {
      // A document that this page has just created must be there to be watched.
      await changes.settled();
      const role = await user.roleIn(team);
      if (!mayRead(role, { team, document }))
        return watches.end({ team, document }, user.current ? 'not-a-member' : 'signed-out');
      if (isWall && !(await todays.mayWatch({ team, document }))) {
        return watches.end({ team, document }, 'missing');
      }
      await watches.start({ team, document }, resume);
    },

    unwatch: (message) => watches.stop(message),

    async change(message) {
      const role = await user.roleIn(message.team);
      if (!user.current || !role) return changes.refuse(message, user.current ? 'not-found' : 'signed-out');
      const { device, session, paired: tablet } = user.current;
      if (session === null) {
        const author = tablet && (await kiosks?.authorOf(tablet, message.as));
        if (author?.ok) return changes.submit(author.value, message);
        return changes.refuse(message, author?.problem.code ?? 'device-refused');
      }
      changes.submit({ user: user.current.user.id, role, session, ...(device && { device }) }, message);
    },

    presence({ team, document, holds }) {
      if (user.current && !isWall && watches.has({ team, document }))
        presence.say({ team, document }, user.current.user, holds);
    },

    ping: () => output.send({ type: 'pong', now: now() }),
  };

  function dispatch(data: RawData, isBinary: boolean): Promise<void> | void {
    if (isEnding()) return;
    const message = isBinary ? null : parseMessage(data);
    // The first message is a hello, and no other.
    if (message === null || (message.type === 'hello') !== (state.phase === 'connecting')) {
      return disconnect('message-invalid');
    }
    const handle = handlers[message.type] as (message: ClientMessage) => Promise<void> | void;
    return handle(message);
  }

  async function fetchAndSendMe(): Promise<void> {
    const device = user.current?.paired;
    const me = await (device && paired ? paired.me(device) : memberships.me(user.current?.user ?? null));
    user.setTeams(me.teams);
    output.send({ type: 'me', ...me });
  }

  async function onSignedOut(): Promise<void> {
    watches.endEach(() => 'signed-out');
    if (isGreeted()) await fetchAndSendMe();
  }

  socket.on('message', (data, isBinary) => {
    heartbeat.heard();
    // A `Buffer`, since `binaryType` is left at its default.
    const { byteLength } = data as Buffer;
    throttle.received(byteLength);
    // A ping asks whether the connection works, also while a change before it waits for the disk. More of them wait their turn.
    if (state.phase === 'open' && isPing(data) && clock() - pingedAt >= pingsApart) {
      pingedAt = clock();
      output.send({ type: 'pong', now: now() });
      throttle.finished(byteLength);
      return;
    }
    order.receive(data, isBinary, byteLength);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    state = { phase: 'closed', wasOpen: isGreeted() };
    heartbeat.stop();
    inOrder(watches.stopAll);
  });

  return {
    get signedIn() {
      return user.current;
    },

    /** Sends the page who its user is now, and ends the watches of teams they are no longer in. `text` is the same encoded. */
    sendMe(me: Me, text: Buffer): void {
      inOrder(() => {
        // A page that was signed out in the meantime already knows.
        if (!isGreeted() || !user.current || user.current.user.id !== me.user?.id) return;
        const ranTheDay = new Set(me.teams.flatMap(({ id }) => (user.runsTheDay(id) ? [id] : [])));
        user.setTeams(me.teams);
        output.sendEncoded(text);
        watches.endEach((ref) =>
          user.maySee(ref) ? null : deletedTeams.has(ref.team) ? 'missing' : 'not-a-member',
        );
        return watches.startAgain((team) => !ranTheDay.has(team) && user.runsTheDay(team));
      });
    },

    /** The team was deleted. Its watches end when the user's teams are sent next. */
    teamDeleted: (team: string) => void deletedTeams.add(team),
    userChanged: user.update,
    /** The sign-in session ended: the page continues as signed out. */
    signedOut: () => void inOrder(user.signOut),
    /** The sign-in session may have ended. */
    checkSignIn: () => void inOrder(user.checkNow),
    isIn: user.isIn,
    send: (text: Buffer) => output.sendEncoded(text),

    /** Answers what was received, then disconnects. */
    async close(): Promise<void> {
      if (!isEnding()) state = { phase: 'closing', wasOpen: isGreeted() };
      await order.settled();
      await changes.settled();
      if (socket.readyState === socket.CLOSED) return;
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.close(closeCodes.restart);
      const timer = setTimeout(() => socket.terminate(), closeWithin);
      await closed;
      clearTimeout(timer);
    },
  };
}

const ping = Buffer.from('{"type":"ping"}');

/** As pages send it. Another spelling of the message is parsed like all messages. */
const isPing = (data: RawData): boolean => Buffer.isBuffer(data) && data.equals(ping);

export function parseMessage(data: RawData): ClientMessage | null {
  try {
    const message = z.safeParse(clientMessage, JSON.parse(String(data)));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}
