import { createHash } from 'node:crypto';
import { alertText, type BreakAlert, breakAlerts } from '../../domain/day/break-alerts.ts';
import type { Layout } from '../../domain/day/layout.ts';
import { boardNameIn } from '../../domain/plan/board-names.ts';
import type { Team } from '../../domain/team/team.ts';
import { mayRunTheDay, type Role } from '../../domain/team/user.ts';
import { businessDay } from '../../domain/time/date.ts';
import type { Documents } from '../documents/documents.ts';
import type { PushStore, StoredSubscription } from '../store/push/push-store.ts';
import type { Deliveries } from './deliveries.ts';

/** How often to look for breaks, in milliseconds. */
const LOOK_EVERY = 20_000;
/** Teams that are looked at in one go; the next go continues after them. */
const TEAMS_AT_ONCE = 500;
/** Layouts of a team's day that are looked at. */
const MOST_LAYOUTS = 20;
/** How long it is known which notices were sent, in milliseconds: longer than they are news. */
const REMEMBERED = 2 * 86_400_000;

interface Dependencies {
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

export interface BreakNotices {
  /** Hands over what is due and was not sent yet. */
  sendDue(): Promise<void>;
  /** Does that now and again and again. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Tells the browsers that asked for it of breaks that are due or over. Each notice is sent once, by whichever server claims it
 * first; every right is looked up again when it is sent.
 */
export function createBreakNotices(dependencies: Dependencies): BreakNotices {
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

  /** The browsers whose people may still be told. */
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
