import type { Template } from '../../domain/team/template.ts';
import {
  atPage,
  change,
  colleague,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  lunch,
  openTeam,
  type Page,
  password,
  read,
  register,
  remember,
  Session,
  shiftOf,
  signOutAt,
  test,
} from '../../test/page/restaurant.ts';

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

test('signing in opens the day of the team', async ({ page }) => {
  const { email } = await register(page.context());
  await createTeam(page.context(), { sample: true });
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, email);
  await expect(page).toHaveURL(atPage('/'));
  await expect(heading(page, '11/21/2026')).toBeVisible();
});

test('after signing in, the requested page opens', async ({ page }) => {
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

test('a page that needs a layout redirects to /layouts, and Select continues to it', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { date: '2026-11-22' });
  for (const path of [...pagesWithLayout, '/editor']) {
    remember(page, { team });
    localStorage.removeItem('selectedLayout');
    await page.goto(path);
    await expect(page).toHaveURL(path === '/' ? '/layouts' : comingFrom('/layouts', path));
    await page.getByRole('button', { name: 'Select' }).click();
    await expect(page).toHaveURL(atPage(path === '/editor' ? '/editor/overview' : path));
    expect(await kept(page, 'selectedLayout')).toBe(layout);
  }
});

test('unknown templates and items redirect', async ({ page, server }) => {
  const stranger = new Session(server.address);
  await register(stranger);
  const { team: theirs } = await createTeam(stranger);
  const foreign = await createTemplate(stranger, theirs);

  await register(page.context());
  const { team } = await createTeam(page.context());
  const own = await createTemplate(page.context(), team);
  for (const path of ['/templates/nothing', `/templates/${foreign}`, `/templates/${foreign}/rotations/0`]) {
    await page.goto(path);
    await expect(page).toHaveURL('/templates');
    await expect(heading(page, 'Templates')).toBeVisible();
  }
  for (const [index, part] of ['7', '0/7', '0/0/7', 'x', '0/add/0', '-1'].entries()) {
    const path = `/templates/${own}/rotations/${part}`;
    await (index % 2 === 0 ? page.goto(path) : follow(page, path));
    await expect(page, part).toHaveURL(`/templates/${own}/rotations`);
  }
});

test('a URL with an invalid id redirects to a usable page, or says so', async ({ page }) => {
  await openTeam(page);
  const places: readonly (readonly [at: (id: string) => string, to: string | null, title: string])[] = [
    [(id) => `/templates/${id}`, '/templates', 'Templates'],
    [(id) => `/templates/${id}/rotations/0/add`, '/templates', 'Templates'],
    [(id) => `/editor/shifts/${id}`, '/editor/shifts', 'Shifts'],
    [(id) => `/editor/plan/0/${id}`, '/editor/plan', 'Edit Rotations'],
    [(id) => `/editor/shifts/sync/${id}`, null, 'Sync'],
    [(id) => `/team/schedule/${id}`, null, 'Schedule'],
    [(id) => `/join/${id}`, null, 'Join a Team'],
    [(id) => `/reset/${id}`, null, 'New Password'],
    [(id) => `/layouts/setup?copy=${id}&of=2026-11-21`, null, 'New Layout'],
    [(id) => `/layouts?date=${id}`, null, 'Layouts'],
    [(id) => `/editor/${id}`, null, 'Page not found'],
    [(id) => `/${id.replace('.', '-')}`, null, 'Page not found'],
  ];
  for (const [index, [at, to, title]] of places.entries()) {
    // where nothing is looked up by it, every second kind: the next place takes the others
    for (const [kind, id] of malformed.entries()) {
      if (!to && (kind + index) % 2 === 1) continue;
      await (to && kind % 2 === 1 ? follow(page, at(id)) : page.goto(at(id)));
      await expect(page.getByRole('heading', { level: 1 }), at(id)).toContainText(title);
      if (to) await expect(page, at(id)).toHaveURL(atPage(to));
      await expect(page.locator('.loading'), at(id)).toHaveCount(0);
    }
  }
  // where the server sends what cannot be decoded
  await page.goto('/not-found');
  await expect(heading(page, 'Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Day view' }).click();
  await expect(page).toHaveURL(atPage('/'));
});

