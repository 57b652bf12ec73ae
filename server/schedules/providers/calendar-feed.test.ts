import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CalendarStandIn, event, runCalendar } from '../../../test/providers/calendar.ts';
import { runStandIn } from '../../../test/providers/stand-in.ts';
import { alone, createTestFetch, neverAborted, type TestFetch } from '../../../test/providers/test-fetch.ts';
import { createCalendarFeed } from './calendar-feed.ts';
import type { Provider } from './provider.ts';

let standIn: CalendarStandIn;
let safeFetch: TestFetch;
let provider: Provider;
beforeEach(async () => {
  standIn = await runCalendar();
  safeFetch = createTestFetch([standIn]);
  provider = createCalendarFeed({ safeFetch });
});
afterEach(async () => {
  await safeFetch.close();
  await standIn.stop();
});

const read = (date = '2026-03-07', address = standIn.feed) =>
  provider.fetchSchedule({
    settings: { address },
    location: null,
    date,
    timeZone: 'America/Chicago',
    signal: neverAborted(),
    timeSlice: alone,
  });
const told = (...events: string[]) => {
  standIn.calendar.events = events;
};
const morning = ['DTSTART:20260307T150000Z', 'DTEND:20260307T190000Z'];
const unreadable = { ok: false, problem: { code: 'schedule-unreadable' } };

test('an event is a shift: its name, its role and the store’s clock', async () => {
  told(
    event(
      'UID:7@wiw',
      'DTSTART:20260307T150000Z',
      'DTEND:20260307T233000Z',
      'SUMMARY:Maria G. (Shift as COOK at MAPLE)',
      'DESCRIPTION:Deliveries\\, then fryer',
    ),
    event('UID:8@wiw', 'DTSTART:20260307T150000Z', 'DURATION:PT4H', 'SUMMARY;LANGUAGE=en:Li Wei - Front'),
    event('UID:9@wiw', 'DTSTART:20260307T150000Z', 'DTEND:20260307T190000Z', 'SUMMARY:Sam'),
  );
  expect(await read()).toEqual({
    ok: true,
    value: {
      shifts: [
        {
          id: 'ics:7@wiw',
          date: '2026-03-07',
          teamMember: 'Maria G.',
          startTime: '9:00 AM',
          endTime: '5:30 PM',
          job: 'COOK',
          note: 'Deliveries, then fryer',
          role: 'COOK',
        },
        expect.objectContaining({ teamMember: 'Li Wei', role: 'Front', endTime: '1:00 PM' }),
        expect.objectContaining({ teamMember: 'Sam', role: 'Shift' }),
      ],
      warnings: [],
    },
  });
});

test('[SC107] a time with its zone, of another one, of Windows, or without any, which is the store’s', async () => {
  const zones = [
    'DTSTART;TZID=America/Chicago:20260307T090000',
    'DTSTART;TZID=America/New_York:20260307T090000',
    'DTSTART;TZID=Central Standard Time:20260307T090000',
    'DTSTART;TZID=Somewhere/Else:20260307T090000',
    'DTSTART:20260307T090000',
  ];
  told(...zones.map((start, index) => event(`UID:${index}`, start, 'DURATION:PT8H', 'SUMMARY:Sam')));
  expect(await read()).toMatchObject({
    value: {
      shifts: ['9:00 AM', '8:00 AM', '9:00 AM', '9:00 AM', '9:00 AM'].map((startTime) => ({ startTime })),
    },
  });
});

test('[SC68] on the days when the clock changes, shifts start and end by the clock', async () => {
  told(
    event(
      'UID:1',
      'DTSTART;TZID=America/Chicago:20260307T220000',
      'DTEND;TZID=America/Chicago:20260308T060000',
      'SUMMARY:Sam',
    ),
    event('UID:2', 'DTSTART:20261101T040000Z', 'DTEND:20261101T120000Z', 'SUMMARY:Sam'),
  );
  expect(await read('2026-03-08')).toMatchObject({
    value: { shifts: [{ date: '2026-03-07', startTime: '10:00 PM', endTime: '6:00 AM' }] },
  });
  expect(await read('2026-11-01')).toMatchObject({
    value: { shifts: [{ date: '2026-10-31', startTime: '11:00 PM', endTime: '6:00 AM' }] },
  });
});

