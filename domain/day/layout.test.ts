import { expect, test } from 'vitest';
import {
  buildLayout,
  buildRotation,
  buildShift,
  buildTeam,
  buildTemplate,
  changed,
  refusal,
  seatsIn,
} from '../../test/builders.ts';
import { daySettings, type Layout, layoutLike, layTemplate, parseLayout } from './layout.ts';

test('[LA1] a template laid on a date brings all but people, and the team’s settings', () => {
  const template = buildTemplate({
    notes: [{ insert: 'Hello' }],
    rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
  });
  const team = buildTeam({ breakMinMinutes: 240, dayStart: '4:00 AM' });
  expect(layTemplate(template, '2026-11-21', daySettings(team))).toEqual(
    buildLayout({
      notes: template.notes,
      rotations: template.rotations,
      breakMinMinutes: 240,
      dayStart: '4:00 AM',
    }),
  );
});

test.each<[string, Partial<Layout>, string]>([
  ['no date', { date: '' }, 'Choose a date.'],
  ['no such date', { date: '2026-02-30' }, 'Choose a date.'],
  ['no template', { template: '' }, 'Choose a template.'],
  ['no area', { area: ' ' }, 'Choose an area.'],
  [
    'minutes that are none',
    { breakMinMinutes: Number.NaN },
    'Enter a whole number of minutes from 0 to 1440.',
  ],
  [
    'a shift twice',
    { shifts: Array(2).fill(buildShift('a', '9:00 AM', '5:00 PM')) },
    'That shift already exists.',
  ],
  [
    'a shift without a name',
    { shifts: [buildShift('a', '9:00 AM', '5:00 PM', { teamMember: '' })] },
    'Enter a name.',
  ],
  [
    'a rotation twice',
    { rotations: Array(2).fill(buildRotation('a', '9:00 AM', '5:00 PM')) },
    'That rotation already exists.',
  ],
])('[LA2] [SH1] a layout with %s is refused', (_, over, sentence) => {
  expect(refusal(null, { type: 'layout.create', layout: buildLayout(over) })).toBe(sentence);
});

test('a layout that comes from outside is put in order, and seats that make no sense are left out', () => {
  const rotation = buildRotation('lunch', '11:00 AM', '2:00 PM');
  Object.assign(rotation.subareas[0]?.positions[0] ?? {}, { seats: ['bo', 'gone', 'late', 'bo'] });
  Object.assign(rotation.subareas[0]?.positions[1] ?? {}, { seats: ['bo', 'ana'] });
  const shifts = [
    buildShift('late', '2:00 PM', '5:00 PM'),
    buildShift('bo', '10:00 AM', '3:00 PM'),
    buildShift('ana', '9:00 AM', '2:00 PM'),
  ];
  const read = parseLayout(buildLayout({ rotations: [rotation], shifts }));
  if (!read.ok) throw new Error(read.problem.code);
  expect(read.value.shifts.map(({ id }) => id)).toEqual(['ana', 'bo', 'late']);
  expect(seatsIn(read.value, 'lunch')).toEqual({ till: ['bo'], grill: ['ana'] });
});

test('[SH2] a new start of the day sorts shifts and seats again', () => {
  const layout = changed(
    buildLayout({
      dayStart: '4:00 AM',
      shifts: [buildShift('ana', '9:00 PM', '2:00 AM'), buildShift('bo', '12:30 AM', '3:00 AM')],
      rotations: [buildRotation('night', '12:30 AM', '3:00 AM')],
    }),
    { type: 'shift.seat', shift: 'ana', rotation: 'night', position: 'till', before: null },
    { type: 'shift.seat', shift: 'bo', rotation: 'night', position: 'till', before: null },
  );
  expect(seatsIn(layout, 'night').till).toEqual(['ana', 'bo']);
  const after = changed(layout, {
    type: 'layout.settings',
    breakMinMinutes: 300,
    breakTimerMinutes: 15,
    dayStart: '12:00 AM',
  });
  expect(after.shifts.map(({ id }) => id)).toEqual(['bo', 'ana']);
  expect(seatsIn(after, 'night').till).toEqual(['bo']);
  expect(after.breakTimerMinutes).toBe(15);
});

test('[LA9] 2,000 shifts are taken, one more is refused', () => {
  const shifts = Array.from({ length: 2_000 }, (_, index) => buildShift(`s${index}`, '9:00 AM', '1:00 PM'));
  const full = changed(buildLayout(), {
    type: 'schedule.take',
    add: shifts,
    remove: [],
    edit: [],
    remember: [],
    forget: [],
  });
  expect(full.shifts).toHaveLength(2_000);
  const said = 'You’ve reached the limit of 2000.';
  const shift = buildShift('more', '9:00 AM', '1:00 PM');
  expect(refusal(full, { type: 'shift.add', shift, seats: [] })).toBe(said);
  expect(refusal(null, { type: 'layout.create', layout: { ...full, shifts: [...full.shifts, shift] } })).toBe(
    said,
  );
});

test('[LA2] a layout’s area can be changed, but not to blank', () => {
  const layout = buildLayout();
  expect(changed(layout, { type: 'layout.area', area: ' Patio ' })).toEqual({ ...layout, area: 'Patio' });
  expect(refusal(layout, { type: 'layout.area', area: '' })).toBe('Choose an area.');
});

test.each([
  ['its area and its template', ['kitchen weekend', 'front weekend', 'front weekday'], 'front weekday'],
  ['its area', ['kitchen weekday', 'front weekend'], 'front weekend'],
  ['its template', ['kitchen weekend', 'kitchen weekday'], 'kitchen weekday'],
  ['any', ['kitchen weekend', 'bar brunch'], 'kitchen weekend'],
  ['none', [], undefined],
])('[DV21] a day goes on in the layout of %s', (_, names, expected) => {
  const kind = (name: string) => {
    const [area = '', template = ''] = name.split(' ');
    return { area, template };
  };
  const like = layoutLike(names.map(kind), kind('front weekday'));
  expect(like).toEqual(expected === undefined ? undefined : kind(expected));
});
