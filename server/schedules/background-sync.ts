import { reviewSchedule, suggestedRows, takeOf } from '../../domain/schedule/schedule.ts';
import { defaultDayStart } from '../../domain/team/team.ts';
import { addDays, businessDay, type IsoDate } from '../../domain/time/date.ts';
import type { ListedConnection, ScheduleStore, StoredConnection, StoredReading } from '../database/store.ts';
import type { Documents } from '../live/documents.ts';
import { repeatWork } from '../periodic-work.ts';
import { blockedUntil, type ScheduleConnections } from './connections.ts';

const MINUTE = 60_000;
/** How often to check which connections are due, in milliseconds. */
const CHECK_EVERY = MINUTE;
/** A provider that fails is asked more and more rarely, or it would block the account, but this often at least, so that a store has its schedule soon after; in milliseconds. */
const MAX_BACKOFF = 60 * MINUTE;
/** For both days of one connection together, in milliseconds: one that hangs would take the place of other teams. */
const SYNC_TIMEOUT = 70_000;
/** Longer than a sync takes: how long no other server on the same database tries, in milliseconds. */
const CLAIMED_FOR = SYNC_TIMEOUT + 10_000;
/** Connections synced in parallel, so that a slow provider doesn't hold up the other teams. */
const CONCURRENCY = 4;

export type BackgroundSync = ReturnType<typeof createBackgroundSync>;

/** Differences wait for a review, unless the team wants them applied. */
export function createBackgroundSync({
  connections,
  store,
  documents,
  news,
  now,
  logError,
}: {
  readonly connections: ScheduleConnections;
  readonly store: ScheduleStore;
  readonly documents: Pick<Documents, 'list' | 'read' | 'issue'>;
  /** Called when a team has differences to review, or when they were applied. */
  readonly news: (team: string) => void;
  readonly now: () => number;
  readonly logError: (error: unknown) => void;
}) {
  async function syncAllDue(closing: AbortSignal): Promise<void> {
    const due = (await store.all()).filter(isDue).values();
    const worker = async () => {
      for (const connection of due) {
        if (closing.aborted) return;
        const claim = { now: now(), until: now() + CLAIMED_FOR };
        if (await store.claim(connection, claim)) await syncConnection(connection, closing).catch(logError);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  }

  /** Rejected credentials aren't retried until somebody has looked at them: providers lock accounts. */
  const wasRejected = ({ lastRead }: StoredConnection): boolean =>
    lastRead?.problem?.code === 'schedule-refused' || lastRead?.problem?.code === 'schedule-forbidden';

  function isDue(connection: ListedConnection): boolean {
    const { terms, lastRead, failures } = connection;
    if (terms.everyMinutes === null || wasRejected(connection) || now() < blockedUntil(connection))
      return false;
    const interval = terms.everyMinutes * MINUTE;
    const backoff = Math.min(Math.max(MAX_BACKOFF, interval), interval * 2 ** failures);
    return lastRead === null || now() - lastRead.at >= backoff;
  }

  async function syncConnection(connection: StoredConnection, closing: AbortSignal): Promise<void> {
    const { team, provider, terms } = connection;
    const signal = AbortSignal.any([closing, AbortSignal.timeout(SYNC_TIMEOUT)]);
    const today = businessDay(now(), terms.timeZone, await dayStartOf(team));
    for (const date of [today, addDays(today, 1)]) {
      const fetched = await connections.fetchSchedule(team, provider, date, signal);
      if (!fetched.ok) break;
      // The store drops it if the connection was removed or saved again in the meantime.
      const stored = await store.reading(team, provider, date);
      if (stored?.readAt !== fetched.value.readAt) break;
      if (terms.takesAlone) await apply(connection, date, fetched.value);
    }
    await store.forgetReadingsBefore(addDays(today, -2));
    news(team);
  }

  async function apply({ team, provider, roles }: StoredConnection, date: IsoDate, schedule: StoredReading) {
    for (const { id: document } of await documents.list(team, 'layout', { from: date, to: date })) {
      const layout = await documents.read({ team, document });
      if (layout?.body.kind !== 'layout') continue;
      const review = reviewSchedule(layout.body, schedule.shifts, { provider, roles });
      const change = takeOf(review, suggestedRows(review));
      if (change) await documents.issue({ team, document }, change);
    }
  }

  async function dayStartOf(team: string) {
    const body = (await documents.read({ team, document: team }))?.body;
    return body?.kind === 'team' ? body.dayStart : defaultDayStart;
  }

  /** Applies what was last read for a date, for the connections whose differences need no review. */
  async function takeStored(team: string, date: IsoDate): Promise<void> {
    for (const connection of await store.ofTeam(team)) {
      if (connection.terms.everyMinutes === null || !connection.terms.takesAlone) continue;
      const stored = await store.reading(team, connection.provider, date);
      if (stored) await apply(connection, date, stored);
    }
  }

  const { run: syncDue, close } = repeatWork(syncAllDue, {
    first: CHECK_EVERY,
    every: CHECK_EVERY,
    logError,
  });
  return { syncDue, takeStored, close };
}
