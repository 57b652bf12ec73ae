import {
  createLayout,
  createTeam,
  expect,
  lunch,
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
