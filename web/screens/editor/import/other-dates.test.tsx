import type { Layout } from '../../../../domain/day/layout.ts';
import {
  createLayout,
  expect,
  openTeam,
  type Page,
  read,
  remember,
  test,
} from '../../../../test/page/restaurant.ts';

const names = ({ shifts }: Layout) => shifts.map(({ teamMember, startTime }) => `${teamMember} ${startTime}`);
const edited = () => new URLSearchParams(location.search).get('layout') ?? '';

async function pasteOnSaturday(page: Page, text: string) {
  const { team } = await openTeam(page, {});
  const saturday = await createLayout(page.context(), team, { date: '2026-11-21' });
  remember(page, { team, layout: saturday });
  const sunday = await createLayout(page.context(), team, { date: '2026-11-22' });
  await page.goto('/editor/shifts/import');
  await page.getByLabel('Paste the schedule').fill(text);
  return { team, saturday, sunday };
}

test('[SC129] text for another date goes on with the layout of that date', async ({ page }) => {
  const { team, saturday, sunday } = await pasteOnSaturday(page, 'Sunday 11/22\nMaria 9a-5p\nBo 10a-6p');
  await expect(page.getByText(/2 on other dates\./)).toBeVisible();
  await page.getByRole('button', { name: 'Open Sunday, 11/22/2026' }).click();
  await expect(page.getByText('2 new shifts for Sun 11/22.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 2 Shifts' }).click();
  await expect
    .poll(async () => names(await read(page.context(), team, sunday)))
    .toEqual(['Maria 9:00 AM', 'Bo 10:00 AM']);
  expect(names(await read(page.context(), team, saturday))).toEqual([]);
  expect([edited(), localStorage.getItem('selectedLayout')]).toEqual([sunday, saturday]);
});

test('[SC129] a date without a layout gets one with the same rotations', async ({ page }) => {
  const { team, saturday } = await pasteOnSaturday(
    page,
    'Saturday 11/21\nBo 10a-6p\nMonday 11/23\nMaria 9a-5p',
  );
  await expect(page.getByText('1 new shift for Sat 11/21. 1 on other dates.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Monday, 11/23/2026' }).click();
  await expect(page.getByText('1 new shift for Mon 11/23. 1 on other dates.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 Shift' }).click();
  await expect.poll(async () => names(await read(page.context(), team, edited()))).toEqual(['Maria 9:00 AM']);
  const [before, after] = [
    await read(page.context(), team, saturday),
    await read(page.context(), team, edited()),
  ];
  expect([after.date, after.rotations.map(({ name }) => name)]).toEqual([
    '2026-11-23',
    before.rotations.map(({ name }) => name),
  ]);
});

test('[SC127] text without a shift says how to write one, and stays to be corrected', async ({ page }) => {
  await pasteOnSaturday(page, 'Maria works\nBo too');
  const box = page.getByLabel('Paste the schedule');
  await expect(page.getByText('We can’t find a shift in that text.')).toBeVisible();
  await expect(box).toHaveValue('Maria works\nBo too');
  await box.fill('Maria 9a-5p');
  await page.getByRole('button', { name: 'Read Text' }).click();
  await expect(page.getByText('1 new shift for Sat 11/21.')).toBeVisible();
});
