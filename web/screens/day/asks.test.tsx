import {
  createLayout,
  expect,
  lunch,
  openTeam,
  read,
  remember,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

test('[BR38] [DV33] breaks of who is not there and changes of a day that is over are asked about, and who is out is not moved', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const ana = shiftOf('Ana Lopez');
  const wes = shiftOf('Wes Hill', { startTime: '1:00 PM', endTime: '9:00 PM' });
  const out = { reason: 'sick', from: '9:00 AM', at: Date.now(), by: null } as const;
  const eva = shiftOf('Eva Novak', { out });
  const past = await createLayout(page.context(), team, { date: '2026-11-20', shifts: [ana] });
  const today = await createLayout(page.context(), team, { shifts: [wes, eva], rotations: [lunch] });
  const isOnBreak = async (layout: string) =>
    (await read(page.context(), team, layout)).shifts.some(({ breaks }) =>
      breaks.some((slot) => slot !== null),
    );

  remember(page, { team, layout: past });
  await page.goto(`/?team=${team}&layout=${past}`);
  const dialog = page.getByRole('dialog');
  const ofAna = page.getByRole('button', { name: /^Ana Lopez, break 1: not taken/ });
  await ofAna.tap();
  await expect(dialog.getByRole('heading', { name: 'Fri 11/20 is over' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  await expect(ofAna).toBeVisible();
  expect(await isOnBreak(past)).toBe(false);
  await ofAna.tap();
  await dialog.getByRole('button', { name: 'Record on Fri 11/20' }).tap();
  await expect.poll(() => isOnBreak(past)).toBe(true);
  await page.reload();
  // before that, nobody knows which layout is today's
  await expect(page.getByRole('button', { name: 'Back to today' })).toBeVisible();
  await page.getByRole('button', { name: /^Ana Lopez, break 1/ }).tap();
  await dialog.getByRole('button', { name: 'Go to Today' }).tap();

  const ofWes = page.getByRole('button', { name: /^Wes Hill, break 1: not taken/ });
  await ofWes.tap();
  await expect(dialog.getByRole('heading', { name: 'Wes starts at 1:00. Start anyway?' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).tap();
  expect(await isOnBreak(today)).toBe(false);
  await ofWes.tap();
  await dialog.getByRole('button', { name: 'Start Break' }).tap();
  await expect.poll(() => isOnBreak(today)).toBe(true);

  await page.locator('[data-shift]', { hasText: 'Eva' }).tap();
  await expect(page.getByRole('dialog', { name: 'Eva Novak' })).toBeVisible();
  await expect(page.locator('.floor[data-held]')).toHaveCount(0);
  await page.locator('.positions__place', { hasText: 'Register 1' }).tap();
  await expect(page.getByRole('dialog', { name: 'Register 1' })).toBeVisible();
});
