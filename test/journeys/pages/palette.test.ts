import { expect } from '@playwright/test';
import { lookAt, phone, tablet } from '../look.ts';
import { atPage, colleague, openTeam, remember, test } from '../restaurant.ts';

test('[KB1] [KB5] [PR6] a lead finds people and rotations by keys, and sees who else is editing', async ({
  page,
  clock,
}) => {
  const day = await openTeam(page);
  await page.goto('/');
  const rotations = page.getByRole('group', { name: 'Rotations' }).getByRole('button');
  const [first, second] = [rotations.nth(0), rotations.nth(1)];
  const palette = page.getByRole('dialog', { name: 'Find people, positions, days and actions' });
  const found = palette.getByRole('menuitem');

  await test.step('[PR6] another lead holds somebody', async () => {
    const dana = await colleague(page, day.team, 'lead', 'Dana');
    await remember(dana, day);
    await dana.goto('/editor/rotations');
    const card = dana.locator('.shift-card').first();
    await card.click();
    await expect(page.getByText('Dana is editing')).toBeVisible();
    await page.goto('/editor/rotations');
    await expect(page.locator('.shift-card', { hasText: 'held by Dana' })).toBeVisible();
    await lookAt(page, { what: 'held', viewport: tablet, colorScheme: 'light' });
    await dana.keyboard.press('Escape');
    await expect(page.locator('.held')).toHaveCount(0);
    await expect(page.getByText('Dana is editing')).toBeVisible();
    await clock.advance({ seconds: 9 });
    await expect(page.getByText('Dana is editing')).toBeHidden();
  });

  await test.step('[KB5] digits choose a rotation', async () => {
    await page.goto('/');
    await expect(first).toBeVisible();
    await page.keyboard.press('1');
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('2');
    await expect(second).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('[KB1] [KB4] a person by a few letters', async () => {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('1 zzz');
    await expect(palette.getByText('Nothing found')).toBeVisible();
    await expect(second).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('amara');
    await expect(found.first()).toHaveText(/^Amara Nwosu/);
    await expect(found).toHaveText([/Person/, /Action/, /Action/, /Action/, /Action/]);
    await lookAt(page, { what: 'palette', viewport: tablet, colorScheme: 'light' });
    await lookAt(page, { what: 'palette', viewport: phone, colorScheme: 'dark' });
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Amara Nwosu' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('[KB4] only people, and the keys', async () => {
    await page.keyboard.press('/');
    const people = page.getByRole('dialog', { name: 'Find a person' });
    await page.keyboard.type('overview');
    await expect(people.getByText('No one found')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(people).toBeHidden();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
    await lookAt(page, { what: 'keys', viewport: phone, colorScheme: 'light' });
    await page.keyboard.press('Escape');
  });

  await test.step('[KB3] a day and a page', async () => {
    // on a phone, the header has no room for its button
    await page.getByRole('button', { name: /Team menu/ }).click();
    await page.getByRole('menuitem', { name: 'Find' }).click();
    await expect(palette.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('11/28');
    await expect(found.first()).toHaveText(/^Saturday 11\/28\/2026/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/layouts\?date=2026-11-28/);
  });

  await test.step('[KB6] the keys can be turned off on this device', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('account');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.goto('/');
    await expect(first).toBeVisible();
    await page.keyboard.press('1');
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(first).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('[KB4] a viewer finds no actions', async () => {
    const vic = await colleague(page, day.team, 'viewer', 'Vic');
    await remember(vic, day);
    await vic.goto('/');
    await expect(vic.getByRole('button', { name: 'Find', exact: true })).toBeVisible();
    await vic.keyboard.press('Control+k');
    await expect(vic.getByRole('searchbox')).toBeFocused();
    await vic.keyboard.type('amara');
    await expect(vic.getByRole('menuitem')).toHaveText([/Person/]);
    await vic.keyboard.press('Enter');
    await expect(vic).toHaveURL(atPage('/'));
    await expect(vic.locator('.positions__found')).toContainText('Amara');
  });
});
