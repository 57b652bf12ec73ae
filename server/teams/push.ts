import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PushAbout } from '../../contract/push.ts';
import { alertText, type BreakAlert, breakAlerts } from '../../domain/day/break-alerts.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { boardNameIn } from '../../domain/plan/board-names.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { Team } from '../../domain/team/team.ts';
import { mayRunTheDay, type Role } from '../../domain/team/user.ts';
import { businessDay } from '../../domain/time/date.ts';
import type { MemberStore, PushStore, PushTarget, StoredSubscription } from '../database/store.ts';
import type { CreateLimit } from '../door/rate-limit.ts';
import type { Documents } from '../live/documents.ts';
import { createSafeFetch } from '../schedules/safe-fetch.ts';
import type { CrewLinks } from './crew-links.ts';
import { areKeys, createPushSender, type PushMessage, type SendPush, serverKeys } from './push-sender.ts';

/** Messages that are sent to one push service at a time, and that wait for it. */
const AT_ONCE = 8;
const MOST_WAITING = 2_000;
/** After so many failures in a row, a browser is left alone for a while, in milliseconds. */
const MOST_FAILURES = 3;
const PAUSE = 900_000;
const MOST_REMEMBERED = 10_000;

interface DeliveriesDependencies {
  readonly send: SendPush;
  readonly remove: (device: string) => Promise<void>;
  readonly now: () => number;
  readonly logError: (error: unknown) => void;
}

/** Messages on their way. Each push service has a queue of its own, so that one that hangs delays no other. */
interface Deliveries {
  add(subscription: StoredSubscription, message: PushMessage): void;
  close(): Promise<void>;
}

interface Queue {
  readonly waiting: (() => Promise<void>)[];
  running: number;
}

