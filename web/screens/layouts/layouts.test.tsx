import {
  createLayout,
  createTeam,
  createTemplate,
  expect,
  lunch,
  type Page,
  register,
  remember,
  shiftOf,
  test,
} from '../../../test/page/restaurant.ts';

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

test('[LA20] [LA21] [LA22] [LA23] the week says what is missing, and preparing tomorrow leaves today’s board', async ({
  page,
}) => {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const chloe = shiftOf('Chloe Davis');
  const seated = structuredClone(lunch);
  Object.assign(seated.subareas[0]?.positions[0] ?? {}, { seats: [chloe.id] });
  const on = (date: string) =>
    createLayout(page.context(), team, { date, shifts: [chloe], rotations: [seated] });
  const today = await on('2026-11-21');
  await on('2026-11-22');
  await createTemplate(page.context(), team);
  remember(page, { team, layout: today });
  await page.goto('/layouts');
  const days = page.getByRole('row');
  await expect(days).toContainText(['Date', 'Today', 'Sunday', 'Monday', ...Array(4).fill('No layout yet')]);
  await expect(row(page, 'Sunday')).toContainText('1 open at Lunch');

  const edit = page.getByRole('button', { name: 'Edit Front of House, Weekday' });
  await edit.nth(1).click();
  await expect(page.getByRole('link', { name: '11/22/2026' })).toBeVisible();
  await page.getByRole('link', { name: 'Shifts', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Chloe Davis' }).click();
  await page.reload();
  await expect(page.getByRole('link', { name: '11/22/2026' })).toBeVisible();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('11/21/2026');
  await expect(page.getByText('Chloe').first()).toBeVisible();

  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(row(page, 'Sunday'), 'what this page changed').toContainText('No shifts yet');
  await expect(row(page, 'Today')).toContainText('Selected');
  await page.getByRole('link', { name: 'New Layout' }).click();
  await expect(page.getByLabel('Date', { exact: true }), 'the first day without').toHaveValue('2026-11-23');
  await expect(page.getByLabel('Template', { exact: true })).toHaveValue(/.+/);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: '11/23/2026' })).toBeVisible();
  await page.getByRole('link', { name: 'Day', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('11/21/2026');
});
