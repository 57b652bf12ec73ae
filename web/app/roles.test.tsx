import {
  atPage,
  colleague,
  createLayout,
  createTeam,
  createTemplate,
  expect,
  lunch,
  type Page,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../../test/page/restaurant.ts';

test('a viewer sees the day but no controls that change it', async ({ page }) => {
  const { team, template } = await openDay(page);
  await page.handTo(await colleague(page, team, 'viewer'));

  await page.goto('/');
  await expect(page.getByRole('img', { name: 'Chloe Davis, break 1: not taken' })).toBeVisible();
  await expect(page.getByText('Fryer 2 is slow')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /break/ })).toHaveCount(0);

  await page.goto('/editor/overview');
  await expect(page.getByText('Fryer 2 is slow')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);

  await page.goto('/editor/shifts');
  await expect(page.getByRole('cell', { name: 'Chloe Davis' })).toBeVisible();
  for (const action of ['Add Shift', 'Import File', 'Edit Chloe Davis', 'Delete Chloe Davis']) {
    await expect(page.getByText(action).or(page.getByLabel(action))).toHaveCount(0);
  }

  await page.goto('/editor/rotations');
  await expect(page.getByText('Liam Park')).toBeVisible();
  await expect(page.getByRole('button', { name: /Liam Park|Remove Chloe Davis/ })).toHaveCount(0);

  await page.goto('/layouts?date=2026-11-21');
  await expect(page.getByRole('button', { name: /^Select/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /New Layout|Edit Templates/ })).toHaveCount(0);
  await expectNoManaging(page, template);

  for (const path of ['/editor/shifts/add', '/editor/shifts/import']) {
    await page.goto(path);
    await expect(page).toHaveURL(atPage('/editor/shifts'));
  }
});

test('a lead can run the day but not change templates or the team', async ({ page }) => {
  const { team, layout, template } = await openDay(page);
  await page.handTo(await colleague(page, team, 'lead'));

  await page.goto('/');
  await page.getByRole('button', { name: 'Chloe Davis, break 1: not taken' }).click();
  await expect(page.getByRole('button', { name: /^Chloe Davis, break 1: running/ })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('textbox', { name: 'Shift notes' })).toBeVisible();
  await page.goto('/editor/rotations');
  await page.getByRole('button', { name: /^Liam Park/ }).click();
  await page.getByRole('button', { name: 'Place Liam Park on Register 2, Front Counter' }).click();
  await expect(page.getByRole('button', { name: 'Remove Liam Park from Register 2' })).toBeVisible();
  await page.goto('/editor/shifts');
  await page.getByRole('button', { name: 'Delete Liam Park' }).click();
  await expect
    .poll(async () => (await read(page.context(), team, layout)).shifts)
    .toMatchObject([{ teamMember: 'Chloe Davis', breaks: [{ startedAt: expect.any(Number) }] }]);

  await page.goto('/layouts?date=2026-11-21');
  await expect(page.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit Templates' })).toHaveCount(0);
  await expectNoManaging(page, template);

  // at 5 AM there may be nobody else to create the day
  await page.goto('/layouts?date=2026-11-22');
  await page.getByRole('link', { name: 'Create Layout' }).first().click();
  await expect(page.getByLabel('Template', { exact: true })).toHaveValue(/.+/);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/^[^?]*\/editor\/overview/);
});

test('a non-member sees nothing of the team, regardless of what their browser remembers', async ({
  page,
}) => {
  const { team, layout } = await openDay(page);
  await page.context().clearCookies();
  await register(page.context(), 'Mallory');
  await page.goto('/');
  await expect(page).toHaveURL('/start');
  expect((await page.context().request.get(`/api/teams/${team}/documents/${layout}`)).status()).toBe(404);
});

async function expectNoManaging(page: Page, template: string) {
  await page.goto('/team');
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  for (const path of ['/templates', '/templates/setup', `/templates/${template}`]) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/layouts');
  }
}

/** A manager's page with Chloe assigned at lunch and Liam unassigned. */
async function openDay(page: Page): Promise<{ team: string; layout: string; template: string }> {
  const [chloe, liam] = [shiftOf('Chloe Davis'), shiftOf('Liam Park')];
  await register(page.context());
  const { team } = await createTeam(page.context());
  const template = await createTemplate(page.context(), team);
  const [counter] = lunch.subareas;
  const positions = counter?.positions.map((position, index) => ({
    ...position,
    seats: index === 0 ? [chloe.id] : [],
  }));
  const layout = await createLayout(page.context(), team, {
    shifts: [chloe, liam],
    rotations: [
      { ...lunch, subareas: [{ id: 'counter', name: 'Front Counter', positions: positions ?? [] }] },
    ],
    notes: [{ insert: 'Fryer 2 is slow to heat\n' }],
  });
  remember(page, { team, layout });
  return { team, layout, template };
}
