import type { Rotation } from '../../../domain/plan/rotation.ts';
import { test } from '../../../test/page/clock.ts';
import {
  colleague,
  createLayout,
  expect,
  lunch,
  openTeam,
  type Page,
  remember,
  shiftOf,
} from '../../../test/page/restaurant.ts';

const rotation = (name: string, startTime: string, endTime: string): Rotation => ({
  ...{ id: name.toLowerCase(), name, startTime, endTime },
  subareas: lunch.subareas,
});
const rotations = [
  rotation('Breakfast', '6:00 AM', '10:30 AM'),
  rotation('Lunch', '10:30 AM', '2:00 PM'),
  rotation('Dinner', '2:00 PM', '9:00 PM'),
  rotation('Close', '9:00 PM', '2:00 AM'),
];
const shifts = [shiftOf('Chloe Davis'), shiftOf('Noor Abbas', { startTime: '6:00 PM', endTime: '3:00 AM' })];
const pill = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });
const expectShown = (page: Page, name: string) =>
  expect(pill(page, name)).toHaveAttribute('aria-pressed', 'true');
const held = (page: Page) => page.locator('.view-banner');

test('[DV7] [DV13] [DV15] [DV24] a picked rotation stays until it is released; the editor’s pick doesn’t carry over', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { rotations, shifts });
  remember(page, { team, layout });
  await page.goto('/');
  // what comes once the page has loaded holds up the banner beside it
  window.dispatchEvent(new Event('load'));
  await expectShown(page, 'Lunch');
  await expect(held(page)).toHaveCount(0);

  await pill(page, 'Dinner').tap();
  await expect(held(page)).toContainText('Viewing Dinner');
  await held(page).getByRole('button', { name: 'Back to now' }).tap();
  await expectShown(page, 'Lunch');
  await expect(held(page)).toHaveCount(0);

  await pill(page, 'Dinner').tap();
  await clock.advance({ minutes: 4 });
  await page.getByRole('heading', { name: 'Front Counter' }).tap();
  await clock.advance({ minutes: 4 });
  await page.reload();
  await expect(held(page), 'still pinned on return').toContainText('Viewing Dinner');
  await page.getByRole('button', { name: 'Team menu' }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await clock.advance({ minutes: 6 });
  await expect(held(page), 'a menu is open').toContainText('Viewing Dinner');
  await page.keyboard.press('Escape');
  await clock.advance({ minutes: 6 });
  await expect(held(page), 'idle long enough').toHaveCount(0);
  await expectShown(page, 'Lunch');

  await page.getByRole('link', { name: 'Edit' }).tap();
  await page.getByRole('link', { name: 'Rotations', exact: true }).tap();
  await pill(page, 'Dinner').tap();
  await expectShown(page, 'Dinner');
  await clock.advance({ minutes: 10 });
  await page.reload();
  await expectShown(page, 'Dinner');
  await page.getByRole('link', { name: 'Return' }).tap();
  await expectShown(page, 'Lunch');
  await expect(held(page)).toHaveCount(0);

  await pill(page, 'Dinner').tap();
  await clock.set('2026-11-21T14:01:00-06:00');
  await expect(held(page), 'the pinned rotation is the current one').toHaveCount(0);
  await clock.set('2026-11-21T21:01:00-06:00');
  await expectShown(page, 'Close');
});

test('[DV8] a past day switches to today on load; tomorrow stays with a banner, then goes back', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T11:05:00-06:00');
  const { team } = await openTeam(page, {});
  const on = (date: string, area = 'Front of House') =>
    createLayout(page.context(), team, { date, area, rotations, shifts });
  await on('2026-11-21', 'Kitchen');
  const [yesterday, today, tomorrow] = [
    await on('2026-11-20'),
    await on('2026-11-21'),
    await on('2026-11-22'),
  ];
  const heading = page.getByRole('heading', { level: 1 });

  remember(page, { team, layout: yesterday });
  await page.goto('/');
  await expect(heading).toHaveText('11/21/2026');
  await expect(page.locator('.header__about')).toContainText('Front of House');
  expect(localStorage.getItem('selectedLayout')).toBe(today);

  await page.goto('/layouts?date=2026-11-20');
  const friday = page.getByRole('row', { name: 'Friday 11/20/2026' });
  await friday.getByRole('button', { name: /^Select/ }).tap();
  await expect(held(page)).toContainText('Yesterday, Fri 11/20');
  await held(page).getByRole('button', { name: 'Back to today' }).tap();
  await expect(heading).toHaveText('11/21/2026');
  await expect(held(page)).toHaveCount(0);

  remember(page, { team, layout: tomorrow });
  await page.goto('/');
  await expect(held(page)).toContainText('Tomorrow, Sun 11/22');
  await page.getByRole('link', { name: 'Edit' }).tap();
  await clock.advance({ minutes: 30 });
  await expect(page.getByRole('link', { name: '11/22/2026' }), 'the editor stays open').toBeVisible();
  await page.getByRole('link', { name: 'Return' }).tap();
  await expect(held(page)).toContainText('Tomorrow, Sun 11/22');
  await clock.advance({ minutes: 6 });
  await expect(heading).toHaveText('11/21/2026');
});

test('[DV6] a television follows the clock overnight, and switches to the new day once it exists', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T01:30:00-06:00');
  const { team } = await openTeam(page, {});
  const manager = page.context();
  const on = (date: string, area: string) => createLayout(manager, team, { date, area, rotations, shifts });
  const layout = await on('2026-11-20', 'Front of House');
  await page.handTo(await colleague(page, team, 'viewer'));
  remember(page, { team, layout });
  await page.goto('/tv');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Close');
  await expect(held(page), 'the business day has not ended').toHaveCount(0);

  await clock.set('2026-11-21T04:01:00-06:00');
  await expect(held(page)).toHaveText('Yesterday, Fri 11/20');
  await on('2026-11-21', 'Kitchen');
  await expect(page.locator('.tv__about')).toHaveText('Saturday, 11/21/2026 · Kitchen');
  await expect(heading).toHaveText('Breakfast');
  await on('2026-11-21', 'Front of House');
  await expect(page.locator('.tv__about')).toHaveText('Saturday, 11/21/2026 · Front of House');
  await expect(held(page)).toHaveCount(0);
});

test('[DV7] the current rotation shows at once when it is tapped, also before the board follows by itself', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T13:59:00-06:00');
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, { rotations, shifts }) });
  await page.goto('/');
  await expectShown(page, 'Lunch');
  // while a finger is down, nothing moves under it
  const finger = (type: string) =>
    window.dispatchEvent(new PointerEvent(type, { pointerId: 77, pointerType: 'touch' }));
  finger('pointerdown');
  await clock.advance({ minutes: 2 });
  await expectShown(page, 'Lunch');
  await pill(page, 'Dinner').tap();
  await expectShown(page, 'Dinner');
  finger('pointerup');
});
