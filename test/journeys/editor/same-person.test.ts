import { expect } from '@playwright/test';
import { atPage, createLayout, lunch, openTeam, read, remember, shiftOf, test } from '../restaurant.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

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
  await remember(page, { team, layout });
  await page.goto('/editor/shifts/import');
  await page.getByLabel('Schedule file').setInputFiles({
    name: 'schedule.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Name,Date,Start Time,End Time,Role\n' +
        'CHLOE DAVIS,11/21/2026,9:30 AM,3:30 PM,Counter\n' +
        'Maria Garcia,11/21/2026,9:00 AM,3:00 PM,Grill\n' +
        'Maria Gomez,11/21/2026,10:00 AM,4:00 PM,Fryer\n' +
        'Liam Park,11/21/2026,9:00 AM,3:00 PM,Grill\n',
    ),
  });
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
  await page.getByRole('button', { name: 'Import 4 Shifts' }).tap();
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
