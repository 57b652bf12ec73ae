import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countCalls } from '../../test/count-calls.ts';
import type { Client } from '../client.ts';
import { eventsAround, loadCalendarText, parseCalendarFile } from './schedule-file.ts';

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

test('of a calendar, the server is sent the days around, and nothing where they are more than it takes', async () => {
  const sent: string[] = [];
  const call = async (_: unknown, { body }: { body: { calendar: string } }) => {
    sent.push(body.calendar);
    return { ok: true, value: { shifts: [], warnings: [] } };
  };
  const parse = (text: string) => {
    const about = { calendar: text, date: '2026-11-21', timeZone: 'America/Chicago' } as const;
    return parseCalendarFile({ call } as unknown as Client, 'north', about);
  };
  const event = (day: string) =>
    `BEGIN:VEVENT\r\nUID:${day}\r\nSUMMARY:${day}\r\nDTSTART:${day}T090000\r\nEND:VEVENT\r\n`;
  expect(await parse(event('20261121') + event('20270601'))).toMatchObject({ ok: true });
  expect(sent.map(summaries)).toEqual([['20261121']]);
  expect(await parse(event('20261121').repeat(12_000))).toMatchObject({
    problem: { code: 'calendar-too-large' },
  });
  expect(sent).toHaveLength(1);
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

test.each(['BEGIN:VEVENT\n', 'BEGIN:VEVENT\nEND:VEVENT\n', 'UID\n', 'DTSTART'])(
  '[SC39] the lines of a calendar are looked at once each, however often it says %j',
  (text) => {
    const calls = (times: number) =>
      countCalls(() => eventsAround(`BEGIN:VCALENDAR\n${text.repeat(times)}`, '2026-11-21'));
    const [some, more] = [calls(2_000), calls(8_000)];
    const lines = text.split('\n').length - 1;
    // A regular expression that looks for the end of each event counts as one call, however long it takes.
    expect(more - some).toBeGreaterThanOrEqual(6_000 * lines);
    expect(more).toBeLessThan(some * 4.5);
  },
);
