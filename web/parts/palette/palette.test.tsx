import { onTestFinished } from 'vitest';
import {
  atPage,
  change,
  colleague,
  createLayout,
  expect,
  lunch,
  openTeam,
  type Page,
  remember,
  test,
} from '../../../test/page/restaurant.ts';
import { chooseSingleKeys } from '../keys/use-keys.ts';

const rotations = (page: Page) => page.getByRole('group', { name: 'Rotations' }).getByRole('button');
const palette = (page: Page) =>
  page.getByRole('dialog', { name: 'Find people, positions, days and actions' });

test('[KB5] digits choose a rotation', async ({ page }) => {
  const first = rotations(page).nth(0);
  const second = rotations(page).nth(1);
  await openTeam(page);
  await page.goto('/');
  await expect(first).toBeVisible();
  await page.keyboard.press('1');
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('2');
  await expect(second).toHaveAttribute('aria-pressed', 'true');
});

test('[KB1] [KB4] a lead finds a person by a few letters', async ({ page }) => {
  await openTeam(page);
  await page.goto('/');
  const second = rotations(page).nth(1);
  const found = palette(page).getByRole('menuitem');
  await second.click();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('1 zzz');
  await expect(palette(page).getByText('Nothing found')).toBeVisible();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('amara');
  await expect(found.first()).toHaveText(/^Amara Nwosu/);
  await expect(found).toHaveText([/Person/, /Action/, /Action/, /Action/, /Action/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Amara Nwosu' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('a rotation that was deleted before it was chosen leaves the board where it is', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const close = { ...lunch, id: 'close', name: 'Close', startTime: '9:00 PM', endTime: '11:00 PM' };
  const layout = await createLayout(page.context(), team, { rotations: [lunch, close] });
  remember(page, { team, layout });
  await page.goto('/');
  await expect(rotations(page)).toHaveCount(2);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('close');
  const found = palette(page).getByRole('menuitem').filter({ hasText: '9p–11p' });
  await expect(found).toHaveCount(1);
  await change(page.context(), team, layout, { type: 'rotation.delete', rotation: 'close' });
  await expect(page.locator('[aria-label="Rotations"] button')).toHaveCount(1);
  await found.click();
  await expect(palette(page)).toBeHidden();
  expect(await page.rendersIn(100)).toBeLessThan(20);
  await expect(rotations(page).first()).toHaveAttribute('aria-pressed', 'true');
});

test('[UN1] Ctrl+Z in the field of the palette is the field’s own, and closed, the board’s', async ({
  page,
}) => {
  await openTeam(page);
  await page.goto('/');
  const amara = (state: string) =>
    page.getByRole('button', { name: `Amara Nwosu, break 1: ${state}` }).first();
  await amara('not taken').click();
  await expect(amara('running')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('amara');
  const found = palette(page).getByRole('menuitem').first();
  await expect(found).toHaveText(/^Amara Nwosu/);
  await page.keyboard.press('Control+z');
  await expect(amara('running')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(amara('not taken')).toBeVisible();
});

test('[KB4] only people are found by one key, and another shows the keys', async ({ page }) => {
  await openTeam(page);
  await page.goto('/');
  await expect(rotations(page).first()).toBeVisible();
  await page.keyboard.press('/');
  const people = page.getByRole('dialog', { name: 'Find a person' });
  await expect(people.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('overview');
  await expect(people.getByText('No one found')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(people).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('[KB3] a day and a page are found', async ({ page }) => {
  await openTeam(page);
  const found = palette(page).getByRole('menuitem');
  await page.goto('/');
  // on a phone, the header has no room for its button
  await page.getByRole('button', { name: /Team menu/ }).click();
  await page.getByRole('menuitem', { name: 'Find' }).click();
  await expect(palette(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('11/28');
  await expect(found.first()).toHaveText(/^Saturday 11\/28\/2026/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/layouts\?date=2026-11-28/);
});

test('[KB6] the keys can be turned off on this device', async ({ page }) => {
  onTestFinished(() => chooseSingleKeys(true));
  const first = rotations(page).nth(0);
  await openTeam(page);
  await page.goto('/');
  await expect(first).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('account');
  await expect(palette(page).getByRole('menuitem').first()).toHaveText(/^Account/);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
  expect(localStorage.getItem('singleKeys')).toBe('off');
  await page.goto('/');
  await expect(first).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
});

test('[KB4] a viewer finds no actions', async ({ page }) => {
  const { team } = await openTeam(page);
  await page.handTo(await colleague(page, team, 'viewer', 'Vic'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Find', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('amara');
  await expect(page.getByRole('menuitem')).toHaveText([/Person/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(atPage('/'));
  await expect(page.locator('.positions__found')).toContainText('Amara');
});
