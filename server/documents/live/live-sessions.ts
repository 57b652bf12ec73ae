import type { WebSocket } from 'ws';
import type { ServerMessage } from '../../../contract/live.ts';
import type { User } from '../../../domain/account/user.ts';
import { createListNotifier } from './list-notifier.ts';
import { createMeNotifier } from './me-notifier.ts';
import {
  type LiveSession,
  type SessionDependencies,
  type SignedInUser,
  startLiveSession,
  type Wire,
} from './session.ts';

/** Every open page. */
export interface LiveSessions {
  /** Serves a socket whose upgrade was answered, over `wire` if given; `visitor` is null for who is not signed in. */
  accept(socket: WebSocket, visitor: SignedInUser | null, wire?: Wire): void;
  /** A user joined a team, left one, or has another role. */
  membershipsChanged(user: string): void;
  /** The team is no more. */
  teamDeleted(team: string): void;
  /** A person has another name or address. */
  personChanged(person: User): void;
  /** The session ended. */
  signedOut(session: string): void;
  /** Something that lists of the team show has changed. Documents say so themselves. */
  listed(team: string): void;
  /** Answers what was asked, then hangs up on all. */
  close(): Promise<void>;
}

/** Pages that one person may have open at once; those of nobody in particular count as one person's. */
const mostPages = 2_000;
/** The code of a closing that says to come back later. */
const tryAgainLater = 1013;

interface Parts extends SessionDependencies {
  readonly pagesLimit?: number;
}

export function createLiveSessions({ pagesLimit = mostPages, ...parts }: Parts): LiveSessions {
  const sessions = new Set<LiveSession>();
  const pages = new Map<string, number>();

  /** False when this person has too many open. */
  function count(person: string, socket: WebSocket): boolean {
    const open = pages.get(person) ?? 0;
    if (open >= pagesLimit) return false;
    pages.set(person, open + 1);
    socket.once('close', () => {
      const left = (pages.get(person) ?? 0) - 1;
      if (left > 0) pages.set(person, left);
      else pages.delete(person);
    });
    return true;
  }

  const news = createMeNotifier({
    memberships: parts.memberships,
    sessions,
    logError: (error) => parts.log?.error(error),
  });
  const inTeam = (team: string) => [...sessions].filter((session) => session.isIn(team));

  const lists = createListNotifier(sessions, (error) => parts.log?.error(error));

  const stopListening = parts.documents.onListsChanged(({ team, document }) => {
    lists.changed(team);
    // The team has another name, which stands in what everyone was told about themselves.
    if (document === team) for (const { visitor } of inTeam(team)) if (visitor) news.changed(visitor.user.id);
  });

  return {
    accept(socket, visitor, wire) {
      if (!count(visitor?.user.id ?? '', socket)) return turnAway(socket);
      const session = startLiveSession(socket, wire ?? null, visitor, parts);
      sessions.add(session);
      socket.once('close', () => sessions.delete(session));
    },

    membershipsChanged: news.changed,

    teamDeleted(team) {
      for (const each of inTeam(team)) {
        each.teamDeleted(team);
        if (each.visitor) news.changed(each.visitor.user.id);
      }
    },

    personChanged(person) {
      for (const each of sessions) if (each.visitor?.user.id === person.id) each.personChanged(person);
      news.changed(person.id);
    },

    signedOut(session) {
      for (const each of sessions) if (each.visitor?.session === session) each.signedOut();
    },

    listed: lists.changed,

    async close() {
      stopListening();
      await Promise.all([news.settled(), lists.settled()]);
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}

function turnAway(socket: WebSocket): void {
  socket.on('error', () => socket.terminate());
  const message: ServerMessage = { type: 'problem', problem: { code: 'too-many-pages' } };
  socket.send(JSON.stringify(message));
  socket.close(tryAgainLater);
}
