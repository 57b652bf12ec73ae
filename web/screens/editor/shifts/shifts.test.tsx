import {
  change,
  createLayout,
  createTeam,
  expect,
  openTeam,
  post,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../../../../test/page/restaurant.ts';

test('[SH8] job and note are typed with the shift, and no job is an empty cell', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Chloe Davis')] });
  remember(page, { team, layout });
  await page.goto('/editor/shifts');
  await expect(page.getByRole('columnheader', { name: 'Job' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Chloe Davis' })).not.toContainText('Manual');

  await page.getByRole('link', { name: 'Edit Chloe Davis' }).click();
  await expect(page.getByLabel('Job')).toHaveValue('');
  await page.getByLabel('Job').fill(' Grill ');
  await page.getByLabel('Note').fill('Trains Bo');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Chloe Davis' })).toContainText('Grill');
  await page.getByRole('link', { name: 'Add Shift' }).click();
  await page.getByLabel('Name').fill('Liam Ortiz');
  await page.getByLabel('Start Time').fill('9a');
  await page.getByLabel('End Time').fill('3p');
  await page.getByLabel('Job').fill('Fryer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Liam Ortiz' })).toContainText('Fryer');
  await expect
    .poll(async () => (await read(page.context(), team, layout)).shifts)
    .toMatchObject([
      { teamMember: 'Chloe Davis', schedule: 'Grill', note: 'Trains Bo' },
      { teamMember: 'Liam Ortiz', schedule: 'Fryer', note: '' },
    ]);
});

test('[DS19] [UN11] deleting several asks first, and can be undone after a reload', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, {
    shifts: ['Ana Price', 'Bo Park', 'Cy Lane'].map((name) => shiftOf(name)),
  });
  remember(page, { team, layout });
  await page.goto('/editor/shifts');
  await page.getByLabel('Select Ana Price').check();
  await page.getByLabel('Select Cy Lane').check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Delete 2 shifts?' });
  await expect(asked).toContainText('Ana Price, Cy Lane');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Select Ana Price')).toBeChecked();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Ana Price')).toHaveCount(0);
  await expect.poll(async () => (await read(page.context(), team, layout)).shifts).toHaveLength(1);

  await page.goto('/editor/shifts');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Edit Ana Price' })).toBeVisible();
  await expect.poll(async () => (await read(page.context(), team, layout)).shifts).toHaveLength(3);
});

test('[AN15] the rotations page marks who is late, and who is out and can’t be placed', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const [ana, bo] = [shiftOf('Ana Price'), shiftOf('Bo Park')];
  const layout = await createLayout(page.context(), team, { shifts: [ana, bo, shiftOf('Cy Lane')] });
  remember(page, { team, layout });
  const at = Date.parse('2026-11-21T11:00:00-06:00');
  await change(page.context(), team, layout, {
    type: 'shift.out',
    shift: ana.id,
    reason: 'sick',
    from: '9:00 AM',
    at,
    by: null,
  });
  await change(page.context(), team, layout, {
    type: 'shift.late',
    shift: bo.id,
    expected: '11:30 AM',
    at,
    by: null,
  });
  await page.goto('/editor/rotations');
  await expect(page.getByRole('button', { name: /Bo Park.*Late, expected 11:30 AM/ })).toBeVisible();
  await expect(page.getByText('Out from 9:00 AM: sick')).toBeVisible();
  await expect(page.getByRole('button', { name: /Ana Price/ })).toHaveCount(0);
  await page.getByRole('button', { name: /Bo Park/ }).click();
  await page.getByRole('button', { name: 'Place Bo Park on Register 1' }).click();
  await expect(page.locator('.chip')).toContainText('late, 11:30');
});

test('[SH16] [SH17] a new shift asks about a name of the crew, and says who already works then', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Gabriela Soto')] });
  remember(page, { team, layout });
  await page.goto('/editor/shifts/add');
  await page.getByLabel('Name').fill('Gabriella Soto');
  await page.getByRole('button', { name: 'Did you mean Gabriela Soto?' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Gabriela Soto');
  await page.getByLabel('Start Time').fill('2 PM');
  await page.getByLabel('End Time').fill('8 PM');
  await expect(page.getByText('Gabriela Soto already works 9a–3p. You can save both.')).toBeVisible();
});

test('HotSchedules can be synced when another provider is connected', async ({ page }) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team);
  const settings = { address: 'https://calendar.example.com/feed.ics' };
  const terms = { location: null, timeZone: 'America/Chicago', everyMinutes: null, takesAlone: false };
  await post(page.context(), `/api/teams/${team}/schedule/ics`, { settings, ...terms });
  remember(page, { team, layout });
  await page.goto('/editor/shifts');
  await expect(page.getByRole('link', { name: 'Sync with Calendar feed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sync with HotSchedules' })).toBeVisible();
});
