import type { RawData, WebSocket } from 'ws';
import { acceptedProtocols, type ClientMessage, protocol as newestProtocol } from '../../contract/live.ts';
import { mayRead } from '../../domain/crew/crew.ts';
import type { ProblemCode } from '../../domain/problem/problem.ts';
import { createReadThrottle, hasTooMuchUnread } from './backpressure.ts';
import { createChangeRequests } from './change-requests.ts';
import { readableByFormerPages } from './former-pages.ts';
import { startHeartbeat } from './heartbeat.ts';
import type { LiveSession, SessionDependencies } from './live-session.ts';
import { isPing, parseMessage } from './message.ts';
import { createMessageOrder } from './message-order.ts';
import { Output, type Wire } from './output.ts';
import { PagePresence } from './page-presence.ts';
import { createPresenceLimits } from './presence-limits.ts';
import { createSessionUser, type SignedInUser } from './session-user.ts';
import { createWatches } from './watches.ts';
import { createWorkTurns } from './work-turns.ts';

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
/** How long a page has to close the connection when asked to, in milliseconds. */
const closeWithin = 1_000;

export function startLiveSession(
  socket: WebSocket,
  wire: Wire | null,
  opener: SignedInUser | null,
  dependencies: SessionDependencies,
): LiveSession {
  const { documents, store, accounts, memberships, findCause = async () => null, spendCause } = dependencies;
  const { protocols = acceptedProtocols } = dependencies;
  const { now, clock = () => performance.now(), log, turns = createWorkTurns(clock) } = dependencies;
  /** Whose work this page's is. */
  const owner = opener?.user.id ?? 'signed-out';
  let state: SessionState = { phase: 'connecting' };
  /** The page is of the release before, and can't read some messages. */
  let isFormer = false;
  const deletedTeams = new Set<string>();
  const output = new Output(socket, wire);
  const throttle = createReadThrottle(socket, { clock, person: dependencies.backlog });
  const user = createSessionUser(opener, { members: store.members, accounts, onSignedOut, clock });
  const presence = new PagePresence({
    documents,
    spend: dependencies.spendPresence ?? createPresenceLimits(clock),
    isFor: (team) => !isFormer && user.runsTheDay(team),
  });
  const watches = createWatches({
    ...{ documents, output, owner, presence },
    // pages of the release before can't read that a reason is left out
    seesAll: (team) => isFormer || user.runsTheDay(team),
    logError: (error) => log?.error(error),
  });
  const refusals = { findCause, spendCause };
  const changes = createChangeRequests({ documents, output, throttle, turns, ...refusals, onError: fail });
  const order = createMessageOrder({ owner, turns, throttle, handle: dispatch, onError: fail });
  const { inOrder } = order;
  const heartbeat = startHeartbeat(socket, { isGreeted, onBeat: () => inOrder(user.check) });

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
      isFormer = protocol < newestProtocol;
      if (isFormer) output.sendOnly(readableByFormerPages(() => disconnect('protocol-unknown')));
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
      await watches.start({ team, document }, resume);
    },

    unwatch: (message) => watches.stop(message),

    async change(message) {
      const role = await user.roleForChange(message.team);
      if (!user.current || !role) return changes.refuse(message, user.current ? 'not-found' : 'signed-out');
      const { device, session } = user.current;
      changes.submit({ user: user.current.user.id, role, session, ...(device && { device }) }, message);
    },

    presence({ team, document, holds }) {
      if (user.current && watches.has({ team, document }))
        presence.say({ team, document }, user.current.user, holds);
    },

    ping: () => output.send({ type: 'pong', now: now() }),
  };

  function dispatch(data: RawData, isBinary: boolean): Promise<void> | void {
    if (isEnding()) return;
    if (hasTooMuchUnread(socket)) return socket.terminate();
    const message = isBinary ? null : parseMessage(data);
    // The first message is a hello, and no other.
    if (message === null || (message.type === 'hello') !== (state.phase === 'connecting')) {
      return disconnect('message-invalid');
    }
    const handle = handlers[message.type] as (message: ClientMessage) => Promise<void> | void;
    return handle(message);
  }

  async function fetchAndSendMe(): Promise<void> {
    const me = await memberships.me(user.current?.user ?? null);
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
    // A ping asks whether the connection works, also while a change before it waits for the disk.
    if (state.phase === 'open' && isPing(data)) {
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
    throttle.stop();
    inOrder(watches.stopAll);
  });

  return {
    get signedIn() {
      return user.current;
    },

    sendMe({ me, frame }) {
      inOrder(() => {
        // A page that was signed out in the meantime already knows.
        if (!isGreeted() || !user.current || user.current.user.id !== me.user?.id) return;
        const ranTheDay = new Set(me.teams.flatMap(({ id }) => (user.runsTheDay(id) ? [id] : [])));
        user.setTeams(me.teams);
        output.sendFrame(frame);
        watches.endEach((ref) =>
          user.maySee(ref) ? null : deletedTeams.has(ref.team) ? 'missing' : 'not-a-member',
        );
        return watches.startAgain((team) => !ranTheDay.has(team) && user.runsTheDay(team));
      });
    },

    teamDeleted: (team) => void deletedTeams.add(team),
    userChanged: user.update,
    signedOut: () => void inOrder(user.signOut),
    checkSignIn: () => void inOrder(user.checkNow),
    isIn: user.isIn,
    send: (frames) => output.sendFrames(frames),

    async close() {
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
