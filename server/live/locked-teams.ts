import { refuse } from '../../domain/problem/problem.ts';
import type { BatchResult, QueuedRequest } from './commit-batch.ts';

/** How long the commit of such a team waits for a row, and how long until the next attempt, in milliseconds. */
const PATIENCE = 50;
const PAUSE = 500;
/** After so many milliseconds a team's changes are refused. Pages keep them, and send them again. */
const LONGEST = 8_000;

interface LockedTeam {
  requests: QueuedRequest[];
  readonly since: number;
  nextAt: number;
}

/**
 * Teams whose changes were not committed because something else, such as a node that hangs, holds one of their rows. Each is
 * committed by itself, and again and again until that works, so that no other team waits with it.
 */
export interface LockedTeams {
  /** From now on, the teams of these requests are such teams. */
  add(requests: readonly QueuedRequest[]): void;
  /** Keeps a request if its team is one. */
  take(request: QueuedRequest): boolean;
  /** In how many milliseconds a team is due; null if there is none. */
  dueIn(): number | null;
  /** Commits the requests of a team that is due, if any. Returns what has to be decided with those of all teams again. */
  commitNext(
    commit: (requests: readonly QueuedRequest[], patience: number) => Promise<BatchResult>,
  ): Promise<readonly QueuedRequest[]>;
}

/** `clock` counts milliseconds. */
export function createLockedTeams(clock: () => number): LockedTeams {
  const teams = new Map<string, LockedTeam>();

  function take(request: QueuedRequest): boolean {
    const known = teams.get(request.ref.team);
    known?.requests.push(request);
    return known !== undefined;
  }

  function findDue(): [string, LockedTeam] | undefined {
    const now = clock();
    return [...teams].find(([, { nextAt }]) => nextAt <= now);
  }

  return {
    take,

    add(requests) {
      for (const request of requests) {
        if (take(request)) continue;
        teams.set(request.ref.team, { requests: [request], since: clock(), nextAt: clock() });
      }
    },

    dueIn() {
      if (teams.size === 0) return null;
      return Math.max(0, Math.min(...[...teams.values()].map(({ nextAt }) => nextAt)) - clock());
    },

    async commitNext(commit) {
      const [name, team] = findDue() ?? [];
      if (!name || !team) return [];
      const requests = team.requests;
      team.requests = [];
      const { left, locked } = await commit(requests, PATIENCE);
      const unanswered = [...locked, ...left, ...team.requests];
      if (locked.length > 0 && clock() - team.since < LONGEST) {
        team.requests = unanswered;
        team.nextAt = clock() + PAUSE;
        return [];
      }
      teams.delete(name);
      if (locked.length === 0) return unanswered;
      for (const { answer } of unanswered) answer(refuse('storage-failed'));
      return [];
    },
  };
}
