import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventsAround, loadCalendarText } from './schedule-file.ts';

const calendar = readFileSync(new URL('../../test/data/calendar.ics', import.meta.url), 'utf8');
const summaries = (text: string) => [...text.matchAll(/SUMMARY:(.*)/g)].map(([, summary]) => summary?.trim());

test('[SC39] a calendar file is known by its beginning', async () => {
  expect(await loadCalendarText(new Blob([`\uFEFF${calendar}`]))).toContain('VEVENT');
  expect(await loadCalendarText(new Blob(['Name,Start\n']))).toBeNull();
  expect(await loadCalendarText(new Blob([calendar, ' '.repeat(5_000_001)]))).toBeNull();
});

test('a calendar with a byte of another encoding keeps its accents', async () => {
  const mixed = Buffer.concat([
    Buffer.from('BEGIN:VCALENDAR\r\nSUMMARY:Renée\r\nSUMMARY:Jos'),
    Buffer.from([0xe9]),
    Buffer.from('\r\nEND:VCALENDAR'),
  ]);
  expect(summaries((await loadCalendarText(new Blob([mixed]))) ?? '')).toEqual(['Renée', 'José']);
});

test('only events that can matter around the date leave the device', () => {
  const near = eventsAround(calendar, '2026-11-21');
  expect(summaries(near)).toEqual(['Chloe Davis - Kitchen', 'Liam Park', 'Maya Ortiz', 'Open Shift']);
  expect(near).toContain('TZID:Store');
  expect(near.trim().endsWith('END:VCALENDAR')).toBe(true);
  expect(summaries(eventsAround(calendar, '2027-06-01'))).toEqual(['Maya Ortiz']);
});

test('[SC39] every version of an event stays where one is near, and one that was cut off stays so', () => {
  const moved = ['20261121', '20261225'].map(
    (day, sequence) =>
      `BEGIN:VEVENT\r\nUID:7\r\nSEQUENCE:${sequence}\r\nSUMMARY:v${sequence}\r\nDTSTART;TZID="A:B":${day}T090000\r\nEND:VEVENT`,
  );
  expect(summaries(eventsAround(moved.join('\r\n'), '2026-11-21'))).toEqual(['v0', 'v1']);
  const cut = calendar.slice(0, calendar.indexOf('UID:5'));
  expect(eventsAround(cut, '2026-11-21').trim().endsWith('BEGIN:VEVENT')).toBe(true);
});
