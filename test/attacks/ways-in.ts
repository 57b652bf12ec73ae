import { openDeviceLink } from '../../contract/devices.ts';
import { changeDocument, createLayout, getDocument, listLayouts } from '../../contract/documents.ts';
import { unlockKiosk } from '../../contract/kiosk.ts';
import { fetchProviderSchedule } from '../../contract/schedule.ts';
import { acceptInvitation, getInvitation } from '../../contract/teams.ts';
import type { Change } from '../../domain/change/change.ts';
import { crewDocument } from '../../domain/crew/crew-document.ts';
import { newId } from '../../server/id.ts';
import type { Visitor } from '../servers/running-server.ts';
import { type LivePage, openLivePage } from './live-page.ts';
import { dana, day, pin, type RightsStore, robin, type Terms, template } from './rights-store.ts';

/** What somebody can do by a way in. `own` and `others`: being told of breaks. */
export const acts = ['read', 'run', 'crew', 'lay', 'manage', 'join', 'open', 'own', 'others'] as const;
export type Act = (typeof acts)[number];

interface WayIn {
  /** What it is good for until something ends. */
  whole(terms: Terms): readonly Act[];
  open(store: RightsStore): Promise<OpenWayIn>;
}

export interface OpenWayIn {
  /** Tries all that it is for, and says what was done. */
  use(): Promise<readonly Act[]>;
  close?(): void;
}

const ofRole =
  (...whole: readonly Act[]) =>
  ({ role }: Terms): readonly Act[] =>
    role === 'manager' ? whole : whole.filter((act) => act !== 'manage');
const always =
  (...whole: readonly Act[]) =>
  () =>
    whole;

const note = (): Change => ({ type: 'shift.edit', shift: 's1', note: newId() });
const crewNote = (): Change => ({ type: 'person.edit', person: robin, notes: newId() });
const rename = ({ name }: RightsStore): Change => ({ type: 'team.rename', name });

const change = async (by: Visitor, { team }: RightsStore, document: string, made: Change, as?: string) => {
  const body = { id: newId(), change: made, ...(as !== undefined && { as }) };
  return (await by.call(changeDocument, { params: { team, document }, body })).status === 200;
};
const read = async (by: Visitor, { team }: RightsStore, document: string) =>
  (await by.call(getDocument, { params: { team, document } })).status === 200;

/** Those that were done. What was done only in part is nobody's expectation. */
async function done(tried: Partial<Record<Act, () => Promise<readonly boolean[]>>>): Promise<Act[]> {
  const found: Act[] = [];
  for (const [act, tries] of Object.entries(tried)) {
    const results = await tries();
    if (new Set(results).size > 1) found.push(`${act}, in part (${results})` as Act);
    else if (results[0]) found.push(act as Act);
  }
  return found;
}

const overHttp = (store: RightsStore, by: Visitor) =>
  done({
    read: async () => [await read(by, store, day)],
    run: async () => [await change(by, store, day, note())],
    crew: async () => [await read(by, store, crewDocument)],
    manage: async () => [await change(by, store, store.team, rename(store))],
  });

const lays = async (store: RightsStore, by: Visitor) => {
  const body = { date: '2026-12-24', template };
  return (await by.call(createLayout, { params: { team: store.team }, body })).status === 200;
};

/** Whether an open page is told of somebody else's change. */
async function isTold(store: RightsStore, page: LivePage, document: string, made: Change): Promise<boolean> {
  const { team } = store;
  const id = newId();
  const isIt = (message: { type: string; id?: string }) => message.type === 'changed' && message.id === id;
  const owners = await openLivePage(store.owner());
  await owners.watch(team, document);
  const changed = await store.ownersChange(document, made, id);
  // A deleted day has no changes anymore; a deleted team no owner.
  if (changed.status !== 200) {
    owners.close();
    return false;
  }
  // All pages that watch are told together.
  await owners.hears(isIt);
  owners.close();
  await page.ask({ type: 'ping' }, ({ type }) => type === 'pong');
  return page.told.some(isIt);
}

async function say(page: LivePage, { team }: RightsStore, document: string, made: Change, as?: string) {
  const id = newId();
  const answer = await page.ask(
    { type: 'change', team, document, id, change: made, ...(as !== undefined && { as }) },
    (each) => (each.type === 'accepted' || each.type === 'refused') && each.id === id,
  );
  return answer?.type === 'accepted';
}

/** A device that connects again, and sends what it could not send before. */
async function sends(
  by: Visitor,
  work: (page: LivePage) => Promise<readonly Act[]>,
): Promise<readonly Act[]> {
  const page = await openLivePage(by);
  const sent = await work(page);
  page.close();
  return sent;
}

