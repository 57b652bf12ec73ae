import { test } from '../../../test/page/clock.ts';
import {
  change,
  createLayout,
  createTemplate,
  expect,
  openTeam,
  type Page,
  remember,
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

/** Two templates of an area, one of them also in the other area under the same name. */
async function openTwoTemplates(page: Page) {
  const { team } = await openTeam(page, {});
  const made = (name: string, area: string) =>
    createTemplate(page.context(), team, { name, area, notes: [{ insert: `${name} of ${area}\n` }] });
  const weekday = await made('Weekday', 'Front of House');
  const weekend = await made('Weekend', 'Front of House');
  const kitchen = await made('Weekday', 'Kitchen');
  return { team, weekday, weekend, kitchen };
}

test('[LA24] with several templates, the template and the date stay as chosen', async ({ page }) => {
  const { weekend, kitchen } = await openTwoTemplates(page);
  await page.goto('/layouts/setup?date=2026-11-22');
  const template = page.getByLabel('Template', { exact: true });
  await expect(template).toHaveValue('');
  expect(await page.rendersIn(100)).toBeLessThan(10);
  await template.selectOption('Weekday · Kitchen');
  await page.getByLabel('Date').fill('2026-11-23');
  await expect(template).toHaveValue(kitchen);
  await template.selectOption('Weekend · Front of House');
  await expect(page.getByLabel('Date')).toHaveValue('2026-11-23');
  await page.getByRole('button', { name: 'From another day' }).click();
  await page.getByRole('button', { name: 'From a template' }).click();
  await expect(template).toHaveValue(weekend);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('link', { name: '11/23/2026' })).toBeVisible();
  await expect(page.locator('.ql-editor')).toHaveText('Weekend of Front of House');
});

test('[LA24] with several layouts on a day, the one to copy stays as chosen for that day alone', async ({
  page,
}) => {
  const { team } = await openTeam(page, {});
  const made = (date: string, area: string) =>
    createLayout(page.context(), team, { date, area, notes: [{ insert: `${area} on ${date}\n` }] });
  const counter = await made('2026-11-15', 'Front of House');
  const kitchen = await made('2026-11-15', 'Kitchen');
  const alone = await made('2026-11-14', 'Kitchen');
  await page.goto(`/layouts/setup?copy=${counter}&of=2026-11-15`);
  const [day, layout] = [page.getByLabel('Day to copy'), page.getByLabel('Layout', { exact: true })];
  await expect(layout).toHaveValue(counter);
  await layout.selectOption('Kitchen · Weekday');
  expect(await page.rendersIn(100)).toBeLessThan(10);
  await page.getByLabel('Date').fill('2026-11-23');
  await expect(layout).toHaveValue(kitchen);
  await day.fill('2026-11-14');
  await expect(layout).toHaveValue(alone);
  await day.fill('2026-11-15');
  await expect(layout).toHaveValue(kitchen);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.locator('.ql-editor')).toHaveText('Kitchen on 2026-11-15');
});

test('[LA24] a date that was proposed last night is still that one when the next day begins', async ({
  page,
  clock,
}) => {
  await clock.set('2026-11-21T23:00:00-06:00');
  const { team, kitchen } = await openTwoTemplates(page);
  await page.goto('/layouts/setup');
  await page.getByLabel('Template', { exact: true }).selectOption('Weekday · Kitchen');
  await clock.advance({ hours: 6 });
  await change(page.context(), team, team, { type: 'team.rename', name: 'Oak Street' });
  await expect(page.locator('header')).toContainText('Oak Street');
  await expect(page.getByLabel('Date')).toHaveValue('2026-11-21');
  await expect(page.getByLabel('Template', { exact: true })).toHaveValue(kitchen);
});
