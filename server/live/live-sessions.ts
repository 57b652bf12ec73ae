import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { ServerMessage } from '../../contract/live.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import type { User } from '../../domain/team/user.ts';
import { createOpenLimit } from '../door/rate-limit.ts';
import { createTelemetry, type Telemetry } from '../telemetry.ts';
import { encode } from './feed.ts';
import { createBuckets, createPresenceLimits } from './quotas.ts';
import { type LiveSession, type SessionDependencies, startLiveSession } from './session.ts';
import type { SignedInUser } from './session-user.ts';
import { createTimeSlice } from './work-turns.ts';

/** Several changes of one thing before the next turn are told at once: an import would tell every page of the team each of its changes. */
export function createNotifier(notify: (changed: readonly string[]) => Promise<void>) {
  const pending = new Set<string>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    await nextTurn();
    while (pending.size > 0) {
      const changed = [...pending];
      pending.clear();
      await notify(changed);
    }
    running = null;
  }

  return {
    changed(what: string): void {
      pending.add(what);
      running ??= run();
    },
    settled: () => running ?? Promise.resolve(),
  };
}

/** Pages that one person may have open, so that they don't fill the memory. Those that are not signed in count as one person's. */
const largestPages = 2_000;
/** How often a person learns the cause of a refusal, which reads many changes: enough for a page that was offline. */
const causeRate = { capacity: 50, perSecond: 0.5 };
/** Between pages that are disconnected little by little, in milliseconds. */
const shortestPause = 50;
/** The WebSocket close code for "try again later". */
const tryAgainLater = 1013;

interface LiveSessionsOptions extends Omit<SessionDependencies, 'spendCause' | 'spendPresence'> {
  readonly pagesLimit?: number;
  readonly telemetry?: Telemetry;
}

export type LiveSessions = ReturnType<typeof createLiveSessions>;

