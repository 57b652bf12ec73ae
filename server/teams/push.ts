import { createHash } from 'node:crypto';
import { getPush, switchPushOff, switchPushOn } from '../../contract/push.ts';
import { alertText, type BreakAlert, breakAlerts } from '../../domain/day/break-alerts.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { boardNameIn } from '../../domain/plan/board-names.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import { businessDay } from '../../domain/time/date.ts';
import type { DatabaseStore, StoredSubscription } from '../database/store.ts';
import type { Serve } from '../door/endpoint.ts';
import { createKeyedLimit, TooBusy } from '../door/rate-limit.ts';
import type { Parts } from '../endpoint-parts.ts';
import { hashOf } from '../id.ts';
import { repeat } from '../periodic-work.ts';
import { createSafeFetch } from '../schedules/safe-fetch.ts';
import { type CrewLinks, layoutsOf } from './crew-links.ts';
import { areKeys, createPushSender, type PushMessage, serverKeys } from './push-sender.ts';

/** Messages that are sent to one push service at a time, and that wait for it. */
const AT_ONCE = 8;
const MOST_WAITING = 2_000;
/** How often to look for breaks, in milliseconds. */
const LOOK_EVERY = 20_000;
/** Layouts of a team's day that are looked at. */
const MOST_LAYOUTS = 20;
/** How long it is known which notices were sent, in milliseconds: longer than they are news. */
const REMEMBERED = 2 * 86_400_000;

const isOwn = ({ shift }: BreakAlert, ids: readonly string[]): boolean =>
  shift.person !== undefined && ids.includes(shift.person);

/** Devices of a person in a team; the oldest gives way. */
const MOST_DEVICES = 10;
/** How often a person may turn notifications on, an hour. */
const TRIES = 60;
const HOUR = 3_600_000;

export type Push = ReturnType<typeof openPush>;

type Dependencies = Pick<Parts, 'documents' | 'createLimit' | 'now' | 'timeout'> & {
  readonly store: Pick<DatabaseStore, 'push' | 'members'>;
  readonly links: Pick<CrewLinks, 'personOf'>;
  readonly isSessionAlive: (session: string) => Promise<boolean>;
  /** 'host:port' of push services that may be private and plain http. */
  readonly allowed: ReadonlySet<string>;
  /** The current one first. */
  readonly secrets: readonly [Buffer, ...Buffer[]];
  readonly log: { error(error: unknown): void };
};

export function openPush(dependencies: Dependencies) {
  const { documents, allowed, secrets, links, createLimit, now, timeout, log, isSessionAlive } = dependencies;
  const { push: store, members } = dependencies.store;
  const logError = (error: unknown) => log.error(error);
  const safeFetch = createSafeFetch({ allowed, now });
  const keys = serverKeys(secrets);
  const [{ publicKey }] = keys;
  const tries = createLimit(TRIES, HOUR);
  const send = createPushSender({ safeFetch, keys, now, timeout });
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();
  /** Each push service has a queue of its own, so that one that hangs delays no other. */
  const queue = createKeyedLimit(AT_ONCE, MOST_WAITING);

  function deliver({ device, target }: StoredSubscription, message: PushMessage): void {
    const host = URL.parse(target.endpoint)?.host ?? '';
    const sent = queue(host, async () => {
      if (closing.signal.aborted) return;
      const answer = await send(target, message, closing.signal);
      if (answer === 'gone' && !closing.signal.aborted) await store.removeDevice(device);
    })
      .catch((error: unknown) => {
        if (!(error instanceof TooBusy)) logError(error);
      })
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  /** Each notice is sent once, by whichever server claims it first; every right is looked up again when it is sent. */
  async function look(): Promise<void> {
    const teams = await store.teams();
    if (teams.length > 0) await store.forgetNoticesBefore(now() - REMEMBERED);
    for (const team of teams) {
      if (closing.signal.aborted) return;
      // One team's data is no reason for the others to wait.
      await notify(team).catch(logError);
    }
  }

  async function notify(team: string): Promise<void> {
    const body = (await documents.read({ team, document: team }))?.body;
    if (body?.kind !== 'team') return;
    const found: { readonly document: string; readonly layout: Layout; readonly alert: BreakAlert }[] = [];
    const today = businessDay(now(), body.timeZone, body.dayStart);
    for await (const { document, layout } of layoutsOf(documents, team, [today, today], MOST_LAYOUTS)) {
      for (const alert of breakAlerts(layout, now(), body.timeZone)) found.push({ document, layout, alert });
    }
    if (found.length === 0) return;
    const watchers = await watchersOf(team);
    for (const { document, layout, alert } of found) {
      const told = watchers.filter(({ ids, isForAll }) => isForAll || isOwn(alert, ids));
      if (told.length === 0) continue;
      const notice = hashOf(`${document} ${alert.key}`);
      if (!(await store.claim(team, notice, now()))) continue;
      for (const { subscription, ids } of told) {
        const name = isOwn(alert, ids) ? null : (boardNameIn(layout, alert.shift.id)?.short ?? 'Someone');
        deliver(subscription, { ...alertText(alert, name), tag: notice });
      }
    }
  }

  async function watchersOf(team: string) {
    const watchers: {
      readonly subscription: StoredSubscription;
      readonly ids: readonly string[];
      readonly isForAll: boolean;
    }[] = [];
    for (const subscription of await store.ofTeam(team)) {
      const { user, session, device, about } = subscription;
      const may = await members.role(team, user);
      if (may === null || !(await isSessionAlive(session))) await store.remove(team, user, device);
      else {
        const isForAll = about === 'all' && mayRunTheDay(may);
        watchers.push({ subscription, isForAll, ids: (await links.personOf(team, user))?.ids ?? [] });
      }
    }
    return watchers;
  }

  const notices = repeat(look, { first: 0, every: LOOK_EVERY, logError });

  return {
    serve(serve: Serve): void {
      serve(getPush, async ({ params, caller, query: { device } }) => {
        const found = device === undefined ? null : await store.find(params.team, caller.user.id, device);
        return done({ publicKey, about: found?.target.publicKey === publicKey ? found.about : null });
      });

      serve(switchPushOn, async ({ params: { team }, caller, role, body, origin }) => {
        // A browser is told as long as its session lasts, and a token has none.
        if (caller.token) return refuse('token-too-narrow');
        const { about, ...keys } = body;
        const { session } = caller;
        const user = caller.user.id;
        if (about === 'all' && !mayRunTheDay(role)) return refuse('not-allowed');
        if (!tries.add(user)) return refuse('too-many-requests');
        // The page was opened before the server got a new secret.
        if (keys.publicKey !== publicKey) return refuse('push-key-changed');
        const problem = safeFetch.checkAddress(keys.endpoint);
        if (problem) return refuse(problem);
        if (!areKeys(keys)) return refuse('push-unsupported');
        const device = deviceOf(keys.endpoint);
        const target = { ...keys, contact: origin };
        const subscription = { team, device, user, session, about, target, createdAt: now() };
        if (!(await store.put(subscription, MOST_DEVICES))) return refuse('not-found');
        if (!(await isSessionAlive(session))) {
          await store.removeSession(session);
          return refuse('signed-out');
        }
        return done({ publicKey, about });
      });

      serve(switchPushOff, async ({ params, caller }) => {
        await store.remove(params.team, caller.user.id, params.device);
        return done({});
      });
    },

    async close() {
      closing.abort();
      await notices.close();
      await Promise.all(sending);
      await safeFetch.close();
    },
  };
}

/** Names a browser without telling where it can be reached. */
export const deviceOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('hex');
