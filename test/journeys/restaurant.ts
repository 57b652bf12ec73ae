import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { createTeam, post, register, type TeamForm } from '../team-requests.ts';
import { Clock, letLoadAhead, withClock } from './clock.ts';
import { type Engine, type LineupServer, startServer } from './lineup-server.ts';

export {
  change,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  newId,
  password,
  post,
  read,
  register,
  shiftOf,
  type TeamForm,
} from '../team-requests.ts';

/**
 * As the test runner's own, with a server that the tests of one worker share; addresses may leave it out. Server, pages
 * and tests begin at one time (clock.ts); a test that looks at 'now' sets it with `clock`. Those with the tag
 * ON_POSTGRES have a server on PostgreSQL, where time can't be set.
 */
export const test = base.extend<
  { clock: Clock; loadsAhead: boolean; tidy: undefined },
  { engine: Engine; server: LineupServer }
>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  browser: [({ browser }, use) => use(withClock(browser)), { scope: 'worker' }],
  // An idle page loads the screens of the day, so that they open without a network: half of what a page costs.
  loadsAhead: [false, { option: true }],
  // Colleagues' pages would stay open, and tick, until the last test of the worker.
  tidy: [
    async ({ browser, loadsAhead }, use) => {
      letLoadAhead(loadsAhead);
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

/** For journeys that run with a server on PostgreSQL. */
export const ON_POSTGRES = { tag: '@postgres' };

interface Choices {
  readonly team: string;
  readonly layout?: string | undefined;
}

/** Leaves in the browser what choosing a team and a layout leaves there: on a new page with the first that it opens. */
export async function remember(page: Page, { team, layout }: Choices): Promise<void> {
  const store = (choices: Choices) => {
    localStorage.setItem('selectedTeam', choices.team);
    if (choices.layout) localStorage.setItem('selectedLayout', choices.layout);
  };
  if (page.url() === 'about:blank') {
    const script = await page.addInitScript(store, { team, layout });
    page.once('domcontentloaded', () => void script.dispose());
  } else {
    await page.goto('/favicon.svg');
    await page.evaluate(store, { team, layout });
  }
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

/** Signs out at the page for it. */
export async function signOutAt(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL('/login');
}
