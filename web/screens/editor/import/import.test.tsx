import { createLayout, expect, lunch, openTeam, remember, test } from '../../../../test/page/restaurant.ts';

const allDay = { ...lunch, startTime: '6:00 AM', endTime: '11:00 PM' } as const;

const open = async (page: Parameters<typeof openTeam>[0]) => {
  const { team } = await openTeam(page, {});
  remember(page, { team, layout: await createLayout(page.context(), team, { rotations: [allDay] }) });
  await page.goto('/editor/shifts/import');
  return page.getByLabel('Paste the schedule');
};

test('a review says what is to be added, not that it was', async ({ page }) => {
  const field = await open(page);
  await field.fill('Name\tDate\tStart\tEnd\nAna Price\t11/21/2026\t9:00 AM\t5:00 PM');
  await expect(page.getByRole('heading', { name: 'To Add' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Added' })).toHaveCount(0);
});

test('[SC102] of a file with two locations, only the chosen one is to be added', async ({ page }) => {
  const field = await open(page);
  await field.fill(
    'Location\tName\tDate\tStart\tEnd\nMaple & 4th\tAna Price\t11/21/2026\t9:00 AM\t5:00 PM\nOak Mall\tBo Reed\t11/21/2026\t9:00 AM\t5:00 PM',
  );
  await expect(
    page.getByText('This file has 2 locations: Maple & 4th, Oak Mall. Choose yours.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await page.getByLabel('Your location').selectOption('Maple & 4th');
  await expect(page.getByText('Row 3: this shift is at another location, Oak Mall.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 1 shift' })).toBeVisible();
  await page.getByLabel('Your location').selectOption('All locations');
  await expect(page.getByRole('button', { name: 'Import 2 shifts' })).toBeVisible();
});

test('[SC104] [SC105] [SC106] a question about the whole file is answered once', async ({ page }) => {
  const field = await open(page);
  await field.fill('Name\tSat 11/21\nAna Price\t5-Sep\nBo Reed\t11-7\nCy Roe\t1a-5a');
  await expect(page.getByRole('button', { name: 'Import 1 shift' })).toBeVisible();
  await page.getByLabel('1 shift was changed into dates, such as 5-Sep').selectOption('5-Sep was 9-5');
  await expect(page.getByText('The file has the date 5-Sep.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 2 shifts' })).toBeVisible();
  await page
    .getByLabel('1 shift starts between midnight and 4:00 AM. Add to')
    .selectOption('The night after their date');
  await expect(page.getByRole('button', { name: 'Import 3 shifts' })).toBeVisible();
  await field.fill(
    'Name\tDate\tStart\tEnd\nAna Price\t11/21/2026\t09:00\t05:00\nBo Reed\t11/21/2026\t04:00\t11:00',
  );
  await page.getByRole('button', { name: 'Read Text' }).click();
  await expect(page.getByText('2 of 2 skipped')).toBeVisible();
  await page
    .getByLabel('Times without AM or PM, such as 9:00 – 5:00, are on')
    .selectOption('A 12-hour clock');
  await expect(page.getByRole('button', { name: 'Import 2 shifts' })).toBeVisible();
});
