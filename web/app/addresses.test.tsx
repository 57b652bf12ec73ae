import {
  atPage,
  change,
  colleague,
  createLayout,
  createTeam,
  expect,
  openTeam,
  type Page,
  password,
  register,
  remember,
  shiftOf,
  signOutAt,
  test,
} from '../../test/page/restaurant.ts';
import { Session } from '../../test/page/session.ts';

const pagesWithLayout = [
  '/',
  '/editor/overview',
  '/editor/shifts',
  '/editor/shifts/add',
  '/editor/rotations',
];
const pagesOfATeam = ['/layouts', '/layouts/setup', '/team', '/templates', '/templates/setup'];

const kept = (_: Page, key: string) => localStorage.getItem(key);
const comingFrom = (path: string, from: string) => `${path}?from=${encodeURIComponent(from)}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** As a link within the app does: quicker than opening the address. The page must redirect, or what was there stays. */
const follow = (_: Page, path: string) => history.pushState(null, '', path);

test('signed-out users go to /login from every page', async ({ page }) => {
  for (const path of [...pagesWithLayout, ...pagesOfATeam, '/account', '/start']) {
    await (pagesOfATeam.includes(path) ? follow(page, path) : page.goto(path));
    await expect(page).toHaveURL(path === '/' ? '/login' : comingFrom('/login', path));
    await expect(heading(page, 'Sign in')).toBeVisible();
  }
});

test('[ME19] an invite link opens Register, and Sign In where somebody has signed in before', async ({
  page,
}) => {
  await page.goto('/join/some-token');
  await expect(page).toHaveURL(comingFrom('/register', '/join/some-token'));
  await expect(heading(page, 'Register')).toBeVisible();
  await register(page.context());
  await page.goto('/join/some-token');
  await expect(heading(page, 'Join a Team')).toBeVisible();
  await signOutAt(page);
  await page.goto('/join/some-token');
  await expect(page).toHaveURL(comingFrom('/login', '/join/some-token'));
});

test('after signing in or registering, the requested page opens', async ({ page }) => {
  const { email } = await register(page.context());
  await createTeam(page.context());
  await page.context().clearCookies();

  await page.goto('/templates/setup');
  await signIn(page, email);
  await expect(page).toHaveURL('/templates/setup');
  await expect(heading(page, 'New Template')).toBeVisible();

  await signOutAt(page);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Need to register?' }).click();
  await expect(page).toHaveURL(comingFrom('/register', '/account'));
  await page.getByLabel('First Name').fill('ana');
  await page.getByLabel('Last Name').fill('lopez');
  await page.getByLabel('Email').fill(`ana.${email}`);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/account');
  await expect(page.getByText('Ana', { exact: true })).toBeVisible();
  await expect(page.getByText('Lopez', { exact: true })).toBeVisible();
});

test('signing in never redirects to another site', async ({ page }) => {
  const { email } = await register(page.context());
  await createTeam(page.context());
  for (const from of ['https://elsewhere.example/', '/..//elsewhere.example/', 'javascript:alert(1)']) {
    await page.context().clearCookies();
    await page.goto(comingFrom('/login', from));
    await signIn(page, email);
    await expect(page).toHaveURL('/layouts');
  }
  await page.goto('/login');
  await expect(page, 'already signed in').toHaveURL('/layouts');
});

test('users without a team go to /start from every team page', async ({ page }) => {
  await register(page.context());
  for (const path of [...pagesWithLayout, ...pagesOfATeam]) {
    await (pagesOfATeam.includes(path) ? follow(page, path) : page.goto(path));
    await expect(page).toHaveURL('/start');
    await expect(heading(page, 'Create or Join a Team')).toBeVisible();
  }
});

test('/editor redirects to its overview without a history entry', async ({ page }) => {
  await openTeam(page);
  await page.goto('/layouts');
  await expect(heading(page, 'Layouts')).toBeVisible();
  await page.goto('/editor');
  await expect(page).toHaveURL(atPage('/editor/overview'));
  await page.goBack();
  await expect(page).toHaveURL('/layouts');
});

test('an unknown shift redirects to /editor/shifts', async ({ page }) => {
  await openTeam(page);
  await page.goto('/editor/shifts/nobody');
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(heading(page, 'Shifts')).toBeVisible();
});

test('deleting a shift while a colleague has its form open redirects to /editor/shifts', async ({ page }) => {
  const shift = shiftOf('Chloe Davis');
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shift] });
  remember(page, { team, layout });
  await page.goto(`/editor/shifts/${shift.id}`);
  await expect(page.getByLabel('Name')).toHaveValue('Chloe Davis');
  // a colleague's delete button sends this, too
  await change(page.context(), team, layout, { type: 'shift.delete', shift: shift.id });
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByText('That shift no longer exists.')).toBeVisible();
});

test('a team the user isn’t in is replaced by their own', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  remember(page, { team: 'someone-elses', layout: 'theirs' });
  await page.goto('/layouts');
  await expect(heading(page, 'Layouts')).toBeVisible();
  await expect(page.getByText('You’re no longer in that team.')).toBeVisible();
  expect(await kept(page, 'selectedTeam')).toBe(team);
  expect(await kept(page, 'selectedLayout')).toBeNull();
});

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('[DV27] [DV28] a link to a day opens for members of its team only', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { date: '2026-11-22', area: 'Patio' });
  const member = await colleague(page, team, 'lead');
  remember(page, { team, layout });
  await page.goto('/editor/overview');
  await expect(page.getByText('Patio', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/layout=/);
  const { pathname, search } = new URL(page.url());
  const link = pathname + search;

  await page.handTo(member);
  localStorage.clear();
  const { team: own } = await createTeam(member, { name: 'Oak Street' });
  remember(page, { team: own });
  await page.goto(link);
  await expect(page).toHaveURL(atPage('/editor/overview'));
  await expect(page.getByText('Patio', { exact: true }).first()).toBeVisible();
  expect(kept(page, 'selectedTeam')).toBe(team);

  const stranger = new Session(member.address);
  await page.handTo(stranger);
  localStorage.clear();
  await register(stranger);
  await createTeam(stranger);
  for (const address of [link, '/?layout=12', '/?layout=%3Cb%3E', `/?layout=${'x'.repeat(150)}`]) {
    await page.goto(address);
    await expect(page).toHaveURL(address === link ? '/layouts?from=%2Feditor%2Foverview' : '/layouts');
    await expect(page.getByText(/^(That|The) layout/).first()).toBeVisible();
    expect(kept(page, 'selectedLayout')).toBeNull();
  }
});
