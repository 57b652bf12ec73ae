import { expect } from '@playwright/test';
import { makeOld, newerThanChromium85 } from '../../newer-than-chromium-85.ts';
import { television } from '../look.ts';
import {
  change,
  createLayout,
  createTeam,
  lunch,
  password,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test('[PA12] in Chromium 85, users can sign in, see changes, start a break and assign people', async ({
  page,
  browser,
}) => {
  const { email } = await register(page.context());
  const { team } = await createTeam(page.context());
  const [ana, ben] = [shiftOf('Ana Diaz'), shiftOf('Ben Okafor')];
  const layout = await createLayout(page.context(), team, { shifts: [ana, ben] });

  const context = await browser.newContext({ viewport: television });
  await context.addInitScript(makeOld, newerThanChromium85);
  const old = await context.newPage();
  const problems: string[] = [];
  old.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  old.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await old.goto('/login');
  expect(await old.evaluate(() => 'hasOwn' in Object || 'at' in Array.prototype)).toBe(false);
  await old.getByLabel('Email').fill(email);
  await old.getByLabel('Password', { exact: true }).fill(password);
  await old.getByRole('button', { name: 'Sign In' }).click();
  await expect(old).not.toHaveURL(/login/);
  await remember(old, { team });

  await old.goto('/layouts?date=2026-11-21');
  await old.getByRole('button', { name: /^Select/ }).click();
  await old.goto('/');
  await expect(old.locator('.positions__row')).toHaveCount(2);
  const seat = { type: 'shift.seat', shift: ana.id, rotation: lunch.id, before: null } as const;
  await change(page.context(), team, layout, { ...seat, position: 'Register 1' });
  await expect(old.locator('.positions__row').first(), 'a change from elsewhere').toContainText('Ana D.');
  await old.getByRole('button', { name: 'Ana Diaz, break 1: not taken' }).click();
  await expect(old.getByRole('button', { name: /^Ana Diaz, break 1: running/ })).toBeVisible();

  await old.goto('/editor/rotations');
  await old.getByRole('button', { name: /^Ben Okafor/ }).click();
  await old.getByRole('button', { name: /^Place Ben Okafor on Register 2/ }).click();
  await expect(old.locator('.target').nth(1)).toContainText('Ben O.');
  for (const path of ['/editor/shifts', '/editor/overview', '/team', '/account']) {
    await old.goto(path);
    await expect(old.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(problems).toEqual([]);
});
