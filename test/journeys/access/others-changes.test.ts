import { expect } from '@playwright/test';
import { colleague, openTeam, post, read, test } from '../restaurant.ts';

test('[AX8] one polite region says who changed the layout, and nothing of what oneself does', async ({
  page,
}) => {
  const { team, layout } = await openTeam(page);
  const jordan = await colleague(page, team, 'lead');
  await page.goto('/editor/rotations');
  const region = page.getByRole('status', { name: 'Changes by others' });
  await expect(region).toBeAttached();
  await expect(region).toBeEmpty();
  await page.getByRole('button', { name: /^Hiro Tanaka/ }).click();
  await page.getByRole('button', { name: 'Place Hiro Tanaka on Float, Dining & Support' }).click();
  await expect(page.getByRole('button', { name: 'Remove Hiro Tanaka from Float' })).toBeVisible();

  const { shifts } = await read(page.context(), team, layout);
  const change = { type: 'shift.edit', shift: shifts[0]?.id ?? '', note: 'Has the keys' };
  await post(jordan.context(), `/api/teams/${team}/documents/${layout}/changes`, {
    id: 'n'.repeat(22),
    change,
  });
  await expect(region).toHaveText('1 change by Jordan Sample');
});
