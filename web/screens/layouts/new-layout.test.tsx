import {
  createLayout,
  createTemplate,
  expect,
  openTeam,
  remember,
  test,
} from '../../../test/page/restaurant.ts';

test('the day to copy has a layout, and follows the date', async ({ page }) => {
  const { team } = await openTeam(page, {});
  for (const date of ['2026-11-13', '2026-11-19']) await createLayout(page.context(), team, { date });
  await page.goto('/layouts/setup?date=2026-11-21');
  await page.getByRole('button', { name: 'From another day' }).click();
  const day = page.getByLabel('Day to copy');
  await expect(day).toHaveValue('2026-11-19');
  await page.getByLabel('Date').fill('2026-11-20');
  await expect(day).toHaveValue('2026-11-13');
});

test('[LA19] the date above a board leads to the layouts of that date', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const layout = await createLayout(page.context(), team, { date: '2026-11-22' });
  remember(page, { team, layout });
  await page.goto('/');
  await expect(page.getByRole('link', { name: '11/22/2026' })).toHaveAttribute(
    'href',
    '/layouts?date=2026-11-22',
  );
});

test('layouts start with the notes of their template', async ({ page }) => {
  const { team } = await openTeam(page, {});
  const template = await createTemplate(page.context(), team, {
    name: 'Weekend',
    notes: [{ insert: 'Check the fryers\n' }],
  });
  const notes = page.locator('.ql-editor');
  await page.goto(`/templates/${template}`);
  await expect(notes).toHaveText('Check the fryers');
  await page.goto('/layouts/setup?date=2026-11-22');
  await expect(page.getByLabel('Template', { exact: true })).toHaveValue(template);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: '11/22/2026' })).toBeVisible();
  await expect(notes).toHaveText('Check the fryers');
});
