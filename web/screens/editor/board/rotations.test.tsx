import {
  createLayout,
  createTeam,
  expect,
  lunch,
  openTeam,
  register,
  remember,
  shiftOf,
  test,
} from '../../../../test/page/restaurant.ts';

test('changing the rotation clears the selection', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const dinner = { ...lunch, id: 'dinner', name: 'Dinner', startTime: '2:00 PM', endTime: '8:00 PM' };
  const layout = await createLayout(page.context(), team, {
    rotations: [lunch, dinner],
    shifts: [shiftOf('Chloe Davis')],
  });
  remember(page, { team, layout });
  await page.goto('/editor/rotations');
  // the pill may be marked as now
  const pill = (name: string) => page.getByRole('button', { name: new RegExp(`^(now: )?${name}`) });
  const card = page.getByRole('button', { name: /^Chloe Davis/ });
  await pill('Lunch').click();
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await pill('Dinner').click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await pill('Lunch').click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
});

test('pressing a shift toggles its selection; pressing a position assigns it, and removes it again', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Liam Park')] });
  remember(page, { team, layout });
  await page.goto('/editor/rotations');
  const card = page.getByRole('button', { name: /^Liam Park/ });
  const place = page.getByRole('button', { name: /^Place Liam Park on Register 1/ });
  const seat = page.getByRole('button', { name: 'remove Liam Park from Register 1' });
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await expect(place).toHaveCount(0);
  await card.click();
  await place.click();
  await expect(seat).toBeVisible();
  await expect(card, 'no longer unassigned').toHaveCount(0);
  // a press right after a change isn't taken
  await page.reload();
  await seat.click();
  await expect(card).toBeVisible();
});
