import { reviewSchedule } from '../../domain/schedule/schedule.ts';
import { suggestedRows, takeOf } from '../../domain/schedule/schedule-answer.ts';
import { addDays, businessDay, type IsoDate } from '../../domain/time/date.ts';
import type { Documents } from '../documents/documents.ts';
import type { ScheduleStore, StoredConnection, StoredReading } from '../store/schedule-store.ts';
import type { ScheduleConnections } from './connections.ts';

/** How often it is looked whose turn it is, in milliseconds. */
const LOOK = 60_000;
const MINUTE = 60_000;
/** A provider that fails is asked more and more rarely, up to this, in milliseconds. */
const LONGEST_PAUSE = 3_600_000;
/** For both days together, in milliseconds. */
const PATIENCE = 70_000;
/** So many providers are asked at once: one that is slow does not keep the other teams waiting. */
const AT_ONCE = 4;

interface Parts {
  readonly connections: ScheduleConnections;
  readonly store: ScheduleStore;
  readonly documents: Pick<Documents, 'list' | 'read' | 'issue'>;
  /** Something waits for a look, or was taken. */
  readonly news: (team: string) => void;
  readonly now: () => number;
  readonly logError: (error: unknown) => void;
}

export interface OwnReadings {
  /** Reads what is due; resolves when that is done. */
  look(): Promise<void>;
  /** Looks now and every minute until it is closed. */
  start(): void;
  close(): Promise<void>;
}

/** Reads the schedules of today and tomorrow by itself, for teams that want it. Differences wait for a look. */
export function createOwnReadings(parts: Parts): OwnReadings {
  const { connections, store, documents, news, now, logError } = parts;
  const failures = new Map<string, number>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  async function readDue(): Promise<void> {
    const due = (await store.all()).filter(isDue).values();
    const work = async () => {
      for (const connection of due) {
        if (closing.signal.aborted) return;
        await readBoth(connection).catch(logError);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }

  /** Failures in a row; a reading that a person made meanwhile ends the row. */
  const failedBefore = (connection: StoredConnection): number =>
    connection.lastRead?.problem ? (failures.get(keyOf(connection)) ?? 1) : 0;

  /** A password that was refused is not tried again before a person looked at it: accounts get locked. */
  const isHopeless = ({ lastRead }: StoredConnection): boolean =>
    lastRead?.problem?.code === 'schedule-refused' || lastRead?.problem?.code === 'schedule-forbidden';

  function isDue(connection: StoredConnection): boolean {
    const { terms, lastRead } = connection;
    if (terms.everyMinutes === null || isHopeless(connection)) return false;
    const every = terms.everyMinutes * MINUTE;
    const pause = Math.min(Math.max(LONGEST_PAUSE, every), every * 2 ** failedBefore(connection));
    return lastRead === null || now() - lastRead.at >= pause;
  }

  async function readBoth(connection: StoredConnection): Promise<void> {
    const { team, provider, terms } = connection;
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE)]);
    const today = businessDay(now(), terms.timeZone, await dayStartOf(team));
    for (const date of [today, addDays(today, 1)]) {
      const read = await connections.read(team, provider, date, signal);
      if (!read.ok) {
        failures.set(keyOf(connection), failedBefore(connection) + 1);
        break;
      }
      // Not kept: the connection is gone, or was saved anew meanwhile.
      const kept = await store.reading(team, provider, date);
      if (kept?.readAt !== read.value.readAt) break;
      if (terms.takesAlone) await take(connection, date, read.value);
    }
    await store.forgetReadingsBefore(addDays(today, -2));
    news(team);
  }

  async function take({ team, provider, roles }: StoredConnection, date: IsoDate, reading: StoredReading) {
    for (const { id: document } of await documents.list(team, 'layout', { from: date, to: date })) {
      const layout = await documents.read({ team, document });
      if (layout?.body.kind !== 'layout') continue;
      const review = reviewSchedule(layout.body, reading.shifts, { provider, roles });
      const change = takeOf(review, suggestedRows(review));
      if (change) await documents.issue({ team, document }, change);
    }
  }

  async function dayStartOf(team: string) {
    const body = (await documents.read({ team, document: team }))?.body;
    return body?.kind === 'team' ? body.dayStart : '12:00 AM';
  }

  function look(): Promise<void> {
    running ??= readDue()
      .catch(logError)
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    look,
    start() {
      void look();
      timer = setInterval(look, LOOK).unref();
    },
    async close() {
      clearInterval(timer);
      closing.abort();
      await running;
    },
  };
}

const keyOf = ({ team, provider }: StoredConnection): string => JSON.stringify([team, provider]);
