import {
  atPage,
  change,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  register,
  remember,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

const board = () => localStorage.getItem('selectedLayout');

test('[DV32] without a board, the day view opens today’s only layout, or the one of the area shown last', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const front = await createLayout(page.context(), team);
  await createLayout(page.context(), team, { date: '2026-11-22' });
  remember(page, { team });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: '11/21/2026' })).toBeVisible();
  expect(board()).toBe(front);

  const kitchen = await createLayout(page.context(), team, { area: 'Kitchen' });
  const open = async () => {
    localStorage.removeItem('selectedLayout');
    await page.goto('/');
  };
  await open();
  await expect(page).toHaveURL(atPage('/'));
  await expect.poll(board).toBe(front);
  await change(page.context(), team, front, { type: 'layout.delete' });
  await expect.poll(board).toBe(kitchen);
  await createLayout(page.context(), team, { area: 'Patio' });
  localStorage.removeItem(`selectedArea:${team}`);
  await open();
  await expect(page, 'two areas, and none shown before').toHaveURL('/layouts');
});

test('[DV8] the board of another day is not drawn before it says so, which would move it', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { date: '2026-11-20' });
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.locator('.break-rail')).toBeVisible();
  expect(await page.getByText('Yesterday, Fri 11/20').count()).toBe(1);
});

test('[DV34] yesterday’s board is today’s while its people are there', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const shift = shiftOf('Cleo Closer', { startTime: '9:00 PM', endTime: '10:00 AM' });
  const layout = await createLayout(page.context(), team, { date: '2026-11-20', shifts: [shift] });
  remember(page, { team, layout });
  await page.goto('/');
  const banner = page.getByText('Yesterday, Fri 11/20');
  await expect(banner).toBeVisible();
  await change(page.context(), team, layout, {
    type: 'shift.edit',
    shift: shift.id,
    startTime: '9:00 PM',
    endTime: '11:55 AM',
  });
  await expect(banner).not.toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByText('Today, Friday 11/20/2026')).toBeVisible();
});

test('[DV34] at night, today is last night’s where no board says so, until people of the new day come', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const closer = shiftOf('Cleo Closer', { startTime: '9:00 PM', endTime: '11:55 AM' });
  const night = await createLayout(page.context(), team, { date: '2026-11-20', shifts: [closer] });
  await createTemplate(page.context(), team);
  remember(page, { team });
  await page.goto('/layouts');
  await expect(page.getByRole('row').filter({ hasText: 'Today' })).toContainText('11/20/2026');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: '11/20/2026' })).toBeVisible();
  expect(board()).toBe(night);

  await page.goto('/layouts/setup?date=2026-11-21');
  await expect(page.getByLabel('Template', { exact: true })).toHaveValue(/.+/);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: '11/21/2026' })).toBeVisible();
  expect(board(), 'the new day takes no board').toBe(night);

  const morning = shiftOf('Mia Morning', { startTime: '6:00 AM', endTime: '2:00 PM' });
  await createLayout(page.context(), team, { area: 'Kitchen', shifts: [morning] });
  await page.goto('/layouts');
  await expect(page.getByRole('row').filter({ hasText: 'Today' }).first()).toContainText('11/21/2026');
});

test('[PA40] a television opens today’s layout by itself, and says so where there is none', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  remember(page, { team });
  await page.goto('/tv');
  await expect(page.getByText('There is no layout for today yet.')).toBeVisible();
  expect(location.pathname).toBe('/tv');
  const kitchen = await createLayout(page.context(), team, { area: 'Kitchen' });
  await expect.poll(board).toBe(kitchen);
  const front = await createLayout(page.context(), team);
  for (const [area, opened] of [
    ['Kitchen', kitchen],
    ['', front],
  ] as const) {
    localStorage.removeItem('selectedLayout');
    localStorage.setItem(`selectedArea:${team}`, area);
    await page.goto('/tv');
    await expect(page.getByText('Lunch').first()).toBeVisible();
    expect(board()).toBe(opened);
  }
});
