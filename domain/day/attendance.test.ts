import { describe, expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed, refusal, seatsIn } from '../../test/builders.ts';
import { board, english } from '../../test/words.ts';
import { apply, type Change, type SingleChange, stampChange } from '../change/change.ts';
import { inverse } from '../change/inverse.ts';
import { touchesSame } from '../change/touched.ts';
import { differencesOf, takesBack } from '../history/differences.ts';
import { phraseOf } from '../history/phrases.ts';
import { rotationsAsWorked, showMarked, showOut } from './attendance.ts';
import { copyLayout } from './document-copy.ts';
import type { Layout } from './layout.ts';
import type { OutReason, Shift } from './shift.ts';
import { outTime, presentSpan, unassigned } from './who-is-there.ts';

const seat = (shift: string, rotation: string, position = 'till'): SingleChange => ({
  type: 'shift.seat',
  shift,
  rotation,
  position,
  before: null,
});
const out = (shift: string, from: string, reason: OutReason = 'sick', by: string | null = 'lee') =>
  ({ type: 'shift.out', shift, reason, from, at: 1_000, by }) as const;
const late = (shift: string, expected: string | null) =>
  ({ type: 'shift.late', shift, expected, at: 1_000, by: 'lee' }) as const;
const back = (shift: string) => ({ type: 'shift.back', shift }) as const;

/** Ana works all day, Bo the evening until 2 AM. */
const layout = changed(
  buildLayout({
    dayStart: '4:00 AM',
    breakMinMinutes: 0,
    shifts: [
      buildShift('ana', '9:00 AM', '9:00 PM', { teamMember: 'Ana Price' }),
      buildShift('bo', '5:00 PM', '2:00 AM', { teamMember: 'Bo Chen' }),
    ],
    rotations: [
      buildRotation('close', '10:00 PM', '3:00 AM'),
      buildRotation('breakfast', '8:00 AM', '11:00 AM'),
      buildRotation('lunch', '11:00 AM', '2:00 PM'),
      buildRotation('dinner', '5:00 PM', '9:00 PM'),
    ],
  }),
  seat('ana', 'breakfast'),
  seat('ana', 'lunch'),
  seat('bo', 'dinner'),
  seat('ana', 'dinner'),
  seat('bo', 'close'),
);
const tills = (of: Layout) =>
  Object.fromEntries(of.rotations.map(({ id }) => [id, seatsIn(of, id).till?.join(' ')]));
const shiftOf = (of: Layout, id: string) => of.shifts.find((each) => each.id === id) as Shift;

