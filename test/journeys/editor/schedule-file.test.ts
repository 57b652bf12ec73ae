import { expect, type Page } from '@playwright/test';
import type { Layout } from '../../../domain/layout/layout.ts';
import { look } from '../look.ts';
import {
  atPage,
  colleague,
  createLayout,
  createTeam,
  lunch,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const schedule = new URL('../../data/schedule-2026-11-21.csv', import.meta.url).pathname;
const workbook = new URL('../../schedules/odd-schedules/workbooks/workbook.xlsx', import.meta.url).pathname;
const calendar = new URL('../../data/calendar.ics', import.meta.url).pathname;
const header = 'Name,Date,Start Time,End Time\n';
const csv = (text: string | Buffer, name = 'schedule.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

const refusedFiles: readonly [what: string, file: ReturnType<typeof csv>, sentence: string][] = [
  [
    'a picture',
    csv(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'photo.png'),
    'We can’t read that file. Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file.',
  ],
  [
    'a damaged workbook',
    csv('PK\u0003\u0004 and more', 'schedule.xlsx'),
    'That Excel file can’t be read. Save it as XLSX again, or as CSV.',
  ],
  [
    'a page',
    csv('<!doctype html><table><tr><td>Name, Start</table>'),
    'We can’t read that file. Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file.',
  ],
  [
    'prose',
    csv('Chloe works from nine to five'),
    'We can’t read that file. Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file.',
  ],
  ['nothing', csv(''), 'That file is empty.'],
  ['blanks', csv(' \n\n  '), 'That file is empty.'],
  ['20 MB', csv(Buffer.alloc(20_000_000, 'a,b\n')), 'That file is too large. The limit is 5 MB.'],
  [
    'no columns to recognize',
    csv('Colour,Weight\nred,3\n'),
    'We couldn’t find a column for name, start time, end time.',
  ],
  [
    'no end',
    csv('Name,Date,Start\nChloe Davis,11/21/2026,9:00 AM\n'),
    'We couldn’t find a column for end time.',
  ],
  [
    'no row with a time',
    csv(`${header}Chloe Davis,11/21/2026,9:00 AM,25:99\nTotal,,,8\n`),
    'We couldn’t read any shifts. Row 2: “25:99” in End Time is not a time.',
  ],
  [
    'no row with a date',
    csv(`${header}Chloe Davis,31/31/2026,9:00 AM,5:00 PM\n`),
    'We couldn’t read any shifts. Row 2: “31/31/2026” in Date is not a date.',
  ],
  [
    'too many rows',
    csv(header + 'Chloe Davis,11/21/2026,9:00 AM,5:00 PM\n'.repeat(5_001)),
    'That file has too many rows. The limit is 5000.',
  ],
];

test('a file that isn’t a schedule shows why, and changes nothing', async ({ page }) => {
  const { team, layout } = await openImport(page);
  const before = await read(page.context(), team, layout);
  for (const [what, file, sentence] of refusedFiles) {
    await choose(page, file);
    await expect(page.locator('.field__error'), what).toHaveText(sentence);
    await expect(page.getByLabel('Schedule file')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(file.name)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await read(page.context(), team, layout)).toEqual(before);
});

test('a corrected file replaces the wrong one; Undo reverts the import', async ({ page }) => {
  const { team, layout } = await openImport(page);
  const before = await read(page.context(), team, layout);
  await choose(page, csv(`${header}Chloe Davis,11/21/2026,9:00 AM,25:99\n`));
  await expect(page.locator('.field__error')).toBeVisible();
  await choose(page, csv(`${header}Chloe Davis,11/21/2026,9:00 AM,5:00 PM\n`));
  await expect(page.locator('.field__error')).toHaveCount(0);
  await page.getByRole('button', { name: 'Import 1 shift' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByRole('row').filter({ hasText: 'Chloe Davis' })).toContainText('5:00 PM');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect.poll(() => read(page.context(), team, layout)).toEqual(before);
});

test('a real schedule is summarized and imported, and importing it again changes nothing', async ({
  page,
}) => {
  await openImport(page);
  await page.getByLabel('Schedule file').setInputFiles(schedule);
  await expect(page.getByText('42 new shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
  await expect(page.getByText('Row 44: this is an open shift with no one assigned.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 42 shifts' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByRole('row')).toHaveCount(1 + 1 + 42);

  await page.goto('/editor/shifts/import');
  await page.getByLabel('Schedule file').setInputFiles(schedule);
  await expect(page.getByText('42 unchanged shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
});

test('a file can be dropped, and shifts of other days are not imported', async ({ page }) => {
  await openImport(page);
  await drop(page, schedule);
  await expect(page.getByText('42 new shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
  await choose(page, csv(`${header}Chloe Davis,11/22/2026,9:00 AM,5:00 PM\n`));
  await expect(page.getByText('No shifts for Sat 11/21. 1 on other dates.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
});

test('an Excel file is imported; people not in it stay unless checked; rows can be unchecked', async ({
  page,
}) => {
  const { team, layout } = await openImport(page);
  await choose(page, csv(`${header}Liam Park,11/21/2026,9:00 AM,5:00 PM\n`));
  await page.getByRole('button', { name: 'Import 1 shift' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await page.goto('/editor/shifts/import');
  await page.getByLabel('Schedule file').setInputFiles(workbook);
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
  const gone = page.getByRole('checkbox', { name: 'Liam Park' });
  await expect(gone).not.toBeChecked();
  await look(page, 'the review of a file');
  await page.getByRole('checkbox', { name: 'Chloe Davis' }).uncheck();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
  await page.getByRole('button', { name: 'All: To Add' }).press('Enter');
  await gone.press('Space');
  await page.getByRole('button', { name: 'Import 2 shifts' }).press('Enter');
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  const people = async () =>
    (await read(page.context(), team, layout)).shifts.map(({ teamMember }) => teamMember).sort();
  await expect.poll(people).toEqual(['Chloe Davis', 'Maya Ortiz']);
});

test('[SC24] [SC91] [AC6] unknown columns are mapped once, also by a lead, and remembered', async ({
  page,
}) => {
  const { team, layout } = await openImport(page);
  const lead = await colleague(page, team, 'lead');
  await remember(lead, { team, layout });
  await lead.goto('/editor/shifts/import');
  const foreign = 'Mitarbeiter;Tag;Von;Bis\nChloe Davis;2026-11-21;09:00;17:00\n';
  await choose(lead, csv(foreign));
  await expect(lead.locator('.field__error')).toContainText(
    'We couldn’t find a column for name, start time, end time',
  );
  await expect(lead.getByRole('table', { name: 'First rows of the file' })).toContainText('Chloe Davis');
  await look(lead, 'columns to choose');
  await lead.getByLabel('Name', { exact: true }).selectOption('Mitarbeiter');
  await lead.getByLabel('Date').selectOption('Tag');
  await lead.getByLabel('Start time').selectOption('Von');
  await lead.getByRole('button', { name: 'Use These Columns' }).click();
  await expect(lead.locator('.field__error')).toContainText('We couldn’t find a column for end time');
  await lead.getByLabel('End time').selectOption('Bis');
  await lead.getByRole('button', { name: 'Use These Columns' }).click();
  await expect(lead.getByRole('button', { name: 'Import 1 shift' })).toBeVisible();
  await choose(page, csv(foreign));
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[SC38] [SC44] [SC49] [SC100] pasted rows: titles, bad rows and totals are skipped, duplicates aren’t selected', async ({
    page,
  }) => {
    const allDay = { ...lunch, startTime: '6:00 AM', endTime: '11:00 PM' };
    const { team, layout } = await openImport(page, { rotations: [allDay] });
    const pasted = [
      'Store 12 - Sat Nov 21',
      '',
      'Crew\tShift\tTotal',
      'Davis, Chloe\t9a-5p\t8',
      'Park, Liam\t4p-CL\t',
      'Ortiz, Ana\tnoonish\t',
      'Davis, Chloe\t9a-5p\t8',
      'Ray, Cy\t7:00-11:00\t4',
      'Total hours\t\t20',
    ].join('\n');
    await page.getByLabel('Paste the schedule').fill(pasted);
    await expect(
      page.getByText('3 new shifts for Sat 11/21. 1 duplicate not selected. 3 rows skipped.'),
    ).toBeVisible();
    for (const reason of [
      'Row 1: “Store 12 - Sat Nov 21” is above the header row.',
      'Row 6: “noonish” in Shift is not a time.',
      'Row 9: this is a total.',
    ]) {
      await expect(page.getByText(reason)).toBeVisible();
    }
    const chloe = page.getByRole('checkbox', { name: 'Chloe Davis' });
    await expect(chloe.first()).toBeChecked();
    await expect(chloe.last()).not.toBeChecked();
    await expect(page.getByText('Row 7 is the same as row 4.')).toBeVisible();
    await look(page, 'pasted rows to review');
    await page.getByLabel('Cy Ray, row 8').selectOption('7:00 PM – 11:00 PM');
    await page.getByRole('button', { name: 'Import 3 Shifts' }).tap();
    await expect(page).toHaveURL(atPage('/editor/shifts'));
    const people = async () =>
      (await read(page.context(), team, layout)).shifts.map(({ teamMember, startTime }) => [
        teamMember,
        startTime,
      ]);
    await expect.poll(people).toEqual([
      ['Maya Ortiz', '9:00 AM'],
      ['Chloe Davis', '9:00 AM'],
      ['Liam Park', '4:00 PM'],
      ['Cy Ray', '7:00 PM'],
    ]);
  });

  test('[SC101] [SC113] [SC39] header row and sheet are picked by touch; a calendar is imported', async ({
    page,
  }) => {
    await openImport(page);
    await page
      .getByLabel('Schedule file')
      .setInputFiles(
        new URL('../../schedules/odd-schedules/workbooks/workbook-of-several-sheets.xlsx', import.meta.url)
          .pathname,
      );
    await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('2');
    await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
    await page.getByLabel('Sheet', { exact: true }).selectOption('Last week');
    await expect(page.getByText('1 on other dates.')).toBeVisible();
    await choose(page, csv('Who,When\nold,9a-5p\nName,Shift\nChloe Davis,9a-5p\n'));
    await page.getByRole('button', { name: 'Choose Columns' }).tap();
    await page.getByLabel('Header row').selectOption('Row 3: Name, Shift');
    await look(page, 'the row with the titles');
    await page.getByRole('button', { name: 'Use These Columns' }).tap();
    await expect(page.getByRole('button', { name: 'Import 1 Shift' })).toBeVisible();
    await expect(page.getByText('This file has no dates.')).toBeVisible();
    await page.getByLabel('Schedule file').setInputFiles(calendar);
    await expect(page.getByRole('checkbox', { name: 'Liam Park' })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Import 3 Shifts' })).toBeVisible();
  });
});

/** Opens the import page of a layout for 11/21/2026 with one person. */
async function openImport(page: Page, over: Partial<Layout> = {}): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Maya Ortiz')], ...over });
  await remember(page, { team, layout });
  await page.goto('/editor/shifts/import');
  return { team, layout };
}

const choose = (page: Page, file: ReturnType<typeof csv>) =>
  page.getByLabel('Schedule file').setInputFiles(file);

/** Drops a file with DOM events, because Playwright can't drop files from outside. */
async function drop(page: Page, path: string) {
  const box = await page.locator('.file-drop').boundingBox();
  if (!box) throw new Error('nowhere to drop the file');
  const browser = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      ...at,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  }
}