function createDeliveries({ send, remove, now, logError }: DeliveriesDependencies): Deliveries {
  const queues = new Map<string, Queue>();
  const failures = new Map<string, { count: number; last: number }>();
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  function isPaused(device: string): boolean {
    const known = failures.get(device);
    return known !== undefined && known.count >= MOST_FAILURES && now() - known.last < PAUSE;
  }

  function remember(device: string, hasFailed: boolean): void {
    const count = hasFailed ? (failures.get(device)?.count ?? 0) + 1 : 0;
    failures.delete(device);
    if (count > 0) failures.set(device, { count, last: now() });
    const [oldest] = failures.keys();
    if (failures.size > MOST_REMEMBERED && oldest !== undefined) failures.delete(oldest);
  }

  async function deliver({ device, target }: StoredSubscription, message: PushMessage): Promise<void> {
    if (closing.signal.aborted || isPaused(device)) return;
    const sent = await send(target, message, closing.signal);
    if (closing.signal.aborted) return;
    remember(device, sent === 'failed');
    if (sent === 'gone') await remove(device);
  }

  async function work(host: string, queue: Queue): Promise<void> {
    queue.running += 1;
    for (let next = queue.waiting.shift(); next; next = queue.waiting.shift()) await next().catch(logError);
    queue.running -= 1;
    if (queue.running === 0) queues.delete(host);
  }

  return {
    add(subscription, message) {
      const host = URL.parse(subscription.target.endpoint)?.host ?? '';
      const queue = queues.get(host) ?? { waiting: [], running: 0 };
      if (isPaused(subscription.device) || queue.waiting.length >= MOST_WAITING) return;
      queues.set(host, queue);
      queue.waiting.push(() => deliver(subscription, message));
      if (queue.running >= AT_ONCE) return;
      const worker = work(host, queue);
      running.add(worker);
      void worker.finally(() => running.delete(worker));
    },

    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** How often to look for breaks, in milliseconds. */
const LOOK_EVERY = 20_000;
/** Teams that are looked at in one go; the next go continues after them. */
const TEAMS_AT_ONCE = 500;
/** Layouts of a team's day that are looked at. */
const MOST_LAYOUTS = 20;
/** How long it is known which notices were sent, in milliseconds: longer than they are news. */
const REMEMBERED = 2 * 86_400_000;

interface NoticesDependencies {
  readonly store: PushStore;
  readonly documents: Pick<Documents, 'list' | 'read'>;
  readonly role: (team: string, user: string) => Promise<Role | null>;
  readonly isSessionAlive: (session: string) => Promise<boolean>;
  /** The ids in the crew of the person whose account it is; none if it isn't linked. */
  readonly crewIdsOf: (team: string, user: string) => Promise<readonly string[]>;
  readonly deliveries: Pick<Deliveries, 'add'>;
  readonly now: () => number;
  readonly logError: (error: unknown) => void;
}

interface BreakNotices {
  sendDue(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

/** Each notice is sent once, by whichever server claims it first; every right is looked up again when it is sent. */
function createBreakNotices(dependencies: NoticesDependencies): BreakNotices {
  const { store, documents, role, isSessionAlive, crewIdsOf, deliveries, now, logError } = dependencies;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let isClosing = false;
  /** The last team that was looked at; '' starts again. */
  let after = '';

  async function look(): Promise<void> {
    const teams = await store.teams(after, TEAMS_AT_ONCE);
    after = teams.length < TEAMS_AT_ONCE ? '' : (teams.at(-1) ?? '');
    if (teams.length > 0) await store.forgetNoticesBefore(now() - REMEMBERED);
    for (const team of teams) {
      if (isClosing) return;
      // One team's data is no reason for the others to wait.
      await notify(team).catch(logError);
    }
  }

  async function notify(team: string): Promise<void> {
    const body = (await documents.read({ team, document: team }))?.body;
    if (body?.kind !== 'team') return;
    const found: { readonly document: string; readonly layout: Layout; readonly alert: BreakAlert }[] = [];
    for (const { document, layout } of await todaysLayouts(team, body)) {
      for (const alert of breakAlerts(layout, now(), body.timeZone)) found.push({ document, layout, alert });
    }
    if (found.length === 0) return;
    const watchers = await watchersOf(team);
    for (const { document, layout, alert } of found) {
      const told = watchers.filter(({ ids, isForAll }) => isForAll || isOwn(alert, ids));
      if (told.length === 0) continue;
      const notice = createHash('sha256').update(`${document} ${alert.key}`).digest('base64url');
      if (!(await store.claim(team, notice, now()))) continue;
      for (const { subscription, ids } of told) {
        const name = isOwn(alert, ids) ? null : (boardNameIn(layout, alert.shift.id)?.short ?? 'Someone');
        deliveries.add(subscription, { ...alertText(alert, name), tag: notice });
      }
    }
  }

  async function todaysLayouts(team: string, { timeZone, dayStart }: Team) {
    const today = businessDay(now(), timeZone, dayStart);
    const rows = await documents.list(team, 'layout', { from: today, to: today });
    const layouts: { readonly document: string; readonly layout: Layout }[] = [];
    for (const { id: document } of rows.slice(0, MOST_LAYOUTS)) {
      const body = (await documents.read({ team, document }))?.body;
      if (body?.kind === 'layout') layouts.push({ document, layout: body });
    }
    return layouts;
  }

  async function watchersOf(team: string) {
    const watchers: {
      readonly subscription: StoredSubscription;
      readonly ids: readonly string[];
      readonly isForAll: boolean;
    }[] = [];
    for (const subscription of await store.ofTeam(team)) {
      const { user, session, device, about } = subscription;
      const may = await role(team, user);
      if (may === null || !(await isSessionAlive(session))) await store.remove(team, user, device);
      else {
        const isForAll = about === 'all' && mayRunTheDay(may);
        watchers.push({ subscription, isForAll, ids: await crewIdsOf(team, user) });
      }
    }
    return watchers;
  }

  function sendDue(): Promise<void> {
    running ??= look()
      .catch(logError)
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    sendDue,
    start() {
      void sendDue();
      timer = setInterval(sendDue, LOOK_EVERY).unref();
    },
    async close() {
      clearInterval(timer);
      isClosing = true;
      await running;
    },
  };
}

const isOwn = ({ shift }: BreakAlert, ids: readonly string[]): boolean =>
  shift.person !== undefined && ids.includes(shift.person);

/** Devices of a person in a team; the oldest gives way. */
const MOST_DEVICES = 10;
/** How often a person may turn notifications on, an hour. */
const TRIES = 60;
const HOUR = 3_600_000;

interface Subscriber {
  readonly team: string;
  readonly user: string;
  readonly session: string;
  readonly role: Role;
}

interface PushState {
  readonly publicKey: string;
  readonly about: PushAbout | null;
}

export interface Push {
  state(team: string, user: string, device: string | undefined): Promise<PushState>;
  switchOn(by: Subscriber, target: PushTarget, about: PushAbout): Promise<Outcome<PushState>>;
  switchOff(team: string, user: string, device: string): Promise<void>;
  close(): Promise<void>;
}

interface Dependencies {
  readonly store: { readonly push: PushStore; readonly members: Pick<MemberStore, 'role'> };
  readonly documents: Documents;
  readonly links: Pick<CrewLinks, 'personOf'>;
  readonly isSessionAlive: (session: string) => Promise<boolean>;
  /** 'host:port' of push services that may be private and plain http. */
  readonly allowed: ReadonlySet<string>;
  /** The current one first. */
  readonly secrets: readonly [Buffer, ...Buffer[]];
  readonly createLimit: CreateLimit;
  readonly now: () => number;
  readonly timeout: (milliseconds: number) => AbortSignal;
  readonly log: { error(error: unknown): void };
}

export function openPush(dependencies: Dependencies): Push {
  const { allowed, secrets, links, createLimit, now, timeout, log, isSessionAlive } = dependencies;
  const { push: store, members } = dependencies.store;
  const safeFetch = createSafeFetch({
    allowed,
    delay: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    now,
  });
  const keys = serverKeys(secrets);
  const [{ publicKey }] = keys;
  const tries = createLimit('push subscriptions', TRIES, HOUR);
  const deliveries = createDeliveries({
    send: createPushSender({ safeFetch, keys, now, timeout }),
    remove: store.removeDevice,
    now,
    logError: (error) => log.error(error),
  });
  const notices = createBreakNotices({
    ...{ store, documents: dependencies.documents, role: members.role, isSessionAlive, now },
    crewIdsOf: async (team, user) => (await links.personOf(team, user))?.ids ?? [],
    deliveries,
    logError: (error) => log.error(error),
  });
  notices.start();

  return {
    async state(team, user, device) {
      const found = device === undefined ? null : await store.find(team, user, device);
      return { publicKey, about: found && found.target.publicKey === publicKey ? found.about : null };
    },

    async switchOn({ team, user, session, role }, target, about) {
      if (about === 'all' && !mayRunTheDay(role)) return refuse('not-allowed');
      if (!(await tries.add(user))) return refuse('too-many-requests');
      // The page was opened before the server got a new secret.
      if (target.publicKey !== publicKey) return refuse('push-key-changed');
      const problem = safeFetch.checkAddress(target.endpoint);
      if (problem) return refuse(problem);
      if (!areKeys(target)) return refuse('push-unsupported');
      const device = deviceOf(target.endpoint);
      const subscription = { team, device, user, session, about, target, createdAt: now() };
      if (!(await store.put(subscription, MOST_DEVICES))) return refuse('not-found');
      if (!(await isSessionAlive(session))) {
        await store.removeSession(session);
        return refuse('signed-out');
      }
      return done({ publicKey, about });
    },

    switchOff: store.remove,

    async close() {
      await notices.close();
      await deliveries.close();
      await safeFetch.close();
    },
  };
}

/** Names a browser without telling where it can be reached. */
export const deviceOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');
