import { expect, type Page } from '@playwright/test';
import type { Rotation } from '../../../domain/plan/rotation.ts';
import { phone } from '../look.ts';
import { createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.use({ hasTouch: true, isMobile: true, viewport: phone });

const rotations: Rotation[] = [
  lunch,
  { ...lunch, id: 'dinner', name: 'Dinner', startTime: '2:00 PM', endTime: '9:00 PM' },
];
const pill = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });
const expectShown = (page: Page, name: string) =>
  expect(pill(page, name)).toHaveAttribute('aria-pressed', 'true');
const held = (page: Page) => page.locator('.view-banner');

test('a page that nobody has touched releases a held rotation after 1 minute', async ({ page, clock }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { rotations, shifts: [shiftOf('Chloe Davis')] });
  await remember(page, { team, layout });
  await page.goto('/');
  await pill(page, 'Dinner').tap();
  await held(page).getByRole('button', { name: 'Back to now' }).tap();
  await expect(held(page)).toHaveCount(0);
  await pill(page, 'Dinner').tap();
  await page.reload();
  await expect(held(page)).toContainText('Viewing Dinner');
  await clock.advance({ seconds: 50 });
  await expect(held(page)).toHaveCount(1);
  await clock.advance({ seconds: 20 });
  await expect(held(page), 'the soonest check').toHaveCount(0);
  await expectShown(page, 'Lunch');
});
