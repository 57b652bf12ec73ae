import {
  colleague,
  createTeam,
  expect,
  openTeam,
  post,
  type Session,
  test,
} from '../../../test/page/restaurant.ts';

const oneManager = 'A team needs at least one manager. Make someone else a manager first.';
const gone = 'You’re no longer in Maple & 4th.';

test('a role change takes effect on the other person’s screen at once', async ({ page }) => {
  const maria = page.context();
  const { team } = await openTeam(page);
  const jordan = await colleague(page, team, 'viewer');
  await page.handTo(jordan);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await giveRole(maria, team, jordan, 'lead');
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await page.goto('/team');
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Jordan Sample/ })).toContainText('Lead');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.locator('main').getByRole('button')).toHaveText(['Leave Team']);
  await giveRole(maria, team, jordan, 'manager');
  await expect(page.getByRole('form', { name: 'Settings' })).toBeVisible();

  await page.handTo(maria);
  await page.goto('/team');
  const role = page.getByLabel('Role of Jordan Sample');
  await expect(role).toHaveValue('manager');
  await role.selectOption('Lead');
  await expect(page.getByText('Jordan Sample is now a Lead')).toBeVisible();
  await role.selectOption('Manager');
  await expect(page.getByText('Jordan Sample is now a Manager')).toBeVisible();
  await expect(role).toHaveValue('manager');
  await giveRole(jordan, team, maria, 'viewer');
  await expect(page.getByRole('form', { name: 'Settings' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /Maria Sample/ })).toContainText('Viewer');
});

test('a removed member sees a message and lands on a page they can use', async ({ page }) => {
  const maria = page.context();
  const { team } = await openTeam(page);
  const jordan = await colleague(page, team, 'lead');
  await page.handTo(jordan);
  await page.goto('/editor/shifts');
  await expect(page.getByRole('heading', { name: 'Shifts' })).toBeVisible();
  expect(Object.keys(localStorage)).toContain('selectedLayout');
  const removed = await maria.fetch(`/api/teams/${team}/members/${await idOf(jordan)}`, { method: 'DELETE' });
  expect(removed.status).toBe(200);
  await expect(page.getByText(gone)).toBeVisible();
  await expect(page).toHaveURL('/start');
  expect(Object.keys(localStorage)).not.toContain('selectedLayout');
});

test('removing a member asks first, and leaves the focus in the list', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await colleague(page, team, 'lead');
  await page.goto('/team');
  await page.getByRole('button', { name: 'Remove Jordan Sample' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Jordan Sample?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Remove Jordan Sample' })).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Jordan Sample removed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Members' })).toBeFocused();
  await expect(page.getByRole('row', { name: /Jordan Sample/ })).toHaveCount(0);
});

test('[PD40] removing a member names the devices they paired, and where those are revoked', async ({
  page,
}) => {
  const maria = page.context();
  const { team } = await openTeam(page, {});
  const jordan = await colleague(page, team, 'manager');
  for (const name of ['Kitchen TV', 'Bar TV']) {
    await post(jordan, `/api/teams/${team}/devices`, { name, area: null });
  }
  await post(maria, `/api/teams/${team}/devices`, { name: 'Office TV', area: null });
  await page.goto('/team');
  await page.getByRole('button', { name: 'Remove Jordan Sample' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove Jordan Sample?' });
  await expect(dialog).toContainText(
    'They paired Kitchen TV, Bar TV. These screens stay connected until you revoke them under Devices.',
  );
  await expect(dialog).not.toContainText('Office TV');
  await page.keyboard.press('Escape');
});

test('the last manager can’t leave or step down', async ({ page }) => {
  const { team } = await openTeam(page, {});
  await page.goto('/team');
  const own = page.getByLabel('Role of Maria Sample');
  await own.selectOption('Lead');
  await page.getByRole('dialog').getByRole('button', { name: 'Change My Role' }).click();
  await expect(page.getByRole('dialog').getByText(oneManager)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(own).toHaveValue('manager');
  await page.getByRole('button', { name: 'Leave Team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(page.getByRole('dialog').getByText(oneManager)).toBeVisible();
  await page.keyboard.press('Escape');

  const jordan = await colleague(page, team, 'manager');
  await expect(page.getByRole('row', { name: /Jordan Sample/ })).toBeVisible();
  await jordan.fetch(`/api/teams/${team}/members/${await idOf(jordan)}`, { method: 'DELETE' });
  await expect(page.getByRole('row', { name: /Jordan Sample/ })).toHaveCount(0);
});

test('a manager who isn’t the last can leave, and continues with their next team', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const jordan = await colleague(page, team, 'manager');
  await createTeam(jordan, { name: 'Oak Street' });
  await page.handTo(jordan);
  await page.goto('/team');
  await page.getByRole('button', { name: 'Leave Team' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave Team' }).click();
  await expect(page.getByText('You left Maple & 4th')).toBeVisible();
  await expect(page.getByText(gone)).toHaveCount(0);
  await expect(page.locator('header')).toContainText('Oak Street');
});

const idOf = async (person: Session): Promise<string> =>
  (await (await person.request.get('/api/me')).json()).user.id;

const giveRole = async (by: Session, team: string, to: Session, role: 'viewer' | 'lead' | 'manager') =>
  post(by, `/api/teams/${team}/members/${await idOf(to)}/role`, { role });
