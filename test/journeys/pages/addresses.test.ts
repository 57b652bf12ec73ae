import { expect, type Page } from '@playwright/test';
import type { Template } from '../../../domain/template/template.ts';
import {
  atPage,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  openTeam,
  read,
  register,
  remember,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const pagesWithLayout = [
  '/',
  '/editor/overview',
  '/editor/shifts',
  '/editor/shifts/add',
  '/editor/rotations',
];
const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const comingFrom = (path: string, from: string) => `${path}?from=${encodeURIComponent(from)}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** As a link within the app does: quicker than opening the address. The page must redirect, or what was there stays. */
const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

test('a page that needs a layout redirects to /layouts, and Select continues to it', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { date: '2026-11-22' });
  await page.goto('/favicon.svg');
  for (const path of [...pagesWithLayout, '/editor']) {
    await remember(page, { team });
    await page.evaluate(() => localStorage.removeItem('selectedLayout'));
    await page.goto(path);
    await expect(page).toHaveURL(path === '/' ? '/layouts' : comingFrom('/layouts', path));
    await page.getByRole('button', { name: 'Select' }).click();
    await expect(page).toHaveURL(atPage(path === '/editor' ? '/editor/overview' : path));
    expect(await kept(page, 'selectedLayout')).toBe(layout);
  }
});

test('unknown and other teams’ templates redirect to /templates, unknown items to the list of rotations', async ({
  page,
  browser,
}) => {
  const stranger = await browser.newContext();
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
  for (const path of ['/%', '/templates/%zz', '/editor/shifts/%E0%A4']) {
    await page.goto(path);
    await expect(heading(page, 'Page not found'), path).toBeVisible();
  }
  await page.getByRole('link', { name: 'Day view' }).click();
  await expect(page).toHaveURL(atPage('/'));
});

test('a missing layout or one of another team is deselected with a toast', async ({ page, browser }) => {
  const stranger = await browser.newContext();
  await register(stranger);
  const { team: theirs } = await createTeam(stranger);
  const foreign = await createLayout(stranger, theirs);

  await register(page.context());
  const { team } = await createTeam(page.context());
  for (const layout of ['nothing', foreign, 'not an id: <b>']) {
    await remember(page, { team, layout });
    await page.goto('/editor/shifts');
    await expect(page).toHaveURL(comingFrom('/layouts', '/editor/shifts'));
    await expect(page.getByText('That layout was deleted or belongs to another team.')).toBeVisible();
    expect(await kept(page, 'selectedLayout')).toBeNull();
  }
});

test('the browser remembers team, layout, and the rotation of a template and date', async ({ page }) => {
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

/** Invalid ids: blank, with a slash, too long, other characters, a file name, and undecodable. */
const malformed = ['%20', 'a%2Fb', 'x'.repeat(200), '%F0%9F%8D%9F%3Cb%3E', 'a.b'];
