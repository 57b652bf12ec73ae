import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Layout } from '../../../../domain/day/layout.ts';
import {
  atPage,
  colleague,
  createLayout,
  createTeam,
  expect,
  lunch,
  openTeam,
  type Page,
  read,
  register,
  remember,
  shiftOf,
  test,
} from '../../../../test/page/restaurant.ts';

const schedule = 'data/schedule-2026-11-21.csv';
const workbooks = 'schedules/odd-schedules/workbooks';
const header = 'Name,Date,Start Time,End Time\n';
const csv = (text: string | Buffer<ArrayBuffer>, name = 'schedule.csv') =>
  new File([text], name, { type: 'text/csv' });
const stored = async (path: string) =>
  new File([await readFile(join(import.meta.dirname, '../../../../test', path))], path);

const refusedFiles: readonly [what: string, file: File, sentence: string][] = [
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
  await choose(page, await stored(schedule));
  await expect(page.getByText('42 new shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
  await expect(page.getByText('Row 44: this is an open shift with no one assigned.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 42 shifts' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await expect(page.getByRole('row')).toHaveCount(1 + 1 + 42);

  await page.goto('/editor/shifts/import');
  await choose(page, await stored(schedule));
  await expect(page.getByText('42 unchanged shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
});

test('[SC151] rows whose date was read from the text can be said to be for another date', async ({
  page,
}) => {
  await openImport(page);
  const above = '11/20/2026\n"Roster, 11/21/2026"\nName,Start Time,End Time\n';
  await choose(page, csv(`${above}Chloe Davis,9:00 AM,5:00 PM\n`));
  const unclear = 'We can’t tell which dates these rows are for. Choose a date.';
  await expect(page.locator('.field__error')).toHaveText(unclear);
  await page.getByLabel('These rows are for').selectOption('Friday, 11/20/2026');
  await expect(page.getByText('No shifts for Sat 11/21. 1 on other dates.', { exact: false })).toBeVisible();
  await page.getByLabel('These rows are for').selectOption('Saturday, 11/21/2026');
  await page.getByRole('button', { name: 'Import 1 shift' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Chloe Davis' })).toContainText('5:00 PM');
});

test('[SC151] rows of several dates can be said to be for one, and for those of the file again', async ({
  page,
}) => {
  await openImport(page);
  await page.getByLabel('Paste the schedule').fill('11/20\nBo 9a-5p\n11/21\nChloe 9a-5p');
  await expect(page.getByText('1 new shift for Sat 11/21. 1 on other dates.')).toBeVisible();
  const choice = page.getByLabel('These rows are for');
  await choice.selectOption('Saturday, 11/21/2026');
  await expect(page.getByText('2 new shifts for Sat 11/21.')).toBeVisible();
  await choice.selectOption('The dates in the file');
  await expect(page.getByText('1 new shift for Sat 11/21. 1 on other dates.')).toBeVisible();
});

test('shifts of other days are not imported', async ({ page }) => {
  await openImport(page);
  await choose(page, csv(`${header}Chloe Davis,11/22/2026,9:00 AM,5:00 PM\n`));
  await expect(page.getByText('No shifts for Sat 11/21. 1 on other dates.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled();
});

test('[SC55] an Excel file is imported; people not in it stay unless checked; rows can be unchecked', async ({
  page,
}) => {
  const { team, layout } = await openImport(page);
  await choose(page, csv(`${header}Liam Park,11/21/2026,9:00 AM,5:00 PM\n`));
  await page.getByRole('button', { name: 'Import 1 shift' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  await page.goto('/editor/shifts/import');
  await choose(page, await stored(`${workbooks}/workbook.xlsx`));
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
  const gone = page.getByRole('checkbox', { name: 'Liam Park' });
  await expect(gone).not.toBeChecked();
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

test('[SC24] unknown columns are mapped once, also by a lead, and remembered', async ({ page }) => {
  const { team } = await openImport(page);
  const lead = await colleague(page, team, 'lead');
  const manager = page.context();
  await page.handTo(lead);
  await page.goto('/editor/shifts/import');
  const foreign = 'Pracownik;Kiedy;Od;Do\nChloe Davis;2026-11-21;09:00;17:00\n';
  await choose(page, csv(foreign));
  await expect(page.locator('.field__error')).toContainText(
    'We couldn’t find a column for name, start time, end time',
  );
  await expect(page.getByRole('table', { name: 'First rows of the file' })).toContainText('Chloe Davis');
  await page.getByLabel('Name', { exact: true }).selectOption('Pracownik');
  await page.getByLabel('Date').selectOption('Kiedy');
  await page.getByLabel('Start time').selectOption('Od');
  await page.getByRole('button', { name: 'Use These Columns' }).click();
  await expect(page.locator('.field__error')).toContainText('We couldn’t find a column for end time');
  await page.getByLabel('End time').selectOption('Do');
  await page.getByRole('button', { name: 'Use These Columns' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 shift' })).toBeVisible();
  await page.handTo(manager);
  await page.goto('/editor/shifts/import');
  await choose(page, csv(foreign));
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
});

test('of two columns that both fit, one is chosen; rows of time off are counted in one line', async ({
  page,
}) => {
  await openImport(page);
  const rows = ['Ana', 'Bo'].map((name) => `Store 12,${name},11/21/2026,Time Off,All day`);
  const shift = 'Store 12,Chloe Davis,11/21/2026,9:00 AM,5:00 PM';
  await choose(page, csv(['Employee,Team Member,Date,Start,End', shift, ...rows].join('\n')));
  await expect(page.locator('.field__error')).toContainText(
    'Both “Team Member” and “Employee” could be the name. Choose which one to use.',
  );
  await page.getByLabel('Name', { exact: true }).selectOption('Team Member');
  await page.getByRole('button', { name: 'Use These Columns' }).click();
  await expect(page.getByText('1 new shift for Sat 11/21. 2 rows skipped.')).toBeVisible();
  await expect(page.getByText('2 rows with “Time Off” aren’t shifts: 3, 4.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
});

test('[SC38] [SC44] pasted rows: titles, bad rows and totals are skipped, duplicates aren’t selected', async ({
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
  await page.getByLabel('Cy Ray, row 8').selectOption('7:00 PM – 11:00 PM');
  await page.getByRole('button', { name: 'Import 3 Shifts' }).click();
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

test('[SC39] header row and sheet are picked; a calendar is imported', async ({ page }) => {
  await openImport(page);
  await choose(page, await stored(`${workbooks}/workbook-of-several-sheets.xlsx`));
  await expect(page.getByLabel('Sheet', { exact: true })).toHaveValue('2');
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
  await page.getByLabel('Sheet', { exact: true }).selectOption('Last week');
  await expect(page.getByText('1 on other dates.')).toBeVisible();
  await choose(page, csv('Who,When\nold,9a-5p\nName,Shift\nChloe Davis,9a-5p\n'));
  await page.getByRole('button', { name: 'Choose Columns' }).click();
  await page.getByLabel('Header row').selectOption('Row 3: Name, Shift');
  await page.getByRole('button', { name: 'Use These Columns' }).click();
  await expect(page.getByRole('button', { name: 'Import 1 Shift' })).toBeVisible();
  await expect(page.getByText('This file has no dates.')).toBeVisible();
  await choose(page, await stored('data/calendar.ics'));
  await expect(page.getByRole('checkbox', { name: 'Liam Park' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Import 3 Shifts' })).toBeVisible();
});
test('[SC40] syncing a copied day doesn’t duplicate anyone', async ({ page }) => {
  const { team } = await openTeam(page, {});
  // like a copy of last week: manual shifts with positions and no schedule data
  const [chloe, maria, bo] = [shiftOf('Chloe Davis'), shiftOf('Maria G.'), shiftOf('Bo Chen')];
  const counter = lunch.subareas[0]?.positions ?? [];
  const seated = counter.map((position, index) =>
    index === 0 ? { ...position, seats: [chloe.id] } : position,
  );
  const rotations = [{ ...lunch, subareas: [{ id: 'counter', name: 'Front Counter', positions: seated }] }];
  const layout = await createLayout(page.context(), team, { shifts: [chloe, maria, bo], rotations });
  remember(page, { team, layout });
  await page.goto('/editor/shifts/import');
  await page
    .getByLabel('Schedule file')
    .setInputFiles(
      csv(
        'Name,Date,Start Time,End Time,Role\n' +
          'CHLOE DAVIS,11/21/2026,9:30 AM,3:30 PM,Counter\n' +
          'Maria Garcia,11/21/2026,9:00 AM,3:00 PM,Grill\n' +
          'Maria Gomez,11/21/2026,10:00 AM,4:00 PM,Fryer\n' +
          'Liam Park,11/21/2026,9:00 AM,3:00 PM,Grill\n',
      ),
    );
  await expect(page.getByText('1 new, 3 matched shifts for Sat 11/21.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'CHLOE DAVIS' })).toBeChecked();
  await expect(page.getByText('9:00 AM – 3:00 PM → 9:30 AM – 3:30 PM')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Maria Garcia' })).toBeDisabled();
  await page.getByLabel('Same person as (Maria Garcia)').selectOption({ index: 1 });
  await expect(page.getByRole('checkbox', { name: 'Maria Garcia' })).toBeChecked();
  // a person matched with one row isn't offered for another
  const gomez = page.getByLabel('Same person as (Maria Gomez)');
  await expect(gomez.getByRole('option', { name: /Maria G\./ })).toHaveCount(0);
  await gomez.selectOption('Someone else (add a shift)');
  await page.getByRole('button', { name: 'Import 4 Shifts' }).click();
  await expect(page).toHaveURL(atPage('/editor/shifts'));
  const shifts = async () => (await read(page.context(), team, layout)).shifts;
  await expect
    .poll(async () => (await shifts()).map(({ teamMember }) => teamMember).sort())
    .toEqual(['Bo Chen', 'Chloe Davis', 'Liam Park', 'Maria Garcia', 'Maria Gomez']);
  const after = await read(page.context(), team, layout);
  expect(after.shifts.find(({ id }) => id === chloe.id)).toMatchObject({
    startTime: '9:30 AM',
    provider: 'csv',
  });
  expect(after.rotations[0]?.subareas[0]?.positions[0]?.seats).toEqual([chloe.id]);
});

/** Opens the import page of a layout for 11/21/2026 with one person. */
async function openImport(page: Page, over: Partial<Layout> = {}): Promise<{ team: string; layout: string }> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, { shifts: [shiftOf('Maya Ortiz')], ...over });
  remember(page, { team, layout });
  await page.goto('/editor/shifts/import');
  return { team, layout };
}

const choose = (page: Page, file: File) => page.getByLabel('Schedule file').setInputFiles(file);
