import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  createLayout,
  expect,
  openTeam,
  post,
  register,
  remember,
  Session,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

const dead = 'This invite link no longer works. Ask for a new one.';

test('[ME7] a manager creates an invite link, and the person who opens it joins with its role', async ({
  page,
  server,
}) => {
  const manager = page.context();
  const { team } = await openTeam(page, {});
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

  const other = new Session(server.address);
  await page.handTo(other);
  await page.goto(link);
  await expect(page.getByText('Sign in or register to join Maple & 4th.')).toBeVisible();
  await register(other, 'Jordan');
  await page.goto(link);
  await expect(page.getByText('You’re invited to join Maple & 4th as a Viewer.')).toBeVisible();
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page).toHaveURL('/mine');
  await page.goto(link);
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page, 'joining again changes nothing').toHaveURL('/mine');
  const layout = await createLayout(manager, team, { shifts: [shiftOf('Chloe Davis')] });
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Front Counter' })).toBeVisible();

  await page.handTo(manager);
  await page.goto('/team');
  await expect(page.getByLabel('Role of Jordan Sample')).toHaveValue('viewer');
});

test('unknown and expired invite links show a message', async ({ page, server }) => {
  const { team } = await openTeam(page, {});
  const { token } = await post(page.context(), `/api/teams/${team}/invitations`, {
    role: 'lead',
    days: 7,
    once: false,
  });
  const database = new DatabaseSync(join(server.dataDir, 'lineup.db'), { timeout: 30_000 });
  const { changes } = database
    .prepare('update invitations set expires_at = ? where team_id = ?')
    .run(Date.now() - 1, team);
  database.close();
  expect(changes).toBe(1);

  await page.context().clearCookies();
  await register(page.context(), 'Jordan');
  for (const link of ['garbage', '%F0%9F%8D%9F', 'x'.repeat(500), token]) {
    await page.goto(`/join/${link}`);
    await expect(page.getByRole('alert'), link).toHaveText(dead);
    await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Create or Join a Team' }).click();
  await expect(page).toHaveURL('/start');
});