test('a recurring event is a shift each time, except for removed, moved and canceled days', async () => {
  const chicago = (name: string, time: string) => `${name};TZID=America/Chicago:${time}`;
  told(
    event(
      'UID:r',
      chicago('DTSTART', '20260301T090000'),
      chicago('DTEND', '20260301T170000'),
      'RRULE:FREQ=DAILY',
      chicago('EXDATE', '20260306T090000'),
      'SUMMARY:Sam',
    ),
    event(
      'UID:r',
      chicago('RECURRENCE-ID', '20260307T090000'),
      chicago('DTSTART', '20260307T100000'),
      chicago('DTEND', '20260307T170000'),
      'SUMMARY:Sam',
    ),
    event(
      'UID:r',
      chicago('RECURRENCE-ID', '20260308T090000'),
      chicago('DTSTART', '20260308T090000'),
      chicago('DTEND', '20260308T170000'),
      'STATUS:CANCELLED',
      'SUMMARY:Sam',
    ),
  );
  expect(await read('2026-03-07')).toMatchObject({
    value: { shifts: [{ id: 'ics:r:2026-03-07', startTime: '10:00 AM' }], warnings: [] },
  });
  expect(await read('2026-03-08')).toMatchObject({
    value: {
      shifts: [{ date: '2026-03-09', startTime: '9:00 AM' }, { date: '2026-03-07' }],
      warnings: ['Skipped 1 canceled shift.'],
    },
  });
});

const in2026 = (name: string, date: string, time: string) =>
  `${name};TZID=America/Chicago:2026${date}T${time}00`;

test('an event on more dates, or with several rules, is a shift on each of them', async () => {
  told(
    event(
      'UID:list',
      in2026('DTSTART', '0302', '0900'),
      in2026('DTEND', '0302', '1700'),
      `${in2026('RDATE', '0306', '0900')},20260307T110000,20260308T090000`,
      in2026('EXDATE', '0308', '0900'),
      'BEGIN:VALARM',
      'UID:alarm',
      'TRIGGER:-PT15M',
      'DURATION:PT5M',
      'END:VALARM',
      'SUMMARY:Sam',
    ),
    event(
      'UID:rules',
      in2026('DTSTART', '0302', '1000'),
      in2026('DTEND', '0302', '1200'),
      'RRULE:FREQ=WEEKLY;BYDAY=FR',
      'RRULE:FREQ=DAILY;INTERVAL=5',
      'SUMMARY:Ann',
    ),
    event(
      'UID:period',
      'DTSTART:20260302T150000Z',
      'DURATION:PT4H',
      'RDATE;VALUE=PERIOD:20260307T150000Z/20260307T180000Z,20260308T150000Z/PT2H',
      'SUMMARY:Bo',
    ),
    event(
      'UID:moved',
      in2026('DTSTART', '0302', '1300'),
      in2026('DTEND', '0302', '1500'),
      in2026('RDATE', '0307', '1300'),
      'SUMMARY:Li',
    ),
    event(
      'UID:moved',
      in2026('RECURRENCE-ID', '0307', '1300'),
      in2026('DTSTART', '0307', '1400'),
      in2026('DTEND', '0307', '1500'),
      'SUMMARY:Li',
    ),
  );
  const answer = await read();
  expect(answer).toMatchObject({ ok: true, value: { warnings: [] } });
  const shifts = answer.ok ? answer.value.shifts : [];
  expect(shifts.map(({ id, startTime, endTime }) => `${id} ${startTime} ${endTime}`).sort()).toEqual([
    'ics:list:2026-03-06 9:00 AM 5:00 PM',
    'ics:list:2026-03-07 11:00 AM 7:00 PM',
    'ics:moved:2026-03-07 2:00 PM 3:00 PM',
    'ics:period:2026-03-07 9:00 AM 12:00 PM',
    'ics:period:2026-03-08 10:00 AM 12:00 PM',
    'ics:rules:2026-03-06 10:00 AM 12:00 PM',
    'ics:rules:2026-03-07 10:00 AM 12:00 PM',
  ]);
});

