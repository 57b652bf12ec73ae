import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { loadCalendars, type NamedCalendar } from '../../client/files/calendar-archive.ts';
import { eventsAround, parseScheduleFile } from '../../client/files/schedule-file.ts';
import { parseCalendar } from '../../server/schedules/providers/calendar-feed.ts';
import { sentence } from '../../server/words.ts';
import { alone, neverAborted } from '../providers/test-fetch.ts';
import { filesIn } from './files-in.ts';

/** Calendars as stores have them, and all that comes of each on this Saturday. The clock changes in its night. */
const date = '2027-03-13';
const rotations = [{ startTime: '6:00 AM', endTime: '11:00 PM' }];

const ana = 'Ana Lopez 9:00 AM–5:00 PM, Cashier';
const bo = 'Bo Li 4:00 PM–11:00 PM, Grill';
const nameless = (count: number, titles: string) =>
  `Skipped ${count} event${count > 1 ? 's' : ''} with no name in the title: ${titles}.`;
const allDay = (count: number, titles: string) =>
  `Skipped ${count} all-day event${count > 1 ? 's' : ''}: ${titles}.`;
const canceled = 'Skipped 1 canceled shift.';

interface Expected {
  readonly lines: readonly string[];
  /** The calendar that a person chooses, and whose it is said to be. */
  readonly choose?: string;
  readonly person?: string;
}