/** How an opened way in is used, where nothing has to be open before. */
const by = (use: (store: RightsStore) => Promise<readonly Act[]>) => async (store: RightsStore) => ({
  use: () => use(store),
});

export const waysIn = {
  session: {
    whole: ofRole('read', 'run', 'crew', 'manage', 'lay'),
    open: by(async (store) => {
      const copy = store.at(new Map(store.copied));
      const acts = await overHttp(store, copy);
      return (await lays(store, copy)) ? [...acts, 'lay'] : acts;
    }),
  },

  'open page': {
    whole: ofRole('read', 'crew', 'run', 'manage'),
    async open(store) {
      const page = await openLivePage(store.dana());
      for (const document of [day, crewDocument]) await page.watch(store.team, document);
      return {
        use: () =>
          done({
            read: async () => [await isTold(store, page, day, note())],
            crew: async () => [await isTold(store, page, crewDocument, crewNote())],
            run: async () => [await say(page, store, day, note())],
            manage: async () => [await say(page, store, store.team, rename(store))],
          }),
        close: page.close,
      };
    },
  },

  'access token': {
    whole: ofRole('read', 'run', 'crew', 'manage'),
    open: by((store) => overHttp(store, store.byToken())),
  },

  television: {
    whole: always('read'),
    async open(store) {
      const page = await openLivePage(store.wall());
      const isListed = async () => {
        const call = { params: { team: store.team }, query: { date: store.today } };
        const { status, value } = await store.wall().call(listLayouts, call);
        return status === 200 && value.layouts.some(({ id }) => id === day);
      };
      return {
        use: () => done({ read: async () => [await isListed(), await page.watch(store.team, day)] }),
        close: page.close,
      };
    },
  },

  tablet: {
    whole: always('read', 'crew'),
    async open(store) {
      const page = await openLivePage(store.tablet());
      await page.watch(store.team, day);
      const reads = (document: string) => read(store.tablet(), store, document);
      return {
        use: () =>
          done({
            read: async () => [await reads(day), await isTold(store, page, day, note())],
            crew: async () => [await reads(crewDocument)],
          }),
        close: page.close,
      };
    },
  },

  PIN: {
    whole: always('run'),
    open: by(async (store) => {
      const call = { params: { team: store.team }, body: { person: dana, pin } };
      const { status, value } = await store.tablet().call(unlockKiosk, call);
      if (status !== 200) return [];
      return (await change(store.tablet(), store, day, note(), value.assertion)) ? ['run'] : [];
    }),
  },

  'who is at the tablet, by PIN': {
    whole: always('run'),
    open: by((store) =>
      done({ run: async () => [await change(store.tablet(), store, day, note(), store.assertion)] }),
    ),
  },

  'who is at the tablet, by account': {
    whole: always('run'),
    open: by((store) =>
      done({ run: async () => [await change(store.tablet(), store, day, note(), store.byAccount)] }),
    ),
  },

  'change that waits': {
    whole: ofRole('run', 'manage'),
    open: by((store) =>
      sends(store.at(new Map(store.copied)), (page) =>
        done({
          run: async () => [await say(page, store, day, note())],
          manage: async () => [await say(page, store, store.team, rename(store))],
        }),
      ),
    ),
  },

  'change that waits on the tablet': {
    whole: always('run'),
    open: by((store) =>
      sends(store.tablet(), (page) =>
        done({ run: async () => [await say(page, store, day, note(), store.assertion)] }),
      ),
    ),
  },

  'invite link': {
    whole: always('join'),
    async open(store) {
      const params = { token: store.invite.token };
      let uses = 0;
      return {
        use() {
          const stranger = store.stranger(uses++);
          return done({
            join: async () => [
              (await stranger.call(getInvitation, { params })).status === 200,
              (await stranger.call(acceptInvitation, { params })).status === 200,
            ],
          });
        },
      };
    },
  },

  'device link': {
    whole: always('open'),
    open: by(async (store) => {
      const nobody = store.at(new Map());
      const opened = await nobody.call(openDeviceLink, { body: { secret: store.secretOfLink } });
      return opened.status === 200 ? ['open'] : [];
    }),
  },

  /** What browsers are told is found out for all of them at once. */
  notification: { whole: ({ isLinked }) => (isLinked ? ['own', 'others'] : ['others']), open: null },

  calendar: {
    whole: always('read'),
    open: by(async (store) => {
      const call = { params: { team: store.team, provider: 'ics' }, body: { date: store.today } };
      return (await store.owner().call(fetchProviderSchedule, call)).status === 200 ? ['read'] : [];
    }),
  },
} as const satisfies Record<string, Omit<WayIn, 'open'> & { readonly open: WayIn['open'] | null }>;