describe('out', () => {
  test.each<[string, string, object]>([
    ['ana', '8:00 AM', { breakfast: '', lunch: '', dinner: 'bo', close: 'bo' }],
    ['ana', '10:59 AM', { breakfast: '', lunch: '', dinner: 'bo', close: 'bo' }],
    ['ana', '11:00 AM', { breakfast: 'ana', lunch: '', dinner: 'bo', close: 'bo' }],
    ['ana', '3:00 PM', { breakfast: 'ana', lunch: 'ana', dinner: 'bo', close: 'bo' }],
    ['bo', '11:30 PM', { breakfast: 'ana', lunch: 'ana', dinner: 'bo ana', close: '' }],
    ['bo', '1:00 AM', { breakfast: 'ana', lunch: 'ana', dinner: 'bo ana', close: '' }],
  ])('[AN2] %s, out from %s, leaves the rotations that end later', (shift, from, left) => {
    const now = changed(layout, out(shift, from));
    expect(tills(now)).toEqual(left);
    expect(now.shifts).toHaveLength(2);
    expect(shiftOf(now, shift).out).toEqual({ reason: 'sick', from, at: 1_000, by: 'lee' });
  });

  test('[AN16] where they stood until then is kept, also when the time is corrected, and undo takes it back', () => {
    const kept = (from: string) => ({ ...out('ana', from), keeps: 'stood' as const });
    const stoodOf = (of: Layout) => shiftOf(of, 'ana').out?.stood?.map(({ rotation }) => rotation);
    const now = changed(layout, kept('12:10 PM'));
    expect(tills(now), 'the position is free').toMatchObject({ breakfast: 'ana', lunch: '' });
    expect(shiftOf(now, 'ana').out?.stood).toEqual([{ rotation: 'lunch', position: 'till' }]);
    expect(stoodOf(changed(now, kept('12:00 PM')))).toEqual(['lunch']);
    expect(stoodOf(changed(now, kept('9:00 AM'))), 'they never came').toBeUndefined();
    expect(stoodOf(changed(layout, kept('11:00 AM'))), 'nothing of lunch').toBeUndefined();
    expect(changed(now, inverse(layout, kept('12:10 PM'), now) as Change)).toEqual(layout);
    expect(
      rotationsAsWorked(now).map(({ id, subareas }) => [id, subareas[0]?.positions[0]?.seats.join(' ')]),
    ).toEqual([
      ['close', 'bo'],
      ['breakfast', 'ana'],
      ['lunch', 'ana'],
      ['dinner', 'bo'],
    ]);
    expect(rotationsAsWorked(layout)).toBe(layout.rotations);
  });

  test('[AN16] the server adds it to what pages of the release before send; history from then stays as it was', () => {
    const sent = out('ana', '12:10 PM');
    expect(stampChange(sent, { now: 5_000, by: 'mia' })).toMatchObject({ keeps: 'stood' });
    expect(shiftOf(changed(layout, sent), 'ana').out).not.toHaveProperty('stood');
  });

  test('[AN17] a no-show from 10:00 AM was marked 10:57 AM', () => {
    const marked = (from: string, at: string) =>
      showMarked({ from, at: Date.parse(`2026-11-21T${at}-06:00`) }, 'America/Chicago', ...board);
    expect(showOut({ reason: 'no-show', from: '10:00 AM' }, ...board)).toBe('Out from 10:00 AM: no-show');
    expect(marked('10:00 AM', '10:57:59')).toBe('marked 10:57 AM');
    expect(marked('10:57 AM', '10:57:59')).toBe('');
    expect(showOut({ reason: 'unsaid', from: '10:00 AM' }, ...board), 'for viewers').toBe(
      'Out from 10:00 AM',
    );
  });

  test('[AN3] the server signs it and caps its time', () => {
    const sent: Change = { type: 'batch', changes: [out('ana', '9:00 AM'), late('bo', null)] };
    expect(stampChange(sent, { now: 500, by: 'mia' })).toMatchObject({
      changes: [
        { at: 500, by: 'mia' },
        { at: 500, by: 'mia' },
      ],
    });
  });

  test('two who say the same agree, and the later of two reasons counts', () => {
    const once = changed(layout, out('ana', '10:00 AM'));
    expect(changed(once, { ...out('ana', '10:00 AM'), at: 2_000, by: 'mia' })).toEqual(once);
    const other = changed(once, out('ana', '10:00 AM', 'sent-home', 'mia'));
    expect(shiftOf(other, 'ana').out).toMatchObject({ reason: 'sent-home', by: 'mia' });
  });

  test.each<[OutReason, string]>([
    ['sick', 'Ana Price is out sick.'],
    ['no-show', 'Ana Price didn’t come in.'],
    ['left-early', 'Ana Price left early.'],
    ['sent-home', 'Ana Price was sent home.'],
  ])('[AN5] nobody who is out is seated: %s', (reason, sentence) => {
    const now = changed(layout, out('ana', '12:00 PM', reason));
    expect(refusal(now, seat('ana', 'dinner'))).toBe(sentence);
    expect(refusal(now, late('ana', '3:00 PM'))).toBe(sentence);
    // where they stood before, they did stand
    expect(refusal(now, seat('ana', 'breakfast', 'grill'))).toBeNull();
  });

  test('[AN5] not by new times, a copied shift or a rotation that comes back', () => {
    const now = changed(layout, out('ana', '3:00 PM'));
    const longer: Change = { type: 'rotation.edit', rotation: 'lunch', endTime: '4:00 PM' };
    expect(tills(changed(now, longer))).toMatchObject({ breakfast: 'ana', lunch: '' });
    const removal: Change = { type: 'rotation.delete', rotation: 'dinner' };
    const then = changed(layout, removal, out('ana', '3:00 PM'), inverse(layout, removal) as Change);
    expect(tills(then)).toMatchObject({ dinner: 'bo' });
    const deletion: Change = { type: 'shift.delete', shift: 'ana' };
    const again = changed(now, deletion, inverse(now, deletion) as Change);
    expect(again).toEqual(now);
  });

  test('[AN6] Ana is out from 6 PM, or Bo late until 10 PM: neither is unassigned at dinner', () => {
    const dinner = layout.rotations[3] as Layout['rotations'][number];
    const free = { ...dinner, subareas: [] };
    const names = (of: Layout) => unassigned(of.shifts, free, of.dayStart).map(({ id }) => id);
    expect(names(layout)).toEqual(['ana', 'bo']);
    expect(names(changed(layout, out('ana', '6:00 PM')))).toEqual(['bo']);
    expect(names(changed(layout, late('bo', '10:00 PM')))).toEqual(['ana']);
    expect(names(changed(layout, late('bo', null)))).toEqual(['ana', 'bo']);
  });

  test.each<[string, SingleChange[], SingleChange]>([
    ['a call-out', [], out('ana', '8:00 AM')],
    ['a second reason', [out('ana', '1:00 PM')], out('ana', '10:00 AM', 'no-show')],
    ['a late one’s call-out', [late('ana', '10:00 AM')], out('ana', '8:00 AM')],
    ['being late', [], late('ana', '10:00 AM')],
    ['a new time', [late('ana', '10:00 AM')], late('ana', '11:00 AM')],
    ['coming back', [late('ana', '10:00 AM'), out('ana', '1:00 PM')], back('ana')],
  ])('undo puts back attendance and seats: %s', (_, before, change) => {
    const then = changed(layout, ...before);
    const undo = inverse(then, change) as Change;
    expect(changed(then, change, undo)).toEqual(then);
    const now = changed(then, change);
    // as history checks before it offers to undo
    expect(takesBack(differencesOf(now, changed(now, undo)), differencesOf(then, now))).toBe(true);
    expect(changed(now, undo, inverse(now, undo) as Change)).toEqual(now);
  });

  test('[AN8] Ana, late at 10 and out at 1, is back at work and has only her breakfast seat', () => {
    const now = changed(layout, late('ana', '10:00 AM'), out('ana', '1:00 PM'), back('ana'));
    expect(shiftOf(now, 'ana')).toEqual(shiftOf(layout, 'ana'));
    expect(tills(now)).toMatchObject({ breakfast: 'ana', lunch: '', dinner: 'bo' });
    expect(inverse(layout, back('ana'))).toBeNull();
  });

  test('a copied day has nobody out or late; an edited shift keeps it', () => {
    const now = changed(layout, out('ana', '1:00 PM'), late('bo', '6:00 PM'));
    const edited = changed(now, { type: 'shift.edit', shift: 'ana', note: 'Opens' });
    expect(shiftOf(edited, 'ana').out).toEqual(shiftOf(now, 'ana').out);
    const { breakMinMinutes, breakTimerMinutes, dayStart } = layout;
    const settings = { breakMinMinutes, breakTimerMinutes, dayStart };
    const copy = copyLayout(now, '2026-11-28', { settings, newId: () => 'n', people: true });
    expect(copy.shifts.map((shift) => [shift.out, shift.late])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test.each<[SingleChange, string]>([
    [out('gone', '9:00 AM'), 'That shift no longer exists.'],
    [out('ana', '25:00'), '“25:00” is not a time. Try 3:30 PM, 3p, or 15:30.'],
    [late('ana', '9'), 'Add AM or PM to “9”.'],
  ])('%o is refused', (change, sentence) => {
    expect(refusal(layout, change)).toBe(sentence);
  });
});

test.each<[string, Partial<Shift>, [number, number] | null]>([
  ['as scheduled', {}, [17, 26]],
  ['late', { late: { expected: '7:00 PM', at: 1, by: null } }, [19, 26]],
  ['late past midnight', { late: { expected: '12:30 AM', at: 1, by: null } }, [24.5, 26]],
  ['late, nobody knows until when', { late: { expected: null, at: 1, by: null } }, [17, 26]],
  ['expected before the start', { late: { expected: '4:00 PM', at: 1, by: null } }, [17, 26]],
  ['left early', { out: { reason: 'left-early', from: '1:00 AM', at: 1, by: null } }, [17, 25]],
  ['called out before', { out: { reason: 'sick', from: '9:00 AM', at: 1, by: null } }, null],
])('[AN1] %s: the minutes when somebody is there', (_, over, hours) => {
  const span = presentSpan(buildShift('bo', '5:00 PM', '2:00 AM', over), '4:00 AM');
  expect(span && [span.start / 60, span.end / 60]).toEqual(hours);
});

test('[AN1] a night shift that goes on into the next business day', () => {
  const night = buildShift('cy', '10:00 PM', '6:00 AM', {
    out: { reason: 'sick', from: '5:00 AM', at: 1, by: null },
  });
  expect(presentSpan(night, '4:00 AM')).toEqual({ start: 22 * 60, end: 29 * 60 });
});

test.each([
  [8, '9:00 AM'],
  [9, '9:00 AM'],
  [13.5, '1:30 PM'],
  [21, '9:00 AM'],
])('[AN11] who is marked out at hour %d is out from %s', (hour, from) => {
  expect(outTime(shiftOf(layout, 'ana'), hour * 60, '4:00 AM')).toBe(from);
});

test.each<[SingleChange, string]>([
  [out('ana', '10:12 AM'), 'marked Ana Price out from 10:12 AM: sick'],
  [out('ana', '1:00 PM', 'left-early'), 'marked Ana Price out from 1:00 PM: left early'],
  [late('ana', '11:30 AM'), 'marked Ana Price late, expected 11:30 AM'],
  [late('ana', null), 'marked Ana Price late'],
])('%o is told', (change, told) => {
  const now = changed(layout, change);
  expect(phraseOf(layout, change, now, english)).toBe(told);
  expect(phraseOf(now, back('ana'), layout, english)).toBe('marked Ana Price as here');
});

test('a change of one person has nothing to do with another’s at the same minute', () => {
  expect(touchesSame(out('ana', '9:00 AM'), out('bo', '9:00 AM'))).toBe(false);
  expect(touchesSame(out('ana', '9:00 AM'), seat('ana', 'lunch'))).toBe(true);
});

test('a person called out while being dragged stays out: the seat is refused, whoever comes first', () => {
  const drop = seat('ana', 'lunch', 'grill');
  expect(refusal(changed(layout, out('ana', '9:30 AM')), drop)).toBe('Ana Price is out sick.');
  const dropped = changed(layout, drop, out('ana', '9:30 AM'));
  expect(apply(dropped, drop).ok).toBe(false);
  expect(seatsIn(dropped, 'lunch')).toEqual({ till: [], grill: [] });
});
