import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PushAbout } from '../../contract/push.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay, type Role } from '../../domain/team/user.ts';
import type { CreateLimit } from '../auth/throttle/shared-limits.ts';
import type { Documents } from '../documents/documents.ts';
import { createSafeFetch } from '../schedules/safe-fetch.ts';
import type { MemberStore } from '../store/member-store.ts';
import type { PushStore, PushTarget } from '../store/push/push-store.ts';
import { createBreakNotices } from './break-notices.ts';
import type { CrewLinks } from './crew-links.ts';
import { createDeliveries } from './deliveries.ts';
import { areKeys } from './encrypt-message.ts';
import { createPushSender } from './push-sender.ts';
import { serverKeys } from './server-keys.ts';

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

export interface PushState {
  readonly publicKey: string;
  readonly about: PushAbout | null;
}

/** Notifications of breaks, which reach browsers that don't have Lineup open. */
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

/** Starts to look for breaks that are due. */
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