const found: Readonly<Record<string, Expected>> = {
  '01-windows-zone.ics': {
    lines: [ana, 'Bo Li 9:00 AM–5:00 PM, Grill', 'Cy Roe 4:00 PM–10:00 PM, Fry'],
  },
  '02-free-marked-shifts.ics': {
    lines: [ana, bo, 'Cy Roe 8:00 PM–1:30 AM, Close', allDay(1, '“Spring break”')],
  },
  '03-all-day-titles.ics': {
    lines: [
      ...[ana, 'Bo Li 4:00 PM–11:00 PM, Shift', 'Cy Roe 10:00 AM–6:00 PM, Shift'],
      '1 shift ends at close: 11:00 PM, when the last rotation ends: “Bo Li: 4p-CL”.',
      allDay(2, '“Inventory day”, “Dee Vo off”'),
    ],
  },
  '04-own-feed.ics': {
    person: 'Ana Lopez',
    lines: ['Ana Lopez 9:00 AM–5:00 PM, Shift', 'Skipped 1 on-call event: “On-call”.'],
  },
  '08-folded-inside-a-letter.ics': {
    lines: [
      'María del Carmen Guadalupe Fernanda Valentinaaaaa Castellanos Núñez 9:00 AM–5:00 PM, Cashier: kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkké Núñez hat Schlüssel; ruft vorher an',
      'Zoë Hart 4:00 PM–11:00 PM, Grill',
    ],
  },
  '40-google-export.zip': { choose: 'Maple shifts', lines: [ana, bo] },
  'after-midnight.ics': { lines: [ana, nameless(1, '“Night count”')] },
  'canceled-by-title.ics': { lines: [bo, canceled] },
  'carriage-returns-only.ics': { lines: [ana, bo] },
  'dashed-dates.ics': { lines: [ana] },
  'days-across.ics': { lines: [bo, allDay(2, '“Ana Lopez 9a-5p”, “Dee Vo vacation”')] },
  'exdates-of-exchange.ics': { lines: ['Cy Roe 9:00 AM–5:00 PM, Fry'] },
  'floating-with-another-zone.ics': {
    lines: [
      ana,
      '1 shift has no time zone and was read in your store’s time, but the calendar is in America/New_York: “Ana Lopez - Cashier”. Check the times.',
    ],
  },
  'free-among-busy.ics': {
    lines: [ana, bo, 'The calendar marks 1 shift as free time: “Bo Li - Grill”. Check that it is worked.'],
  },
  'guest-by-address.ics': {
    lines: [bo, 'Skipped 1 guest with an email address but no name: “ana.lopez@example.test”.'],
  },
  'guest.ics': { lines: [ana] },
  'guests.ics': {
    lines: [
      ...['Ana Lopez 4:00 PM–11:00 PM, Shift', 'Bo Li 4:00 PM–11:00 PM, Shift'],
      'Skipped the organizer of 1 event: “Kim Vo”.',
      'Skipped 1 guest who declined: “Cy Roe”.',
    ],
  },
  'homebase-own.ics': { lines: [nameless(2, '“Shift at Maple (Cashier)”, “Scheduled shift”')] },
  'html-notes.ics': { lines: [`${ana}: Station: till 3\nBring keys & apron`] },
  'lines-that-are-broken.ics': {
    lines: [`${ana}: Keys\nand till 3`, 'Skipped 1 shift that couldn’t be read.'],
  },
  'midnight-to-midnight.ics': { lines: [ana, allDay(1, '“Spring sale”')] },
  'named-in-the-description.ics': {
    lines: [`${ana}: Employee: Ana Lopez\nPosition: Cashier\nLocation: Maple`, `${bo}: Team member: Bo Li`],
  },
  'named-in-the-location.ics': { lines: [bo, nameless(1, '“Cashier”')] },
  'not-shifts.ics': {
    lines: [ana, nameless(6, '“Team meeting”, “Dentist”, “Truck delivery”, “Inventory Count”, “Busy”, …')],
  },
  'one-calendar-takes-back.ics': { lines: [ana, canceled] },
  'organizer-alone.ics': { lines: [nameless(1, '“Work”')] },
  'other-times-in-the-title.ics': {
    lines: [bo, 'Skipped 2 events with other times in the title: “Ana Lopez 9am-5pm”, “Cy Roe 11:00-19:00”.'],
  },
  'out-of-office.ics': {
    lines: ['Bo Li 4:00 PM–11:00 PM, Shift', 'Skipped 1 event such as time off or store hours.'],
  },
  'place-first.ics': {
    lines: ['Ana Lopez 9:00 AM–5:00 PM, Shift', 'Bo Li 4:00 PM–11:00 PM, Shift'],
  },
  'revised-override.ics': { lines: ['Ana Lopez 1:00 PM–7:00 PM, Cashier'] },
  'role-first.ics': {
    lines: [
      ...[ana, bo, 'Cy Roe 10:00 AM–6:00 PM, Fry', 'Dee Vo 11:00 AM–3:00 PM, Shift'],
      'Eve Moss 11:00 AM–4:00 PM, Window',
    ],
  },
  'tasks.ics': { lines: ['Skipped 2 calendar entries that aren’t events, such as tasks.'] },
  'tentative.ics': {
    lines: [ana, bo, 'The calendar gives 1 shift the status “TENTATIVE”: “Ana Lopez - Cashier”.'],
  },
  'this-and-following-canceled.ics': { lines: [bo, canceled] },
  'this-and-following.ics': { lines: ['Ana Lopez 12:00 PM–6:00 PM, Grill'] },
  'three-days-long.ics': {
    lines: [bo, 'Skipped 1 shift shorter than a minute or longer than 24 hours.'],
  },
  'two-locations.ics': {
    lines: [
      ...[ana, bo],
      'These shifts are at 2 places: “12 Maple Street”, “9 Oak Avenue”. Make sure all of them belong to this store.',
    ],
  },
  'two-people-in-a-title.ics': {
    lines: [
      'Eve Moss 10:00 AM–6:00 PM, Fry',
      'Skipped 2 events with more than one person in the title: “Ana Lopez & Bo Li”, “Cy Roe / Dee Vo - Grill”. Give each person an event.',
    ],
  },
  'two-stores.ics': { choose: 'Oak crew', lines: [bo] },
  'unknown-zone.ics': {
    lines: [
      'Ana Lopez 10:00 AM–6:00 PM, Cashier',
      'We don’t know the time zone “Customized Time Zone”, so 1 shift was read in your store’s time: “Ana Lopez - Cashier”. Check the times.',
    ],
  },
  'unquoted-display-zone.ics': { lines: [ana] },
  'utf-16-without-its-mark.ics': { lines: ['Zoë Núñez 9:00 AM–5:00 PM, Cashier'] },
  'version-1.ics': { lines: ['Zoë Núñez 9:00 AM–5:00 PM, Cashier'] },
  'weekly-all-day.ics': {
    lines: ['Ana Lopez 9:00 AM–5:00 PM, Shift', 'Bo Li 4:00 PM–11:00 PM, Shift'],
  },
  'zone-with-a-prefix.ics': { lines: [ana, bo] },
  'zones-misspelled.ics': {
    lines: [ana, 'Bo Li 4:00 PM–10:00 PM, Grill', 'Cy Roe 6:00 PM–11:00 PM, Fry'],
  },
};

const isCalendar = ([name]: readonly [string, string]) => /\.(ics|zip)$/.test(name);
const files = new Map(
  [
    ...filesIn(new URL('field-files/', import.meta.url)),
    ...filesIn(new URL('field-calendars/', import.meta.url)),
  ].filter(isCalendar),
);
const fileNamed = (name: string) => new Blob([readFileSync(files.get(name) ?? '')]);

