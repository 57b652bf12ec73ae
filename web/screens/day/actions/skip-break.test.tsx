import {
  createLayout,
  expect,
  openTeam,
  read,
  remember,
  shiftOf,
  test,
} from '../../../../test/page/restaurant.ts';

test('[BR42] a lead waives a break after a question, and takes that back', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const ana = shiftOf('Ana Price', { startTime: '9:00 AM', endTime: '5:00 PM' });
  const layout = await createLayout(page.context(), team, { shifts: [ana] });
  remember(page, { team, layout });
  const skippedNow = async () =>
    (await read(page.context(), team, layout)).shifts[0]?.skipped?.map(({ slot, how }) => [slot, how]);
  await page.goto('/');
  await expect(page.getByText(/, 1 to go$/)).toBeVisible();
  await page
    .getByRole('button', { name: /^Ana P\./ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Their Day' }).click();
  await expect(page.getByText('Not taken')).toBeVisible();
  await page.getByRole('button', { name: 'Waive Break' }).click();
  await expect(page.getByText('Waive Ana Price’s break?')).toBeVisible();
  await page
    .getByRole('dialog', { name: 'Waive Ana Price’s break?' })
    .getByRole('button', { name: 'Waive Break' })
    .click();
  await expect.poll(skippedNow).toEqual([[0, 'waived']]);
  await expect(page.getByText(/, 0 to go$/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(skippedNow).toBeUndefined();
});
