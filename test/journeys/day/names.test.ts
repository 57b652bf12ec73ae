import { expect } from '@playwright/test';
import { createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.use({ hasTouch: true });

test('[U7] [U8] people with the same name can be told apart on every button', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const early = { startTime: '8:00 AM', endTime: '2:00 PM' };
  const shifts = ['Maria Garcia', 'Maria Gomez', 'Ana Lima', 'Ana Lima'].map((name, index) =>
    shiftOf(name, index === 3 ? early : {}),
  );
  const [garcia, gomez, ana] = shifts.map(({ id }) => id);
  const seats = [[garcia, gomez], [ana]] as string[][];
  const positions = seats.map((people, index) => ({
    id: `p${index}`,
    name: `Register ${index}`,
    seats: people,
  }));
  const rotations = [{ ...lunch, subareas: [{ id: 'counter', name: 'Counter', positions }] }];
  const layout = await createLayout(page.context(), team, { shifts, rotations });
  await remember(page, { team, layout });

  await page.goto('/');
  await expect(page.locator('.subarea-cards .positions__short')).toHaveText([
    'Maria Ga.',
    'Maria Go.',
    'Ana L. (9a)',
  ]);
  const called = ['Ana L. (8a)', 'Ana L. (9a)', 'Maria Ga.', 'Maria Go.'];
  await expect(page.locator('.break-rail__name')).toHaveText(called);
  await page.getByRole('button', { name: 'Ana Lima (8a), break 1: not taken' }).tap();
  await expect(page.getByText('Ana L. (8a)’s break started')).toBeVisible();

  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /^Ana Lima \(8a\)/ }).tap();
  await expect(page.getByText('Ana L. (8a) selected, tap a position')).toBeVisible();
  await page
    .getByRole('button', { name: 'Place Ana Lima (8a) on Register 1, Counter, with Ana Lima (9a)' })
    .tap();
  await expect(page.getByText('Ana Lima (8a) placed on Register 1')).toBeVisible();
  await expect(
    page.getByRole('button', { name: /^Maria Go\..*remove Maria Gomez from Register 0$/ }),
  ).toBeVisible();
});
