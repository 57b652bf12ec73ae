import { expect } from '@playwright/test';
import { drag } from '../drag.ts';
import { resize, tablet } from '../look.ts';
import { createLayout, lunch, openTeam, remember, shiftOf, test } from '../restaurant.ts';

test.use({ loadsAhead: true });

test.describe.configure({ mode: 'parallel' });

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: tablet });

  test('[PA10] toasts don’t cover unassigned people or positions', async ({ page }) => {
    const { team } = await openTeam(page, {});
    const shifts = Array.from({ length: 14 }, (_, index) => shiftOf(`Person ${index + 10}`));
    const layout = await createLayout(page.context(), team, { shifts });
    await remember(page, { team, layout });
    await page.goto('/editor/rotations');
    await page.getByRole('button', { name: /^Person 10/ }).tap();
    await page.getByRole('button', { name: 'Place Person 10 on Register 1, Front Counter' }).tap();
    const toast = page.locator('.toast').first();
    await expect(toast).toBeVisible();
    const [said, tray] = [await toast.boundingBox(), await page.locator('.tray__card').boundingBox()];
    expect(said?.x).toBeGreaterThanOrEqual((tray?.x ?? 0) + (tray?.width ?? 0));

    // a phone in landscape, or a tablet at 200% zoom
    await resize(page, { width: 512, height: 384 });
    await page.getByRole('button', { name: /^Person 11/ }).tap();
    const inSight = await page.locator('.target__place').evaluateAll((targets) => {
      const isSeen = (target: Element) => {
        const { left, top, width, height } = target.getBoundingClientRect();
        return target === document.elementFromPoint(left + width / 2, top + height / 2);
      };
      return targets.filter(isSeen).length;
    });
    expect(inSight).toBe(2);
  });
});

test('after a drag between positions, focus is on the dragged person', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const [chloe, liam] = [shiftOf('Chloe Davis'), shiftOf('Liam Park')];
  const [counter] = lunch.subareas;
  const positions = counter?.positions.map((each, index) => ({
    ...each,
    seats: index === 0 ? [chloe.id] : [],
  }));
  const layout = await createLayout(page.context(), team, {
    shifts: [chloe, liam],
    rotations: [{ ...lunch, subareas: [{ ...counter, positions }] } as typeof lunch],
  });
  await remember(page, { team, layout });
  await page.goto('/editor/rotations');
  await drag(page, page.getByRole('button', { name: /^Chloe D/ }), page.locator('.target').nth(1));
  await expect(page.getByRole('button', { name: /remove Chloe Davis from Register 2/i })).toBeFocused();
});