test('a missing layout is deselected with a toast', async ({ page, server }) => {
  const stranger = new Session(server.address);
  await register(stranger);
  const { team: theirs } = await createTeam(stranger);
  const foreign = await createLayout(stranger, theirs);

  await register(page.context());
  const { team } = await createTeam(page.context());
  for (const layout of ['nothing', foreign, 'not an id: <b>']) {
    remember(page, { team, layout });
    await page.goto('/editor/shifts');
    await expect(page).toHaveURL(comingFrom('/layouts', '/editor/shifts'));
    await expect(page.getByText('That layout was deleted or belongs to another team.')).toBeVisible();
    expect(await kept(page, 'selectedLayout')).toBeNull();
  }
});

test('the browser remembers team, layout and rotation', async ({ page }) => {
  await register(page.context());
  const first = await createTeam(page.context(), { name: 'Maple & 4th', sample: true });
  const second = await createTeam(page.context(), { name: 'Oak Street' });
  await page.goto('/layouts');
  await expect(heading(page, 'Layouts')).toBeVisible();
  expect(await kept(page, 'selectedTeam'), 'the first team').toBe(first.team);

  await page.getByRole('button', { name: 'Select' }).click();
  await expect(page).toHaveURL(atPage('/'));
  expect(await kept(page, 'selectedLayout')).toBe(first.layout);

  const dinner = page.getByRole('button', { name: /Dinner/ });
  await dinner.click();
  await expect(dinner).toHaveAttribute('aria-pressed', 'true');
  const { date, rotations } = await read(page.context(), first.team, first.layout);
  expect(JSON.parse((await kept(page, 'selectedRotation:Weekday')) ?? 'null')).toEqual({
    date,
    rotation: rotations.find(({ name }) => name === 'Dinner')?.id,
  });
  await page.reload();
  await expect(dinner).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/editor/rotations');
  await expect(dinner).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Team menu' }).click();
  await page.getByRole('menuitem', { name: 'Oak Street' }).click();
  await expect(page).toHaveURL('/layouts');
  expect(await kept(page, 'selectedTeam')).toBe(second.team);
  expect(await kept(page, 'selectedLayout')).toBeNull();
  await page.reload();
  await expect(page.locator('header')).toContainText('Oak Street');
});

test('every page opens cold and after a reload, and Back returns to the page before', async ({ page }) => {
  const { team } = await openTeam(page);
  const template = await createTemplate(page.context(), team);
  const { name } = await read<Template>(page.context(), team, template);
  const path = [
    ['/layouts', 'Layouts'],
    ['/editor/shifts', 'Shifts'],
    ['/editor/shifts/add', 'Add Shift'],
    [`/templates/${template}/rotations`, 'Rotations'],
    [`/templates/${template}/rotations/0`, 'Edit Rotation'],
  ] as const;
  for (const [address, title] of path) {
    await page.goto(address);
    await expect(heading(page, title)).toBeVisible();
    await page.reload();
    await expect(page).toHaveURL(atPage(address));
    await expect(heading(page, title)).toBeVisible();
  }
  await expect(page.getByLabel('Rotation Name')).toHaveValue(lunch.name);
  await expect(page.locator('header')).toContainText(name);
  for (const [address, title] of path.toReversed().slice(1)) {
    await page.goBack();
    await expect(page).toHaveURL(atPage(address));
    await expect(heading(page, title)).toBeVisible();
  }

  await page.getByRole('button', { name: 'Select' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page).toHaveURL(atPage('/'));
  for (const address of ['/editor/shifts', '/editor/overview', '/', '/layouts']) {
    await page.goBack();
    await expect(page).toHaveURL(atPage(address));
  }
});

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('[DV27] a link to a day opens for members of its team only', async ({ page }) => {
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

/** Invalid ids: blank, with a slash, too long, other characters, a file name, and undecodable. */
const malformed = ['%20', 'a%2Fb', 'x'.repeat(200), '%F0%9F%8D%9F%3Cb%3E', 'a.b'];
