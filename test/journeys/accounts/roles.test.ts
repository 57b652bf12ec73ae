import { DatabaseSync } from 'node:sqlite';
import { expect, type Page } from '@playwright/test';
import {
  atPage,
  colleague,
  createLayout,
  createTeam,
  createTemplate,
  lunch,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const dead = 'This invite link no longer works. Ask for a new one.';

test('[ME7] [ME14] a manager creates an invite link, and the person who opens it joins with its role', async ({
  page,
  browser,
}) => {
  const { team, layout } = await openDay(page);
  await page.goto('/team');
  const role = page.getByLabel('Role', { exact: true });
  await expect(role, 'Manager is not the default').toHaveValue('lead');
  await expect(page.getByLabel('Can be used by')).toHaveValue('one');
  await expect(page.getByLabel('Expires in')).toHaveValue('7');
  await role.selectOption('Manager');
  await expect(page.getByText('Full access. Can change settings')).toBeVisible();
  await role.selectOption('Viewer');
  await page.getByLabel('Can be used by').selectOption('Anyone with the link');
  await page.getByRole('button', { name: 'Invite' }).click();
  const link = await page.getByLabel('Invite link', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(/^Link copied$|^The link is selected/)).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByText('Sign in or register to join Maple & 4th.')).toBeVisible();
  await register(other.context(), 'Jordan');
  await other.goto(link);
  await expect(other.getByText('You’re invited to join Maple & 4th as a Viewer.')).toBeVisible();
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other).toHaveURL('/mine');
  await expect(page.getByLabel('Role of Jordan Sample')).toHaveValue('viewer');

  await other.goto(link);
  await other.getByRole('button', { name: 'Join' }).click();
  await expect(other, 'joining again changes nothing').toHaveURL('/mine');
  await remember(other, { team, layout });
  await other.goto('/');
  await expect(other.getByRole('heading', { name: 'Front Counter' })).toBeVisible();
});

test('a viewer sees the day but no controls that change it', async ({ page }) => {
  const { team, layout, template } = await openDay(page);
  const viewer = await colleague(page, team, 'viewer');
  await remember(viewer, { team, layout });

  await viewer.goto('/');
  await expect(viewer.getByRole('img', { name: 'Chloe Davis, break 1: not taken' })).toBeVisible();
  await expect(viewer.getByText('Fryer 2 is slow')).toBeVisible();
  await expect(viewer.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: /break/ })).toHaveCount(0);

  await viewer.goto('/editor/overview');
  await expect(viewer.getByText('Fryer 2 is slow')).toBeVisible();
  await expect(viewer.getByRole('textbox')).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);

  await viewer.goto('/editor/shifts');
  await expect(viewer.getByRole('cell', { name: 'Chloe Davis' })).toBeVisible();
  for (const action of ['Add Shift', 'Import File', 'Edit Chloe Davis', 'Delete Chloe Davis']) {
    await expect(viewer.getByText(action).or(viewer.getByLabel(action))).toHaveCount(0);
  }

  await viewer.goto('/editor/rotations');
  await expect(viewer.getByText('Liam Park')).toBeVisible();
  await expect(viewer.getByRole('button', { name: /Liam Park|Remove Chloe Davis/ })).toHaveCount(0);

  await viewer.goto('/layouts?date=2026-11-21');
  await expect(viewer.getByRole('button', { name: /^Select/ })).toBeVisible();
  await expect(viewer.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expect(viewer.getByRole('link', { name: /New Layout|Edit Templates/ })).toHaveCount(0);
  await expectNoManaging(viewer, template);

  for (const path of ['/editor/shifts/add', '/editor/shifts/import']) {
    await viewer.goto(path);
    await expect(viewer).toHaveURL(atPage('/editor/shifts'));
  }
});

