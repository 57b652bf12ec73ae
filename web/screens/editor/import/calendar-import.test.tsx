import { strToU8, zipSync } from 'fflate';
import {
  createLayout,
  createTeam,
  expect,
  type Page,
  register,
  remember,
  test,
} from '../../../../test/page/restaurant.ts';

const event = (uid: string, title: string, from: string, to: string) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `SUMMARY:${title}`,
  `DTSTART:20261121T${from}00`,
  `DTEND:20261121T${to}00`,
  'END:VEVENT',
];
const calendar = (name: string, ...events: readonly string[][]) =>
  ['BEGIN:VCALENDAR', `X-WR-CALNAME:${name}`, ...events.flat(), 'END:VCALENDAR', ''].join('\r\n');

test('[SC39] [SC161] of a ZIP, a calendar is chosen, and said whose the shifts without a name are', async ({
  page,
}) => {
  await openImport(page);
  const crew = calendar('Maple crew', event('1', 'Chloe Davis - Grill', '0900', '1700'));
  const own = calendar("Liam Park's shifts", event('2', 'Work', '1000', '1800'));
  const zip = zipSync({ 'a.ics': strToU8(crew), 'b.ics': strToU8(own) }) as Uint8Array<ArrayBuffer>;
  await page.getByLabel('Schedule file').setInputFiles(new File([zip], 'calendars.ical.zip'));
  await page.getByLabel('Calendar', { exact: true }).selectOption('Maple crew');
  await expect(page.getByRole('checkbox', { name: 'Chloe Davis' })).toBeChecked();
  await page.getByLabel('Calendar', { exact: true }).selectOption("Liam Park's shifts");
  await expect(page.getByText('Skipped 1 event with no name in the title: “Work”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to Import' })).toBeDisabled();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Liam Park');
  await page.getByRole('button', { name: 'Use Name' }).click();
  await expect(page.getByRole('checkbox', { name: 'Liam Park' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Import 1 Shift' })).toBeVisible();
});

async function openImport(page: Page): Promise<void> {
  await register(page.context());
  const { team } = await createTeam(page.context());
  const layout = await createLayout(page.context(), team, {});
  remember(page, { team, layout });
  await page.goto('/editor/shifts/import');
}
