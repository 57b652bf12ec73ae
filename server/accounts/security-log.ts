import { randomBytes } from 'node:crypto';
import { getOwnSecurityLog, getTeamSecurityLog, type SecurityLogPage } from '../../contract/security-log.ts';
import { done } from '../../domain/problem/problem.ts';
import { type Details, kindOf, type SecurityEventType } from '../../domain/team/security-event.ts';
import { fullName, type User } from '../../domain/team/user.ts';
import { idAt } from '../database/security-log-tables.ts';
import type { SecurityLogEntry, SecurityLogStore, Store } from '../database/store.ts';
import { deviceOf } from '../door/device-name.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { createRateLimit } from '../door/rate-limit.ts';
import type { Documents } from '../live/documents.ts';

export interface SecurityEvent {
  readonly type: SecurityEventType;
  /** The person it is about; none for events of a team or of the server. */
  readonly user?: string;
  /** Who did it, if it was someone else; 'operator' in a terminal. */
  readonly by?: string;
  readonly team?: string | null;
  /** Not stored: attempts at something else are others, also if all the rest is the same. */
  readonly subject?: string;
  /** Never secrets or addresses. */
  readonly details?: Details;
}

/** The request that caused an event. */
export interface EventSource {
  /** From `Proxies.placeOf`. */
  readonly place: string;
  /** The User-Agent header. */
  readonly browser: string;
  /** An API token is named instead of the device. */
  readonly caller?: { readonly user: User; readonly token?: { readonly name: string } | null } | null;
}

/** Of a kind of attempt by one person from one network: a page that is refused each second would push all others out. */
const attemptsAnHour = 1;
const HOUR = 3_600_000;
/** In milliseconds: what arrives meanwhile is one write to the disk. */
const laterDelay = 200;

/** Entries that may wait for a slow disk: strangers who cause more would fill the memory. */
const mostWaiting = 1_000;

export type SecurityLog = ReturnType<typeof createSecurityLog>;

