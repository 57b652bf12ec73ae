import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { createLayout, createTeam, register, remember, shiftOf, test } from '../restaurant.ts';

const rotation = (id: string, startTime: string, endTime: string) => ({
  ...{ id, name: id, startTime, endTime },
  subareas: [
    {
      ...{ id: `${id}-front`, name: 'Front Counter' },
      positions: ['Register 1', 'Register 2'].map((name) => ({ id: `${id} ${name}`, name, seats: [] })),
    },
  ],
});

async function openBoard(page: Page): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, {
    shifts: [shiftOf('Ana Price'), shiftOf('Bo Diaz')],
    rotations: [rotation('Lunch', '11:00 AM', '2:00 PM'), rotation('Peak', '2:00 PM', '4:00 PM')],
  });
  await remember(page, { team, layout });
  return { team, layout };
}

const seats = (page: Page) => page.getByRole('button', { name: /remove / });

test('[PT6] [PT7] a lead plans the day, takes it as one change and undoes it; another browser sees both', async ({
  page,
  browser,
}) => {
  const choices = await openBoard(page);
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  await page.goto('/editor/rotations');
  const colleague = await other.newPage();
  await remember(colleague, choices);
  await colleague.goto('/editor/rotations');
  await expect(colleague.getByRole('button', { name: /^Ana Price/ })).toBeVisible();
  await page.getByRole('link', { name: 'Plan the Day' }).click();
  await expect(page.getByText('6 of 6 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Register 1: / })).toHaveCount(2);
  await page.getByRole('button', { name: 'Take Plan' }).click();
  await expect(page).toHaveURL(/\/editor\/rotations/);
  await expect(seats(page)).toHaveCount(2);
  await expect(seats(colleague)).toHaveCount(2);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect(seats(page)).toHaveCount(0);
  await expect(seats(colleague)).toHaveCount(0);
});