test('a lead can run the day but not change templates or the team', async ({ page }) => {
  const { team, layout, template } = await openDay(page);
  const lead = await colleague(page, team, 'lead');
  await remember(lead, { team, layout });

  await lead.goto('/');
  await lead.getByRole('button', { name: 'Chloe Davis, break 1: not taken' }).click();
  await expect(lead.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  await lead.getByRole('link', { name: 'Edit' }).click();
  await expect(lead.getByRole('textbox', { name: 'Shift notes' })).toBeVisible();
  await lead.goto('/editor/rotations');
  await lead.getByRole('button', { name: /^Liam Park/ }).click();
  await lead.getByRole('button', { name: 'Place Liam Park on Register 2, Front Counter' }).click();
  await expect(lead.getByRole('button', { name: 'Remove Liam Park from Register 2' })).toBeVisible();
  await lead.goto('/editor/shifts');
  await lead.getByRole('button', { name: 'Delete Liam Park' }).click();
  await expect
    .poll(async () => (await read(page.context(), team, layout)).shifts)
    .toMatchObject([{ teamMember: 'Chloe Davis', breaks: [{ startedAt: expect.any(Number) }] }]);

  await lead.goto('/layouts?date=2026-11-21');
  await expect(lead.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await expect(lead.getByRole('link', { name: 'Edit Templates' })).toHaveCount(0);
  await expectNoManaging(lead, template);

  // at 5 AM there may be nobody else to create the day
  await lead.goto('/layouts?date=2026-11-22');
  await lead.getByRole('link', { name: 'Create Layout' }).first().click();
  await lead.getByRole('button', { name: 'Create' }).click();
  await expect(lead).toHaveURL(/^[^?]*\/editor\/overview/);
});

test('a non-member sees nothing of the team, regardless of what their browser remembers', async ({
  page,
  browser,
}) => {
  const { team, layout } = await openDay(page);
  const other = await (await browser.newContext()).newPage();
  await register(other.context(), 'Mallory');
  await remember(other, { team, layout });
  await other.goto('/');
  await expect(other).toHaveURL('/start');
  expect((await other.request.get(`/api/teams/${team}/documents/${layout}`)).status()).toBe(404);
});

test('unknown and expired invite links show a message', async ({ page, browser, server }) => {
  const { team } = await openDay(page);
  const made = await page.request.post(`/api/teams/${team}/invitations`, {
    data: { role: 'lead', days: 7, once: false },
  });
  const { token } = await made.json();
  const database = new DatabaseSync(server.database, { timeout: 30_000 });
  const { changes } = database
    .prepare('update invitations set expires_at = ? where team_id = ?')
    .run(Date.now() - 1, team);
  database.close();
  expect(changes).toBe(1);

  const other = await (await browser.newContext()).newPage();
  await register(other.context(), 'Jordan');
  for (const link of ['garbage', '%F0%9F%8D%9F', 'x'.repeat(500), token]) {
    await other.goto(`/join/${link}`);
    await expect(other.getByRole('alert'), link).toHaveText(dead);
    await expect(other.getByRole('button', { name: 'Join' })).toHaveCount(0);
  }
  await other.getByRole('link', { name: 'Create or Join a Team' }).click();
  await expect(other).toHaveURL('/start');
});

async function expectNoManaging(page: Page, template: string) {
  await page.goto('/team');
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  for (const path of ['/templates', '/templates/setup', `/templates/${template}`]) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/layouts');
  }
}

/** A manager's page with Chloe assigned at lunch and Liam unassigned. */
async function openDay(page: Page): Promise<{ team: string; layout: string; template: string }> {
  const [chloe, liam] = [shiftOf('Chloe Davis'), shiftOf('Liam Park')];
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team);
  const [counter] = lunch.subareas;
  const positions = counter?.positions.map((position, index) => ({
    ...position,
    seats: index === 0 ? [chloe.id] : [],
  }));
  const layout = await createLayout(page.context(), team, {
    shifts: [chloe, liam],
    rotations: [
      { ...lunch, subareas: [{ id: 'counter', name: 'Front Counter', positions: positions ?? [] }] },
    ],
    notes: [{ insert: 'Fryer 2 is slow to heat\n' }],
  });
  await remember(page, { team, layout });
  return { team, layout, template };
}
