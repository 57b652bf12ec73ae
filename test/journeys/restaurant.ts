import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import type { Change, DocumentBody } from '../../domain/change/change.ts';
import type { Layout } from '../../domain/layout/layout.ts';
import type { Rotation } from '../../domain/rotation/rotation.ts';
import { manualShift, type Shift } from '../../domain/shift/shift.ts';
import type { Team } from '../../domain/team/team.ts';
import type { Template } from '../../domain/template/template.ts';
import { Clock, withClock } from './clock.ts';
import { type Engine, type LineupServer, startServer } from './lineup-server.ts';

/**
 * As the test runner's own, with a server that the tests of one worker share; addresses may leave it out. Server, pages
 * and tests begin at one time (clock.ts); a test that looks at 'now' sets it with `clock`. Those with the tag ON_BOTH
 * run a second time on PostgreSQL, where time can't be set.
 */
export const test = base.extend<{ clock: Clock; tidy: undefined }, { engine: Engine; server: LineupServer }>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  browser: [({ browser }, use) => use(withClock(browser)), { scope: 'worker' }],
  // Colleagues' pages would stay open, and tick, until the last test of the worker.
  tidy: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      const left = browser.contexts().filter((context) => !before.has(context));
      await Promise.all(left.map((context) => context.close()));
    },
    { auto: true },
  ],
  clock: async ({ browser }, use) => {
    const clock = await Clock.of(browser);
    await use(clock);
    await clock.putBack();
  },
  server: [
    async ({ engine }, use) => {
      const server = await startServer({ engine });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.address),
});

/** For journeys that also run with a server on PostgreSQL. */
export const ON_BOTH = { tag: '@both' };

export const password = 'a good long password';
let people = 0;

/** Registers someone whose session this context then has; the forms have tests of their own. */
export async function register(context: BrowserContext, firstName = 'Maria'): Promise<{ email: string }> {
  people += 1;
  const email = `person.${process.pid}.${people}@example.com`;
  await post(context, '/api/auth/register', { firstName, lastName: 'Sample', email, password });
  return { email };
}

const teamForm = {
  name: 'Maple & 4th',
  areas: ['Front of House', 'Kitchen'],
  breakMinMinutes: 300,
  breakTimerMinutes: 30,
  dayStart: '4:00 AM',
  timeZone: 'America/Chicago',
  sample: false,
};

export type TeamForm = typeof teamForm;

/** A new team of the context's person; `layout` is the sample's, or ''. */
export async function createTeam(
  context: BrowserContext,
  form: Partial<TeamForm> = {},
): Promise<{ team: string; layout: string }> {
  const made = await post(context, '/api/teams', { ...teamForm, ...form });
  return { team: made.team, layout: made.layout ?? '' };
}

/** Makes a change, or a document by its first change, as another device of the context's person would. */
export async function change(context: BrowserContext, team: string, document: string, made: Change) {
  await post(context, `/api/teams/${team}/documents/${document}/changes`, { id: newId(), change: made });
}

export async function read<Body extends DocumentBody = Layout>(
  context: BrowserContext,
  team: string,
  document: string,
): Promise<Body> {
  const response = await context.request.get(`/api/teams/${team}/documents/${document}`);
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).body;
}

/** A layout of today's first rotation alone, with the people given; its id. */
export async function createLayout(
  context: BrowserContext,
  team: string,
  over: Partial<Layout> = {},
): Promise<string> {
  const { breakMinMinutes, breakTimerMinutes, dayStart } = await read<Team>(context, team, team);
  const document = newId();
  const layout: Layout = {
    kind: 'layout',
    date: '2026-11-21',
    area: 'Front of House',
    template: 'Weekday',
    notes: [],
    shifts: [],
    rotations: [lunch],
    breakMinMinutes,
    breakTimerMinutes,
    dayStart,
    ...over,
  };
  await change(context, team, document, { type: 'layout.create', layout });
  return document;
}

export async function createTemplate(
  context: BrowserContext,
  team: string,
  over: Partial<Template> = {},
): Promise<string> {
  const document = newId();
  const template: Template = {
    kind: 'template',
    name: 'Weekday',
    area: 'Front of House',
    notes: [],
    rotations: [lunch],
    type: 'fixed',
    ...over,
  };
  await change(context, team, document, { type: 'template.create', template });
  return document;
}

export const lunch: Rotation = {
  id: 'lunch',
  name: 'Lunch',
  startTime: '10:30 AM',
  endTime: '2:00 PM',
  subareas: [
    {
      id: 'counter',
      name: 'Front Counter',
      positions: ['Register 1', 'Register 2'].map((name) => ({ id: name, name, seats: [] })),
    },
  ],
};

/** Someone who works through lunch, long enough for one break. */
export const shiftOf = (teamMember: string, over: Partial<Shift> = {}): Shift => ({
  ...manualShift(newId(), teamMember, { startTime: '9:00 AM', endTime: '3:00 PM' }),
  ...over,
});

/** Leaves in the browser what choosing a team and a layout leaves there. */
export async function remember(page: Page, choices: { team: string; layout?: string }) {
  await page.goto('/favicon.svg');
  await page.evaluate(({ team, layout }) => {
    localStorage.setItem('selectedTeam', team);
    if (layout) localStorage.setItem('selectedLayout', layout);
  }, choices);
}

/** Someone with a team and a chosen layout, at the sample's unless another is given. */
export async function openTeam(
  page: Page,
  form: Partial<TeamForm> = { sample: true },
): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const made = await createTeam(page.context(), form);
  await remember(page, made);
  return made;
}

/** A second person, in a browser of their own, who took an invite link of that role. */
export async function colleague(
  page: Page,
  team: string,
  role: 'manager' | 'lead' | 'viewer',
  firstName = 'Jordan',
  device: BrowserContextOptions = {},
): Promise<Page> {
  const { token } = await post(page.context(), `/api/teams/${team}/invitations`, {
    role,
    days: 7,
    once: false,
  });
  const context = await page.context().browser()?.newContext(device);
  if (!context) throw new Error('this context has no browser');
  await register(context, firstName);
  await post(context, `/api/invitations/${token}/accept`, {});
  return context.newPage();
}

/** An address by its path alone: which layout a page of a day is about stands behind it. */
export const atPage = (path: string) => (address: URL) => address.pathname + address.hash === path;

export const newId = (): string => crypto.randomUUID();

async function post(context: BrowserContext, path: string, data: object) {
  const isEmpty = Object.keys(data).length === 0;
  const response = await context.request.post(path, isEmpty ? {} : { data });
  expect(response.status(), `${path}: ${await response.text()}`).toBe(200);
  return response.json();
}

/** Signs out at the page for it. */
export async function signOutAt(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
}