async function calendarsIn(file: Blob): Promise<readonly NamedCalendar[]> {
  const calendars = await loadCalendars(file);
  if (!calendars?.ok) throw new Error(calendars ? sentence(calendars.problem) : 'It is no calendar.');
  return calendars.value;
}

async function readCalendar(text: string, person?: string): Promise<readonly string[]> {
  const terms = {
    ...{ date, person, timeZone: 'America/Chicago', day: { dayStart: '4:00 AM', rotations } },
    ...{ signal: neverAborted(), timeSlice: alone },
  };
  const read = await parseCalendar(eventsAround(text, date), terms);
  if (!read.ok) return [sentence(read.problem)];
  const shifts = read.value.shifts.filter((shift) => shift.date === date);
  return [
    ...shifts.map(({ teamMember, startTime, endTime, job, note }) =>
      [`${teamMember} ${startTime}–${endTime}, ${job}`, ...(note ? [note] : [])].join(': '),
    ),
    ...read.value.warnings,
  ];
}

test('every calendar of the folders has its line here', () => {
  expect([...files.keys()].sort()).toEqual(Object.keys(found).sort());
});

test.each(Object.entries(found))(
  '[SC160] [SC161] [SC162] [SC163] [SC164] %s is read, or said',
  async (name, { lines, choose, person }) => {
    const calendars = await calendarsIn(fileNamed(name));
    expect(calendars.length > 1).toBe(choose !== undefined);
    const calendar = choose ? calendars.find((each) => each.name === choose) : calendars[0];
    expect(await readCalendar(calendar?.text ?? '', person)).toEqual(lines);
  },
);

test('[SC161] of one person’s own calendar, all is said until it is known whose it is', async () => {
  const [calendar] = await calendarsIn(fileNamed('04-own-feed.ics'));
  expect(calendar?.name).toBe("Ana Lopez's shifts");
  expect(await readCalendar(calendar?.text ?? '')).toEqual([
    nameless(1, '“Work”'),
    'Skipped 1 on-call event: “On-call”.',
  ]);
});

test('[SC39] several calendars of one link are said', async () => {
  const text = readFileSync(files.get('two-stores.ics') ?? '', 'utf8');
  expect(await readCalendar(text)).toEqual([
    ...[ana, bo],
    'This includes 2 calendars: “Maple crew”, “Oak crew”. Make sure all of them belong to this store.',
  ]);
});

const archive = (contents: Readonly<Record<string, string | Uint8Array>>) =>
  new Blob([
    zipSync(
      Object.fromEntries(
        Object.entries(contents).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : content,
        ]),
      ),
    ) as Uint8Array<ArrayBuffer>,
  ]);
const empty = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';

test('[SC39] a small archive can’t fill the memory', async () => {
  const large = new Uint8Array(21_000_000);
  expect(await loadCalendars(archive({ 'a.ics': large }))).toMatchObject({
    problem: { code: 'calendar-too-large' },
  });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`${nth}.ics`, empty]));
  expect(await loadCalendars(archive(many))).toMatchObject({ problem: { code: 'calendar-too-large' } });
});

test('[SC39] an archive that says it is smaller than it is is cut off there, and isn’t a whole calendar', async () => {
  const long = `BEGIN:VCALENDAR\r\n${'X-A:b\r\n'.repeat(5_000)}END:VCALENDAR\r\n`;
  const bytes = new Uint8Array(await archive({ 'a.ics': long }).arrayBuffer());
  const entry = bytes.findIndex((_, at) => [0x50, 0x4b, 1, 2].every((sign, nth) => bytes[at + nth] === sign));
  new DataView(bytes.buffer).setUint32(entry + 24, 1_000, true);
  const read = await loadCalendars(new Blob([bytes]));
  const text = read?.ok ? (read.value[0]?.text ?? '') : '';
  expect(text).toBe(long.slice(0, 1_000));
  expect((await readCalendar(text))[0]).toMatch(/^We couldn’t read the schedule/);
});

test('[SC39] of an archive, files that aren’t calendars are left out; one without any says so', async () => {
  const mixed = archive({
    'notes.txt': 'x',
    '__MACOSX/._a.ics': 'x',
    'in/a folder/b.ics': empty,
    'c.ics': 'x',
  });
  expect(await calendarsIn(mixed)).toEqual([{ name: 'b', text: empty }]);
  const none = archive({ 'notes.txt': 'x' });
  expect(await loadCalendars(none)).toBeNull();
  const refused = await parseScheduleFile(none);
  expect(refused.ok ? '' : sentence(refused.problem)).toBe(
    'That ZIP file has no calendar in it. Open it and choose the file with the schedule.',
  );
});
