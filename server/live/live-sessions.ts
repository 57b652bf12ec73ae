import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { ServerMessage } from '../../contract/live.ts';
import { crewDocument } from '../../domain/crew/crew.ts';
import { createTelemetry, type Telemetry } from '../telemetry.ts';
import { createListNotifier } from './list-notifier.ts';
import type { LiveSession, SessionDependencies } from './live-session.ts';
import { createMeNotifier } from './me-notifier.ts';
import type { Wire } from './output.ts';
import { type Backlog, createPersonBacklog } from './person-backlog.ts';
import { createPresenceLimits } from './presence-limits.ts';
import { startLiveSession } from './session.ts';
import { type SessionNews, shareNews } from './session-news.ts';
import type { SignedInUser } from './session-user.ts';
import { createTokenBuckets } from './token-bucket.ts';

/** The live sessions of all open pages. */
export interface LiveSessions extends SessionNews {
  /** Serves a socket whose upgrade was answered. `signedIn` is null for a page that is not signed in. */
  accept(socket: WebSocket, signedIn: SignedInUser | null, wire?: Wire): void;
  /**
   * Disconnects every page, evenly over so many milliseconds, so that not all of them come back at once. What was received
   * is answered before.
   */
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

  /** Counts a page of this person. Null when they have too many open. */
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
