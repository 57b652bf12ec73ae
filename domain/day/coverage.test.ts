import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { board } from '../../test/words.ts';
import { toMinutes } from '../time/clock-time.ts';
import { coverRotation, fromUntilText, type Moment, momentOf } from './coverage.ts';
import type { Shift } from './shift.ts';

const record = { at: 0, by: null };
const out = (from: string) => ({ out: { reason: 'sick' as const, from, ...record } });
const late = (expected: string | null) => ({ late: { expected, ...record } });
const started = (startedAt: number, endedAt: number | null = null) => ({
  breaks: [{ startedAt, startedBy: null, endedAt, endedBy: null }],
});

const minute = 60_000;
const noon = Date.parse('2026-11-21T12:00:00Z');
const at = (time: string, days = 0): Moment => {
  const minutes = toMinutes(time) + days * 1440;
  return { minute: minutes, now: noon + (minutes - 720) * minute };
};

/** Lunch from 11 AM to 2 PM, with these people on its positions. */
function lunch(
  seats: Readonly<Record<string, readonly Shift[]>>,
  over: Partial<Parameters<typeof buildLayout>[0]> = {},
) {
  const { subareas, ...rotation } = buildRotation('lunch', '11:00 AM', '2:00 PM', Object.keys(seats));
  const seated = subareas.map((subarea) => ({
    ...subarea,
    positions: subarea.positions.map((position) => ({
      ...position,
      seats: (seats[position.id] ?? []).map(({ id }) => id),
    })),
  }));
  return buildLayout({
    shifts: Object.values(seats).flat(),
    rotations: [{ ...rotation, subareas: seated }],
    ...over,
  });
}

function cover(layout: ReturnType<typeof lunch>, moment: Moment) {
  const rotation = layout.rotations[0];
  if (!rotation) throw new Error('no rotation');
  return coverRotation(layout, rotation, moment);
}

const ana = (over: Partial<Shift> = {}, range: readonly [string, string] = ['9:00 AM', '5:00 PM']) =>
  buildShift('Ana', range[0], range[1], over);

test.each<[string, Shift, string, string, string]>([
  ['here', ana(), '12:00 PM', 'here', ''],
  ['before the start', ana({}, ['11:30 AM', '5:00 PM']), '11:29 AM', 'arriving', 'from 11:30'],
  ['at the start', ana({}, ['11:30 AM', '5:00 PM']), '11:30 AM', 'here', ''],
  ['before the end', ana({}, ['9:00 AM', '1:00 PM']), '12:59 PM', 'here', 'until 1:00'],
  ['at the end', ana({}, ['9:00 AM', '1:00 PM']), '1:00 PM', 'gone', ''],
  ['an end with the rotation', ana({}, ['9:00 AM', '2:00 PM']), '1:00 PM', 'here', ''],
  ['coming and leaving', ana({}, ['11:30 AM', '1:30 PM']), '11:00 AM', 'arriving', 'from 11:30 until 1:30'],
  ['out from now', ana(out('12:00 PM')), '12:00 PM', 'not on it', ''],
  ['out later', ana(out('12:30 PM')), '12:00 PM', 'here', 'until 12:30'],
  ['out before the start', ana(out('8:00 AM')), '12:00 PM', 'not on it', ''],
  ['late', ana(late('11:40 AM'), ['11:00 AM', '5:00 PM']), '11:39 AM', 'late', 'from 11:40'],
  ['late, and now expected', ana(late('11:40 AM'), ['11:00 AM', '5:00 PM']), '11:40 AM', 'here', ''],
  ['late until after the rotation', ana(late('3:00 PM')), '12:00 PM', 'late', ''],
  ['late before the start', ana(late('11:45 AM'), ['11:30 AM', '5:00 PM']), '11:00 AM', 'late', 'from 11:45'],
  ['late and gone', ana(late(null), ['9:00 AM', '1:00 PM']), '1:30 PM', 'gone', ''],
])('[CV1] [CV2] somebody %s', (_, shift, time, state, comings) => {
  const person = cover(lunch({ till: [shift] }), at(time)).positions.get('till')?.people[0];
  expect([person?.state ?? 'not on it', person ? fromUntilText(person, ...board) : '']).toEqual([
    state,
    comings,
  ]);
});

test('[CV3] who is late and said no time counts once they are here', () => {
  const covered = cover(lunch({ till: [ana(late(null))] }), at('12:00 PM'));
  expect(covered.positions.get('till')).toMatchObject({
    people: [{ state: 'late', from: null, until: null }],
    isOpen: true,
    coveredFrom: null,
  });
  expect(cover(lunch({ till: [ana()] }), at('12:00 PM')).positions.get('till')?.isOpen).toBe(false);
});

test.each<[string, Partial<Shift>, string]>([
  ['a break that runs', started(noon - 10 * minute), 'on-break'],
  ['a break whose time is up', started(noon - 89 * minute), 'on-break'],
  ['a break that everyone forgot', started(noon - 90 * minute), 'here'],
  ['a break that was ended', started(noon - 10 * minute, noon - minute), 'here'],
])('[CV4] %s', (_, over, state) => {
  const covered = cover(lunch({ till: [ana(over)] }), at('12:00 PM'));
  expect(covered.positions.get('till')?.people[0]?.state).toBe(state);
  expect(covered.counts).toMatchObject({ covered: state === 'here' ? 1 : 0, open: 0 });
});

