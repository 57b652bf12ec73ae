import { expect, type Page } from '@playwright/test';
import { look } from '../look.ts';
import { createLayout, createTeam, register, remember, shiftOf, test } from '../restaurant.ts';

test.describe.configure({ mode: 'parallel' });

const schedule = new URL('../../data/schedule-2026-11-21.csv', import.meta.url).pathname;
const csv = (text: string) => ({ name: 'schedule.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file can be dropped', async ({ page }) => {
  await openImport(page);
  await drop(page, schedule);
  await expect(page.getByText('42 new shifts for Sat 11/21. 1 row skipped.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the review of a schedule, its columns and the row with their titles', async ({ page }) => {
    await openImport(page);
    const pasted = [
      'Store 12 - Sat Nov 21',
      'Crew\tShift\tTotal',
      'Davis, Chloe\t9a-5p\t8',
      'Ortiz, Ana\tnoonish\t',
      'Davis, Chloe\t9a-5p\t8',
      'Ray, Cy\t7:00-11:00\t4',
    ].join('\n');
    await page.getByLabel('Paste the schedule').fill(pasted);
    await expect(page.getByText('Row 5 is the same as row 3.')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Liam Park' })).not.toBeChecked();
    await look(page, 'the review of a schedule');
    await choose(page, 'Pracownik;Kiedy;Od;Do\nChloe Davis;2026-11-21;09:00;17:00\n');
    await expect(page.getByRole('table', { name: 'First rows of the file' })).toContainText('Chloe Davis');
    await look(page, 'columns to choose');
    await choose(page, 'Who,When\nold,9a-5p\nName,Shift\nChloe Davis,9a-5p\n');
    await page.getByRole('button', { name: 'Choose Columns' }).tap();
    await page.getByLabel('Header row').selectOption('Row 3: Name, Shift');
    await look(page, 'the row with the titles');
    await page.getByRole('button', { name: 'Use These Columns' }).tap();
    await page.getByRole('button', { name: 'Import 1 Shift' }).tap();
    await expect(page.getByRole('row').filter({ hasText: 'Chloe Davis' })).toBeVisible();
  });
});

/** Opens the import page of a layout for 11/21/2026, where one of two people is from a file. */
async function openImport(page: Page): Promise<void> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, {
    shifts: [shiftOf('Maya Ortiz'), shiftOf('Liam Park', { provider: 'csv' })],
  });
  await remember(page, { team, layout });
  await page.goto('/editor/shifts/import');
}

const choose = (page: Page, text: string) => page.getByLabel('Schedule file').setInputFiles(csv(text));

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