export function createSecurityLog({
  store,
  now,
  log,
}: {
  readonly store: Pick<SecurityLogStore, 'append'>;
  readonly now: () => number;
  readonly log: { error(details: unknown, message: string): void };
}) {
  let waiting: (() => Promise<SecurityLogEntry | null>)[] = [];
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const attempts = createRateLimit(attemptsAnHour, now, HOUR);

  const isRepeated = ({ type, user, by, team, place }: SecurityLogEntry, subject?: string): boolean =>
    kindOf(type) === 'attempt' && !attempts.add(JSON.stringify([type, user, by, team, place, subject]));

  async function find(each: () => Promise<SecurityLogEntry | null>): Promise<SecurityLogEntry[]> {
    try {
      const entry = await each();
      return entry ? [entry] : [];
    } catch (error) {
      log.error({ error: String(error) }, 'An entry of the security log could not be completed.');
      return [];
    }
  }

  async function write(): Promise<void> {
    const found = waiting;
    waiting = [];
    const entries = (await Promise.all(found.map(find))).flat();
    if (entries.length === 0) return;
    await store.append(entries).catch((error: unknown) => {
      log.error({ error: String(error), entries }, 'The security log could not be written.');
    });
  }

  /** Stores what is waiting. What arrives during one write shares the next. */
  function settled(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  /** For a store, which adds it in the transaction of what it is about. */
  const entry = (event: SecurityEvent, source?: EventSource): SecurityLogEntry =>
    entryOf(event, now(), source);

  return {
    entry,
    settled,

    /**
     * For sign-ins, and for exports, which are no transaction. Resolves once the entry is stored; never
     * rejects. An entry that can't be stored goes to the server's log, because what it is about has happened.
     */
    record(event: SecurityEvent, source?: EventSource): Promise<void> {
      const made = entry(event, source);
      waiting.push(async () => made);
      return settled();
    },

    /**
     * For sign-ins: stores it a moment later, so that nobody waits for it, and nobody can tell from the time of an answer
     * whether there was something to record. Pass a function for what takes time to find out, with null for nothing.
     */
    recordLater(event: SecurityEvent | (() => Promise<SecurityEvent | null>), source?: EventSource): void {
      if (waiting.length >= mostWaiting) {
        log.error({}, 'Too many entries of the security log wait for the disk; this one is left out.');
        return;
      }
      const at = now();
      const once = (found: SecurityEvent | null) => {
        const made = found && entryOf(found, at, source);
        return made && !isRepeated(made, found.subject) ? made : null;
      };
      if (typeof event === 'function') waiting.push(async () => once(await event()));
      else {
        const made = once(event);
        if (!made) return;
        waiting.push(async () => made);
      }
      timer ??= setTimeout(() => void settled(), laterDelay).unref();
    },
  };
}

/** What the operator does in a terminal. */
export const operatorEntry = (event: SecurityEvent, now: number): SecurityLogEntry =>
  entryOf({ by: 'operator', ...event }, now);

/** Records what the operator did. */
export const recordByOperator = (
  { securityLog }: { readonly securityLog: SecurityLogStore },
  event: SecurityEvent,
  now: number,
): Promise<void> => securityLog.append([operatorEntry(event, now)]);

function entryOf(event: SecurityEvent, at: number, source?: EventSource): SecurityLogEntry {
  const { type, user = null, by = null, team = null, details = {} } = event;
  return {
    id: nextId(at),
    at,
    type,
    user,
    by: by === user ? null : by,
    team,
    device: source ? deviceOf(source.caller ?? {}, source.browser) : '',
    place: source ? shortPlace(source.place) : '',
    details,
  };
}

let count = 0;

/** Sorts by time, and by order within a millisecond. */
function nextId(at: number): string {
  count = (count + 1) % 36 ** 4;
  return `${idAt(at)}${count.toString(36).padStart(4, '0')}${randomBytes(6).toString('hex')}`;
}

/** The network of an address, which tells where someone was well enough. */
const shortPlace = (place: string): string => place.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');

type FindRoles = Pick<Store['members'], 'role'>;

/** Records that somebody sent a change that their role doesn't allow. Pages don't offer such changes. */
export function recordRefusedChanges(
  documents: Documents,
  securityLog: Pick<SecurityLog, 'recordLater'>,
): Documents {
  return {
    ...documents,
    async change(author, ref, envelope, order) {
      const outcome = await documents.change(author, ref, envelope, order);
      if (!outcome.ok && outcome.problem.code === 'not-allowed') {
        securityLog.recordLater({ type: 'access-refused', user: author.user, team: ref.team });
      }
      return outcome;
    },
  };
}

/**
 * Records that a page asked for a team that its person isn't in. The entry doesn't name the team: people outside it leave no
 * trace in its log.
 */
export function recordStrangers(
  { members }: { readonly members: FindRoles },
  securityLog: Pick<SecurityLog, 'recordLater'>,
): { readonly members: FindRoles } {
  return {
    members: {
      async role(team, user) {
        const role = await members.role(team, user);
        if (role === null) securityLog.recordLater({ type: 'access-refused', user });
        return role;
      },
    },
  };
}

const pageLength = 50;

export function serveSecurityLog(
  serve: Serve,
  { store: { securityLog: store }, securityLog, accounts }: Parts,
): void {
  async function page(
    fetch: (page: { before: string | null; limit: number }) => Promise<readonly SecurityLogEntry[]>,
    before: string | undefined,
  ): Promise<SecurityLogPage> {
    // so that people find what they just did
    await securityLog.settled();
    // One more shows whether there are older ones.
    const found = await fetch({ before: before ?? null, limit: pageLength + 1 });
    const shown = found.slice(0, pageLength);
    const ids = shown.flatMap(({ user, by }) => [user, by]).filter((each) => each !== null);
    const names = new Map(
      (await accounts.people([...new Set(ids)])).map((user) => [user.id, fullName(user)]),
    );
    const personOf = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
    return {
      entries: shown.map(({ user, by, team: _, details, ...entry }) => ({
        ...entry,
        person: personOf(user),
        by: personOf(by),
        details: { ...details },
      })),
      next: found.length > pageLength ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  serve(getOwnSecurityLog, async ({ caller, query }) =>
    done(await page((each) => store.ofUser(caller.user.id, each), query.before)),
  );

  serve(getTeamSecurityLog, async ({ params, query }) => {
    const { entries, next } = await page((each) => store.ofTeam(params.team, each), query.before);
    // Where members are is not their managers' business.
    return done({ entries: entries.map((entry) => ({ ...entry, place: '' })), next });
  });
}