export function createLiveSessions({
  pagesLimit = largestPages,
  telemetry = createTelemetry(),
  ...dependencies
}: LiveSessionsOptions) {
  const { documents, memberships, paired, clock = () => performance.now(), log } = dependencies;
  const { otherNodes } = documents;
  const sessions = new Set<LiveSession>();
  const isAllowed = createOpenLimit(pagesLimit);
  const logError = (error: unknown) => log?.error(error);
  const timeSlice = createTimeSlice(clock);
  const spendPresence = createPresenceLimits(clock);
  const causes = createBuckets(causeRate, clock);
  const inTeam = (team: string) => [...sessions].filter((session) => session.isIn(team));
  const ofPerson = (person: string) => [...sessions].filter(({ signedIn }) => signedIn?.user.id === person);

  /** Tells pages that lists of their teams (layouts, templates, members) have changed. */
  const listNotifier = createNotifier(async (teams) => {
    const messages = teams.map((team) => ({ team, text: encode({ type: 'listed', team }) }));
    for (const session of [...sessions]) {
      for (const { team, text } of messages) if (session.isIn(team)) session.send(text);
      await timeSlice.yieldIfDue();
    }
  });

  /** One message for all of a person's pages. */
  const meNotifier = createNotifier(async (changed) => {
    const pages = Map.groupBy(sessions, ({ signedIn }) => signedIn?.user.id);
    for (const person of changed) {
      const own = pages.get(person) ?? [];
      await tellMe(own).catch((error) => {
        logError(error);
        // They may show what their person may not see anymore. Connecting again looks it up.
        hangUp(own);
      });
    }
  });

  async function tellMe(pages: readonly LiveSession[]): Promise<void> {
    const signedIn = pages[0]?.signedIn;
    if (!signedIn) return;
    const device = signedIn.paired && (await paired?.find(signedIn.paired));
    // One that was revoked is signed out by its own check.
    if (signedIn.paired && !device) return;
    const me = await (device && paired ? paired.me(device) : memberships.me(signedIn.user));
    const text = encode({ type: 'me', ...me });
    for (const page of pages) page.sendMe(me, text);
    // A person may have thousands of pages, and a team hundreds of people: other work gets a turn in between.
    await nextTurn();
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
  function hangUp(pages: Iterable<LiveSession>): void {
    for (const page of pages) page.close().catch(logError);
  }

  const stopListening = documents.onListsChanged(({ team, document }) => {
    listNotifier.changed(team);
    if (document !== team && document !== crewDocument) return;
    // The team's name, and who its members are on the schedule, are part of what their pages know about themselves.
    for (const { signedIn } of inTeam(team)) if (signedIn) meNotifier.changed(signedIn.user.id);
  });

  /** What the pages of this node are told. */
  const news = {
    membershipsChanged: meNotifier.changed,
    teamDeleted(team: string): void {
      for (const session of inTeam(team)) {
        session.teamDeleted(team);
        if (session.signedIn?.paired) session.checkSignIn();
        if (session.signedIn) meNotifier.changed(session.signedIn.user.id);
      }
    },
    personChanged(text: string): void {
      const person: User = JSON.parse(text);
      for (const session of ofPerson(person.id)) session.userChanged(person);
      meNotifier.changed(person.id);
    },
    signedOut(ended: string): void {
      for (const session of sessions) if (session.signedIn?.session === ended) session.signedOut();
    },
    sessionsChanged(person: string): void {
      for (const session of ofPerson(person)) session.checkSignIn();
    },
    listed: listNotifier.changed,
    deviceChanged(device: string): void {
      for (const session of ofPerson(device)) session.checkSignIn();
      meNotifier.changed(device);
    },
  };

  otherNodes?.onNews((name, about) => {
    if (name === 'gap') recheckAll();
    else if (name === 'anotherHistory') hangUp(sessions);
    // A newer version may tell more.
    else if (Object.hasOwn(news, name)) news[name as keyof typeof news](about);
  });

  const everywhere = (name: keyof typeof news) => (about: string) => {
    news[name](about);
    otherNodes?.tellNews(name, about);
  };

  /** Evenly over so many milliseconds, so that not all pages come back at once. What was received is answered before. */
  async function disconnectAll(over: number): Promise<void> {
    const waiting = [...sessions];
    const steps = Math.max(1, Math.min(waiting.length, over / shortestPause));
    const each = Math.ceil(waiting.length / steps);
    const closing: Promise<void>[] = [];
    while (waiting.length > 0) {
      closing.push(...waiting.splice(0, each).map((session) => session.close()));
      if (waiting.length > 0) await delay(over / steps);
    }
    await Promise.all(closing);
  }

  return {
    /** Serves a socket whose upgrade was answered. `signedIn` is null for a page that is not signed in. */
    accept(socket: WebSocket, signedIn: SignedInUser | null): void {
      if (!isAllowed(signedIn?.user.id ?? '', socket)) {
        turnAway(socket);
        return;
      }
      const session = startLiveSession(socket, signedIn, {
        ...dependencies,
        spendPresence,
        spendCause: (person) => causes.add(person),
      });
      sessions.add(session);
      telemetry.connected(1);
      socket.once('close', () => {
        sessions.delete(session);
        telemetry.connected(-1);
      });
    },

    /** A user joined a team, left one, or has another role. */
    membershipsChanged: everywhere('membershipsChanged'),
    teamDeleted: everywhere('teamDeleted'),
    personChanged: (person: User) => everywhere('personChanged')(JSON.stringify(person)),
    signedOut: everywhere('signedOut'),
    /** The person's sign-in sessions may have ended: each of their pages looks. */
    sessionsChanged: everywhere('sessionsChanged'),
    /** Something shown in lists of the team has changed. Changes of documents are noticed without this. */
    listed: everywhere('listed'),
    /** A paired device has another name, area or role, or was revoked. */
    deviceChanged: everywhere('deviceChanged'),

    disconnectAll,

    /** Answers what was received, then disconnects every page. */
    async close(): Promise<void> {
      stopListening();
      await Promise.all([meNotifier.settled(), listNotifier.settled()]);
      await disconnectAll(0);
    },
  };
}

function turnAway(socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  const message: ServerMessage = { type: 'problem', problem: { code: 'too-many-pages' } };
  socket.send(JSON.stringify(message));
  socket.close(tryAgainLater);
}
