import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { ServerMessage } from '../../contract/live.ts';
import { crewDocument } from '../../domain/crew/crew.ts';
import type { User } from '../../domain/team/user.ts';
import { createTelemetry, type Telemetry } from '../telemetry.ts';
import type { LiveSession, SessionDependencies, SignedInUser } from './live-session.ts';
import { encode, type Wire } from './message.ts';
import type { OtherNodes } from './other-nodes.ts';
import { createPresenceLimits, createTokenBuckets } from './quotas.ts';
import { startLiveSession } from './session.ts';
import { type Backlog, createPersonBacklog } from './slow-clients.ts';
import { createTimeSlice } from './time-slice.ts';

/** Tells pages that lists of their teams (layouts, templates, members) have changed. */
interface ListNotifier {
  /** Several changes of a team before the next turn of the event loop are sent as one message. */
  changed(team: string): void;
  settled(): Promise<void>;
}

/** Each page gets its messages in one write: a person in many teams who changes their name changes the lists of all. */
export function createListNotifier(
  sessions: ReadonlySet<LiveSession>,
  logError: (error: unknown) => void,
  clock: () => number = () => performance.now(),
): ListNotifier {
  const pending = new Set<string>();
  const timeSlice = createTimeSlice(clock);
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await timeSlice.yieldNow();
    while (pending.size > 0) await notifyAll().catch(logError);
    running = null;
  }

  async function notifyAll(): Promise<void> {
    const messages = [...pending].map((team) => ({ team, frame: encode({ type: 'listed', team }) }));
    pending.clear();
    for (const session of [...sessions]) {
      const frames = messages.filter(({ team }) => session.isIn(team)).map(({ frame }) => frame);
      if (frames.length > 0) session.send(frames);
      await timeSlice.yieldIfDue();
    }
  }

  return {
    changed(team) {
      pending.add(team);
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** One message for all of a person's pages. If who they are can't be looked up, those are disconnected. */
interface MeNotifier {
  /** Several changes of a person before the next turn of the event loop are sent as one message. */
  changed(person: string): void;
  settled(): Promise<void>;
}

interface MeNotifierDependencies {
  readonly memberships: SessionDependencies['memberships'];
  readonly sessions: ReadonlySet<LiveSession>;
  readonly logError: (error: unknown) => void;
}

function createMeNotifier(dependencies: MeNotifierDependencies): MeNotifier {
  const { memberships, sessions, logError } = dependencies;
  const pending = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) {
      const pages = Map.groupBy(sessions, ({ signedIn }) => signedIn?.user.id);
      const people = [...pending];
      pending.clear();
      for (const person of people) {
        const own = pages.get(person) ?? [];
        await notify(own).catch((error) => hangUp(own, error));
      }
    }
    running = null;
  }

  async function notify(pages: readonly LiveSession[]): Promise<void> {
    const signedIn = pages[0]?.signedIn;
    if (!signedIn) return;
    const me = await memberships.me(signedIn.user);
    const frame = encode({ type: 'me', ...me });
    for (const page of pages) page.sendMe({ me, frame });
    // A person may have thousands of pages, and a team hundreds of people: other work gets a turn in between.
    await nextTurn();
  }

  /** They may show what their person may not see anymore. Connecting again looks it up. */
  function hangUp(pages: readonly LiveSession[], error: unknown): void {
    logError(error);
    for (const page of pages) page.close().catch(logError);
  }

  return {
    changed(person) {
      pending.add(person);
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** What live sessions are told. */
interface SessionNews {
  /** A user joined a team, left one, or has another role. */
  membershipsChanged(user: string): void;
  teamDeleted(team: string): void;
  personChanged(person: User): void;
  signedOut(session: string): void;
  /** The person's sign-in sessions may have ended: each of their pages looks. */
  sessionsChanged(person: string): void;
  /** Something shown in lists of the team has changed. Changes of documents are noticed without this. */
  listed(team: string): void;
}

/** The live sessions of all nodes: what one is told, the others are told as well. */
function shareNews(
  sessions: SessionNews,
  nodes: Pick<OtherNodes, 'tellNews' | 'onNews'>,
  { recheckAll, hangUp }: { readonly recheckAll: () => void; readonly hangUp: () => void },
): SessionNews {
  const own: { readonly [Name in keyof SessionNews]: (about: string) => void } = {
    membershipsChanged: sessions.membershipsChanged,
    teamDeleted: sessions.teamDeleted,
    personChanged: (person) => sessions.personChanged(JSON.parse(person) as User),
    signedOut: sessions.signedOut,
    sessionsChanged: sessions.sessionsChanged,
    listed: sessions.listed,
  };
  nodes.onNews((news, about) => {
    if (news === 'gap') recheckAll();
    else if (news === 'anotherHistory') hangUp();
    // A newer version may tell more.
    else if (Object.hasOwn(own, news)) own[news as keyof SessionNews](about);
  });

  const everywhere = (news: keyof SessionNews) => (about: string) => {
    own[news](about);
    nodes.tellNews(news, about);
  };
  return {
    membershipsChanged: everywhere('membershipsChanged'),
    teamDeleted: everywhere('teamDeleted'),
    personChanged: (person) => everywhere('personChanged')(JSON.stringify(person)),
    signedOut: everywhere('signedOut'),
    sessionsChanged: everywhere('sessionsChanged'),
    listed: everywhere('listed'),
  };
}

export interface LiveSessions extends SessionNews {
  /** Serves a socket whose upgrade was answered. `signedIn` is null for a page that is not signed in. */
  accept(socket: WebSocket, signedIn: SignedInUser | null, wire?: Wire): void;
  /** Evenly over so many milliseconds, so that not all pages come back at once. What was received is answered before. */
  disconnectAll(over: number): Promise<void>;
  /** Answers what was received, then disconnects every page. */
  close(): Promise<void>;
}

/** Pages that one person may have open at a time. Pages that are not signed in count as one person's. */
const largestPages = 2_000;
/** How often a person learns the cause of a refusal, which reads many changes: enough for a page that was offline. */
const causeRate = { capacity: 50, perSecond: 0.5 };
/** Between pages that are disconnected little by little, in milliseconds. */
const shortestPause = 50;
/** The WebSocket close code for "try again later". */
const tryAgainLater = 1013;

interface LiveSessionsOptions extends Omit<SessionDependencies, 'backlog' | 'spendCause'> {
  readonly pagesLimit?: number;
  readonly telemetry?: Telemetry;
}

export function createLiveSessions({
  pagesLimit = largestPages,
  telemetry = createTelemetry(),
  ...dependencies
}: LiveSessionsOptions): LiveSessions {
  const { documents, memberships, clock = () => performance.now(), log } = dependencies;
  const sessions = new Set<LiveSession>();
  const people = new Map<string, { pages: number; readonly backlog: Backlog }>();
  const logError = (error: unknown) => log?.error(error);
  const meNotifier = createMeNotifier({ memberships, sessions, logError });
  const listNotifier = createListNotifier(sessions, logError, clock);
  const spendPresence = createPresenceLimits(clock);
  const causes = createTokenBuckets({ ...causeRate, now: clock });
  const inTeam = (team: string) => [...sessions].filter((session) => session.isIn(team));

  /** Null when they have too many open. */
  function addPage(person: string, socket: WebSocket): Backlog | null {
    const known = people.get(person) ?? { pages: 0, backlog: createPersonBacklog() };
    if (known.pages >= pagesLimit) return null;
    known.pages += 1;
    people.set(person, known);
    socket.once('close', () => {
      known.pages -= 1;
      if (known.pages === 0) people.delete(person);
    });
    return known.backlog;
  }

  /** After news may have been missed. */
  function recheckAll(): void {
    for (const session of sessions) {
      if (!session.signedIn) continue;
      session.checkSignIn();
      meNotifier.changed(session.signedIn.user.id);
    }
  }

  /** Pages connect again, and start from what the store has now. */
  function hangUp(): void {
    for (const session of sessions) session.close().catch(logError);
  }

  const stopListening = documents.onListsChanged(({ team, document }) => {
    listNotifier.changed(team);
    if (document !== team && document !== crewDocument) return;
    // The team's name, and who its members are on the schedule, are part of what their pages know about themselves.
    for (const { signedIn } of inTeam(team)) if (signedIn) meNotifier.changed(signedIn.user.id);
  });

  const own: LiveSessions = {
    accept(socket, signedIn, wire) {
      const backlog = addPage(signedIn?.user.id ?? '', socket);
      if (!backlog) return turnAway(socket);
      const session = startLiveSession(socket, wire ?? null, signedIn, {
        ...dependencies,
        spendPresence,
        spendCause: (person) => causes.spend(person, 1),
        // Strangers share no limit.
        backlog: signedIn ? backlog : createPersonBacklog(),
      });
      sessions.add(session);
      telemetry.connected(1);
      socket.once('close', () => {
        sessions.delete(session);
        telemetry.connected(-1);
      });
    },

    membershipsChanged: meNotifier.changed,

    teamDeleted(team) {
      for (const session of inTeam(team)) {
        session.teamDeleted(team);
        if (session.signedIn) meNotifier.changed(session.signedIn.user.id);
      }
    },

    personChanged(person) {
      for (const session of sessions) {
        if (session.signedIn?.user.id === person.id) session.userChanged(person);
      }
      meNotifier.changed(person.id);
    },

    signedOut(ended) {
      for (const session of sessions) if (session.signedIn?.session === ended) session.signedOut();
    },

    sessionsChanged(person) {
      for (const session of sessions) if (session.signedIn?.user.id === person) session.checkSignIn();
    },

    listed: listNotifier.changed,

    async disconnectAll(over) {
      const waiting = [...sessions];
      const steps = Math.max(1, Math.min(waiting.length, over / shortestPause));
      const each = Math.ceil(waiting.length / steps);
      const closing: Promise<void>[] = [];
      while (waiting.length > 0) {
        closing.push(...waiting.splice(0, each).map((session) => session.close()));
        if (waiting.length > 0) await delay(over / steps);
      }
      await Promise.all(closing);
    },

    async close() {
      stopListening();
      await Promise.all([meNotifier.settled(), listNotifier.settled()]);
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
  if (!documents.otherNodes) return own;
  return { ...own, ...shareNews(own, documents.otherNodes, { recheckAll, hangUp }) };
}

function turnAway(socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  const message: ServerMessage = { type: 'problem', problem: { code: 'too-many-pages' } };
  socket.send(JSON.stringify(message));
  socket.close(tryAgainLater);
}