test.each<[string, Shift[], string, boolean, string | null, string | null]>([
  ['nobody', [], '12:00 PM', true, null, null],
  ['somebody who comes', [ana({}, ['12:30 PM', '5:00 PM'])], '12:00 PM', true, null, '12:30 PM'],
  ['somebody who leaves', [ana({}, ['9:00 AM', '1:00 PM'])], '12:00 PM', false, '1:00 PM', null],
  ['somebody who left', [ana({}, ['9:00 AM', '1:00 PM'])], '1:00 PM', true, null, null],
  [
    'somebody who follows at once',
    [ana({}, ['9:00 AM', '1:00 PM']), buildShift('Bo', '1:00 PM', '5:00 PM')],
    '12:00 PM',
    false,
    null,
    null,
  ],
  [
    'somebody who follows later',
    [ana({}, ['9:00 AM', '1:00 PM']), buildShift('Bo', '1:15 PM', '5:00 PM')],
    '12:00 PM',
    false,
    '1:00 PM',
    '1:15 PM',
  ],
])('[CV5] a position with %s', (_, people, time, isOpen, opensAt, coveredFrom) => {
  const minutes = (clock: string | null) => (clock === null ? null : toMinutes(clock));
  expect(cover(lunch({ till: people }), at(time)).positions.get('till')).toMatchObject({
    isOpen,
    opensAt: minutes(opensAt),
    coveredFrom: minutes(coveredFrom),
  });
});

test('[CV6] counts are of people who stand there now', () => {
  const day = lunch({
    till: [ana(started(noon - minute))],
    grill: [buildShift('Bo', '9:00 AM', '1:00 PM'), buildShift('Cy', '9:00 AM', '5:00 PM')],
    fries: [buildShift('Di', '9:00 AM', '12:00 PM')],
    drinks: [],
  });
  const counts = { positions: 4, covered: 1, open: 2, standing: 2, onBreak: 1 };
  expect(cover(day, at('12:00 PM')).counts).toEqual(counts);
  expect(cover(day, at('12:00 PM')).subareas.get('front')).toEqual(counts);
});

test('[CV7] who is here and has no seat in the rotation', () => {
  const day = lunch({ till: [ana()] });
  const shifts = [
    ...day.shifts,
    buildShift('Bo', '9:00 AM', '5:00 PM'),
    buildShift('Cy', '9:00 AM', '5:00 PM', started(noon)),
    buildShift('Di', '12:01 PM', '5:00 PM'),
    buildShift('Ed', '9:00 AM', '12:00 PM'),
    buildShift('Flo', '9:00 AM', '5:00 PM', out('9:00 AM')),
  ];
  const { unplaced } = cover({ ...day, shifts }, at('12:00 PM'));
  expect(unplaced.map(({ shift, state }) => `${shift.id} ${state}`)).toEqual(['Bo here', 'Cy on-break']);
});

test('[CV13] who is out stands in one list alone, and had their position until then', () => {
  const planned = lunch({ till: [ana()], grill: [buildShift('Bo', '9:00 AM', '5:00 PM')] });
  const left = (shift: string, from: string) =>
    ({ type: 'shift.out', shift, reason: 'sick', from, keeps: 'stood', at: noon, by: null }) as const;
  const day = changed(planned, left('Ana', '12:10 PM'), left('Bo', '9:00 AM'));
  const shown = (time: string) => {
    const { positions, unplaced, out } = cover(day, at(time));
    const on = (id: string) => positions.get(id)?.people.map(({ shift }) => shift.id);
    return { till: on('till'), grill: on('grill'), unplaced, out: out.map(({ id }) => id) };
  };
  expect(shown('12:10 PM')).toEqual({ till: [], grill: [], unplaced: [], out: ['Ana', 'Bo'] });
  expect(cover(day, at('12:10 PM')).positions.get('till')?.isOpen).toBe(true);
  // lunch is over, and shown as it began
  expect(shown('4:00 PM')).toEqual({ till: ['Ana'], grill: [], unplaced: [], out: ['Bo'] });

  const before = { ...day, shifts: day.shifts.map((shift) => ({ ...shift, ...out('12:10 PM') })) };
  expect(cover(before, at('4:00 PM')), 'marked before positions were kept').toMatchObject({
    unplaced: [],
    out: [{ id: 'Ana' }, { id: 'Bo' }],
  });
});

test.each(['10:59 AM', '2:00 PM'])(
  '[CV8] a rotation that is not going on is as planned at its start, at %s',
  (time) => {
    const day = lunch({
      till: [ana(started(at(time).now))],
      grill: [buildShift('Bo', '11:30 AM', '1:00 PM')],
    });
    const covered = cover(day, at(time));
    expect(covered).toMatchObject({
      isNow: false,
      minute: 660,
      counts: { standing: 1, onBreak: 0, open: 1 },
    });
    expect(covered.positions.get('grill')?.people[0]).toMatchObject({
      state: 'arriving',
      from: 690,
      until: 780,
    });
  },
);

test('a night belongs to the day before', () => {
  const night = { ...buildRotation('lunch', '10:00 PM', '3:00 AM'), id: 'night' };
  const shifts = [
    buildShift('Ana', '6:00 PM', '1:00 AM'),
    buildShift('Bo', '5:00 PM', '2:00 AM', out('12:30 AM')),
    buildShift('Cy', '11:00 PM', '4:00 AM', late('12:15 AM')),
  ];
  const day = buildLayout({ dayStart: '4:00 AM', rotations: [night], shifts });
  const cover = (now: string) =>
    coverRotation(day, night, momentOf(day, Date.parse(now), 'America/Chicago')).unplaced.map(
      ({ shift, until }) => [shift.id, until],
    );
  // 12:10 AM and 1:00 AM of the next date in Chicago
  expect(cover('2026-11-22T06:10:00Z')).toEqual([
    ['Ana', 1440 + 60],
    ['Bo', 1440 + 30],
  ]);
  expect(cover('2026-11-22T07:00:00Z')).toEqual([['Cy', null]]);
});