test('an event with a rule of what to leave out is left out with a word', async () => {
  told(event('UID:1', ...morning, 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY', 'SUMMARY:Sam'));
  expect(await read()).toMatchObject({
    value: { shifts: [], warnings: ['Skipped 1 shift that couldn’t be read.'] },
  });
});

test('a calendar with a byte of another encoding, or folded within a letter, keeps its accents', async () => {
  const names = ['Renée', 'Jos?', 'Nú|ñez'];
  const text = names.map((name, nth) => event(`UID:${nth}`, ...morning, `SUMMARY:${name}`));
  const whole = Buffer.from(['BEGIN:VCALENDAR', ...text, 'END:VCALENDAR'].join('\r\n'));
  const cut = whole.indexOf('|');
  const parts = [whole.subarray(cut + 1, cut + 2), Buffer.from('\r\n '), whole.subarray(cut + 2)];
  const bytes = Buffer.concat([whole.subarray(0, cut), ...parts]);
  bytes[bytes.indexOf('?')] = 0xe9;
  const mixed = await runStandIn(() => ({ body: bytes }));
  const doorThere = createTestFetch([mixed]);
  const answer = await createCalendarFeed({ safeFetch: doorThere }).fetchSchedule({
    ...{
      settings: { address: mixed.address },
      location: null,
      date: '2026-03-07',
      timeZone: 'America/Chicago',
    },
    ...{ signal: neverAborted(), timeSlice: alone },
  });
  expect(answer.ok && answer.value.shifts.map(({ teamMember }) => teamMember)).toEqual([
    'Renée',
    'José',
    'Núñez',
  ]);
  await doorThere.close();
  await mixed.stop();
});

test('roles, stars and tags around a name are no part of it, and last names first are turned around', async () => {
  const summaries = [
    'Gutiérrez, María (Cashier)',
    '*Reed\\, Jo [Trainee]',
    'Wei, Li - Grill',
    'Sample, Ana #1020',
  ];
  told(...summaries.map((each, index) => event(`UID:${index}`, ...morning, `SUMMARY:${each}`)));
  const answer = await read();
  expect(answer.ok && answer.value.shifts.map(({ teamMember, role }) => [teamMember, role])).toEqual([
    ['María Gutiérrez', 'Cashier'],
    ['Jo Reed', 'Trainee'],
    ['Li Wei', 'Grill'],
    ['Ana Sample', 'Shift'],
  ]);
});

test('what is nobody’s shift, time off and lines of the store are left out with a word', async () => {
  const summaries = [
    'House',
    'Open Shift 1',
    '(Unassigned)',
    'PTO',
    'Maria - Time off',
    'Store hours',
    'Sam',
  ];
  told(...summaries.map((each, index) => event(`UID:${index}`, ...morning, `SUMMARY:${each}`)));
  expect(await read()).toMatchObject({
    value: {
      shifts: [{ teamMember: 'Sam' }],
      warnings: [
        'Skipped 3 shifts with nobody assigned.',
        'Skipped 3 events such as time off or store hours.',
      ],
    },
  });
});

test('a calendar that takes back its events brings no shifts', async () => {
  told('METHOD:CANCEL', event('UID:1', ...morning, 'SUMMARY:Sam'));
  expect(await read()).toMatchObject({
    value: { shifts: [], warnings: ['Skipped 1 canceled shift.'] },
  });
});

test('[SC14] cancelled, open, nameless and unreadable events are left out; those of a whole day are said', async () => {
  told(
    event('UID:1', ...morning, 'STATUS:CANCELLED', 'SUMMARY:Sam'),
    event('UID:2', ...morning, 'SUMMARY:OpenShift (Shift as COOK at MAPLE)'),
    event('UID:3', ...morning),
    event('UID:4', 'DTSTART:soon', 'SUMMARY:Sam'),
    event('UID:5', 'DTSTART;VALUE=DATE:20260307', 'SUMMARY:Payday'),
    event('UID:6', 'DTSTART:20260307T190000Z', 'DTEND:20260307T150000Z', 'SUMMARY:Sam'),
  );
  expect(await read()).toMatchObject({
    value: {
      shifts: [],
      warnings: [
        'Skipped 1 canceled shift.',
        'Skipped 1 shift with nobody assigned.',
        'Skipped 1 shift without a name.',
        'Skipped 1 shift that couldn’t be read.',
        'Skipped 1 all-day event: “Payday”.',
        'Skipped 1 shift shorter than a minute or longer than 24 hours.',
      ],
    },
  });
});

test('a long id stays its own', async () => {
  const [one, other] = ['1', '2'].map((end) => 'x'.repeat(300) + end);
  const times = ['DTSTART:20260307T150000Z', 'DTEND:20260307T190000Z', 'SUMMARY:Sam'];
  told(event(`UID:${one}`, ...times), event(`UID:${other}`, ...times));
  const answer = await read();
  const ids = answer.ok ? answer.value.shifts.map(({ id }) => id) : [];
  expect(new Set(ids).size).toBe(2);
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThan(161);
});

test('[SC14] of two events with one UID the second is left out with a word, unless it is a revision', async () => {
  const from = (time: string) => [`DTSTART:20260307T${time}Z`, 'DURATION:PT4H'];
  told(
    event('UID:1', ...from('150000'), 'SUMMARY:Sam'),
    event('UID:1', ...from('160000'), 'SUMMARY:Ann'),
    event('UID:1', 'DTSTART:20260320T150000Z', 'DURATION:PT4H', 'SUMMARY:Bo'),
    event('UID:2', ...from('170000'), 'SEQUENCE:1', 'SUMMARY:Li'),
    event('UID:2', ...from('180000'), 'SEQUENCE:2', 'SUMMARY:Li Wei'),
    event('UID:3', ...from('170000'), 'SUMMARY:Kim'),
    event('UID:3', 'DTSTART:20260320T150000Z', 'DURATION:PT4H', 'SEQUENCE:1', 'SUMMARY:Kim'),
  );
  expect(await read()).toMatchObject({
    value: {
      shifts: [
        { id: 'ics:1', teamMember: 'Sam', startTime: '9:00 AM' },
        { id: 'ics:2', teamMember: 'Li Wei', startTime: '12:00 PM' },
      ],
      warnings: ['Skipped 1 shift listed twice.'],
    },
  });
  expect(await read('2026-03-20')).toMatchObject({
    value: { shifts: [{ teamMember: 'Bo' }, { teamMember: 'Kim' }], warnings: [] },
  });
});

test('[SC14] events without a UID have an id each that stays', async () => {
  told(event(...morning, 'SUMMARY:Sam'), event(...morning, 'SUMMARY:Bo'));
  const first = await read();
  expect(first).toMatchObject({
    value: { shifts: [{ teamMember: 'Sam' }, { teamMember: 'Bo' }], warnings: [] },
  });
  told(event(...morning, 'SUMMARY:Sam', 'DESCRIPTION:Late'), event(...morning, 'SUMMARY:Bo'));
  const ids = (answer: typeof first) => answer.ok && answer.value.shifts.map(({ id }) => id);
  expect(ids(await read())).toEqual(ids(first));
});

test('[SC16] lines that are folded, ends of lines of their own, and other components are read', async () => {
  told(
    'BEGIN:VTODO\nUID:9\nSUMMARY:Count the till\nEND:VTODO',
    event(
      'UID:1',
      'DTSTART:20260307T150000Z',
      'DTEND:20260307T190000Z',
      'SUMMARY:Maria G. (Shift as CO',
      ' OK at MAPLE)',
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'END:VALARM',
    ).replaceAll('\r\n', '\n'),
  );
  expect(await read()).toMatchObject({ value: { shifts: [{ teamMember: 'Maria G.', role: 'COOK' }] } });
});

test('events that repeat within a day, or by no rule, are left out with a warning', async () => {
  const rules = ['FREQ=SECONDLY', 'FREQ=HOURLY', 'FREQ=DAILY;BYMINUTE=1,2,3', 'FREQ=SOMETIMES'];
  told(
    ...rules.map((rule, index) =>
      event(`UID:${index}`, 'DTSTART:19700101T090000Z', 'DURATION:PT1M', `RRULE:${rule}`, 'SUMMARY:Sam'),
    ),
    event('UID:4', ...morning, ...Array.from({ length: 11 }, () => 'RRULE:FREQ=DAILY'), 'SUMMARY:Sam'),
    event(
      'UID:5',
      ...morning,
      `RDATE:${Array.from({ length: 6_000 }, () => '20260307T150000Z')}`,
      'SUMMARY:Sam',
    ),
  );
  expect(await read()).toMatchObject({
    value: { shifts: [], warnings: ['Skipped 6 shifts that couldn’t be read.'] },
  });
});

test('a summary without end is read in no time', async () => {
  const summary = `SUMMARY:${'(as a at '.repeat(5_000)}`;
  told(event('UID:1', 'DTSTART:20260307T150000Z', 'DURATION:PT4H', summary));
  expect(await read()).toMatchObject({ ok: true });
});

test('more events than a store has are refused', async () => {
  const repeated = (count: number, ...lines: readonly string[]) =>
    Array.from({ length: count }, (_, index) => event(`UID:${index}`, ...lines, 'SUMMARY:Sam'));
  const far = ['DTSTART:20250301T090000Z', 'DURATION:PT8H'];
  told(...repeated(20_000, ...far));
  expect(await read()).toMatchObject({ ok: true });
  told(...repeated(20_001, ...far));
  expect(await read()).toEqual(unreadable);
  told(...repeated(1_001, ...far, 'RRULE:FREQ=DAILY'));
  expect(await read()).toEqual(unreadable);
  told(...repeated(5_001, 'DTSTART:20260307T150000Z', 'DURATION:PT8H'));
  expect(await read()).toMatchObject({ problem: { code: 'schedule-too-large' } });
});

test('an address that is gone', async () => {
  expect(await read('2026-03-07', `${standIn.address}/feeds/gone.ics`)).toEqual({
    ok: false,
    problem: { code: 'schedule-refused' },
  });
});

test('an occurrence moved to another day or time stays the same shift', async () => {
  const series = event(
    'UID:9',
    'DTSTART;TZID=America/Chicago:20260305T090000',
    'DTEND;TZID=America/Chicago:20260305T170000',
    'RRULE:FREQ=DAILY;COUNT=6',
    'SUMMARY:Sam',
  );
  told(series);
  const idsOf = async (date: string) => {
    const answer = await read(date);
    return answer.ok && answer.value.shifts.filter((each) => each.date === date).map(({ id }) => id);
  };
  expect(await idsOf('2026-03-07')).toEqual(['ics:9:2026-03-07']);
  told(
    series,
    event(
      'UID:9',
      'RECURRENCE-ID;TZID=America/Chicago:20260307T090000',
      'DTSTART;TZID=America/Chicago:20260308T110000',
      'DTEND;TZID=America/Chicago:20260308T170000',
      'SUMMARY:Sam',
    ),
  );
  expect(await idsOf('2026-03-07')).toEqual([]);
  expect(await idsOf('2026-03-08')).toEqual(['ics:9:2026-03-08', 'ics:9:2026-03-07']);
});

test('a time zone that the calendar describes under a name of its own is read', async () => {
  const observance = (name: string, from: string, to: string, day: string) => [
    `BEGIN:${name}`,
    `DTSTART:19700308T020000`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    `RRULE:FREQ=YEARLY;${day}`,
    `END:${name}`,
  ];
  const described = (name: string, ...inside: string[]) =>
    ['BEGIN:VTIMEZONE', `TZID:${name}`, ...inside, 'END:VTIMEZONE'].join('\r\n');
  told(
    described(
      'Store Time',
      ...observance('STANDARD', '-0700', '-0800', 'BYMONTH=11;BYDAY=1SU'),
      ...observance('DAYLIGHT', '-0800', '-0700', 'BYMONTH=3;BYDAY=2SU'),
    ),
    described(
      'Fixed',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:-0330',
      'TZOFFSETTO:-0330',
      'END:STANDARD',
    ),
    event('UID:1', 'DTSTART;TZID=Store Time:20260307T090000', 'DURATION:PT4H', 'SUMMARY:Sam'),
    event('UID:2', 'DTSTART;TZID="Fixed":20260307T090000', 'DURATION:PT4H', 'SUMMARY:Sam'),
  );
  expect(await read()).toMatchObject({
    value: { shifts: [{ startTime: '11:00 AM' }, { startTime: '6:30 AM' }] },
  });
});

test('of time zones that a calendar describes 30 are read, and of one the last 20 changes', async () => {
  const observance = (start: string, offset: string) =>
    ['BEGIN:STANDARD', `DTSTART:${start}T000000`, `TZOFFSETTO:${offset}`, 'END:STANDARD'].join('\r\n');
  const zone = (name: string, ...observances: string[]) =>
    ['BEGIN:VTIMEZONE', `TZID:${name}`, ...observances, 'END:VTIMEZONE'].join('\r\n');
  const later = Array.from({ length: 20 }, () => observance('20300101', '-0300'));
  const zones = Array.from({ length: 30 }, (_, index) =>
    zone(`Zone ${index}`, observance('19700101', '-0800')),
  );
  const at = (name: string) =>
    event(`UID:${name}`, `DTSTART;TZID=${name}:20260307T090000`, 'DURATION:PT4H', 'SUMMARY:Sam');
  told(
    zone('Long', observance('19700101', '-0800'), ...later),
    ...zones,
    at('Long'),
    at('Zone 28'),
    at('Zone 29'),
  );
  expect(await read()).toMatchObject({
    value: { shifts: [{ startTime: '6:00 AM' }, { startTime: '11:00 AM' }, { startTime: '9:00 AM' }] },
  });
});
