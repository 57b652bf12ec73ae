import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { board } from '../../test/words.ts';
import { toMinutes } from '../time/clock-time.ts';
import { coverRotation, fromUntilText, nextOn, seatNote, showArrival } from './coverage.ts';
import type { Shift } from './shift.ts';

const jamal = (endTime: string) => buildShift('Jamal', '9:00 AM', endTime);
const umar = (startTime: string, over: Partial<Shift> = {}, endTime = '9:00 PM') =>
  buildShift('Umar', startTime, endTime, over);
const late = (expected: string | null) => ({ late: { expected, at: 1, by: null } });

/** What each person on the position says, and who comes to it, in lunch from 10:30 AM to 2 PM. */
function said(shifts: Shift[], time: string) {
  const position = { id: 'expo', name: 'Expo', seats: shifts.map(({ id }) => id) };
  const lunch = {
    ...{ id: 'lunch', name: 'Lunch', startTime: '10:30 AM', endTime: '2:00 PM' },
    subareas: [{ id: 'front', name: 'Front', positions: [position] }],
  };
  const layout = buildLayout({ shifts, rotations: [lunch] });
  const covered = coverRotation(layout, lunch, { minute: toMinutes(time), now: 0 }).positions.get('expo');
  if (!covered) throw new Error('no position');
  const next = nextOn(covered);
  const notes = covered.people.map((person) => {
    const note = seatNote(person, covered);
    if (!note) return '';
    const until = fromUntilText({ from: null, until: note.until }, ...board);
    const who = note.next && `${note.next.shift.teamMember} ${showArrival(note.next, ...board)}`;
    return `${note.isUrgent ? '!' : ''}${[until, note.isThen && 'then', who].filter(Boolean).join(' ')}`;
  });
  return [notes.join(' | '), next ? `${next.shift.teamMember} ${showArrival(next, ...board)}` : ''];
}

test.each<[string, Shift[], string, string[]]>([
  ['who stays', [jamal('5:00 PM')], '11:00 AM', ['', '']],
  ['who leaves, and nobody follows', [jamal('1:30 PM')], '11:00 AM', ['!until 1:30', '']],
  [
    'who leaves before somebody comes',
    [jamal('12:30 PM'), umar('1:00 PM')],
    '11:00 AM',
    ['!until 12:30 Umar at 1:00 | ', 'Umar at 1:00'],
  ],
  [
    'who is followed at once',
    [jamal('1:00 PM'), umar('1:00 PM')],
    '11:00 AM',
    ['then Umar at 1:00 | ', 'Umar at 1:00'],
  ],
  [
    'who stays while somebody joins',
    [jamal('5:00 PM'), umar('1:00 PM')],
    '11:00 AM',
    ['Umar at 1:00 | ', 'Umar at 1:00'],
  ],
  ['who leaves while another stays', [jamal('1:00 PM'), umar('10:00 AM')], '11:00 AM', ['until 1:00 | ', '']],
  [
    'two who leave at once, said once',
    [jamal('1:00 PM'), umar('10:00 AM', {}, '1:00 PM'), buildShift('Sofia', '1:15 PM', '5:00 PM')],
    '11:00 AM',
    ['!until 1:00 Sofia at 1:15 | !until 1:00 | ', 'Sofia at 1:15'],
  ],
  ['nobody yet', [umar('1:00 PM')], '11:00 AM', ['', 'Umar at 1:00']],
  ['nobody, since who comes is late', [umar('10:30 AM', late(null))], '11:00 AM', ['', 'Umar late']],
  [
    'nobody until the late one comes',
    [umar('10:30 AM', late('11:15 AM'))],
    '11:00 AM',
    ['', 'Umar late, 11:15'],
  ],
  [
    'the certain one before the late one',
    [umar('10:30 AM', late(null)), buildShift('Sofia', '1:15 PM', '5:00 PM')],
    '11:00 AM',
    [' | ', 'Sofia at 1:15'],
  ],
  [
    'who stays beside a late one',
    [jamal('5:00 PM'), umar('10:30 AM', late(null))],
    '11:00 AM',
    ['!Umar late | ', 'Umar late'],
  ],
  ['who has left', [jamal('11:00 AM')], '11:30 AM', ['', '']],
])('[CV2] [CV12] the note of a position with %s', (_, shifts, time, expected) => {
  expect(said(shifts, time)).toEqual(expected);
});
