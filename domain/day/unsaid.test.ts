import { expect, test } from 'vitest';
import { buildLayout, buildRotation, buildShift, changed } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import { phraseOf } from '../history/phrases.ts';
import { lawsOn } from '../planner/laws/laws.ts';
import { withoutReason, withoutReasons } from './attendance.ts';

const day = buildLayout({
  shifts: [buildShift('Ana', '9:00 AM', '5:00 PM')],
  rotations: [buildRotation('lunch', '11:00 AM', '2:00 PM')],
});
const out = { type: 'shift.out', shift: 'Ana', reason: 'sick', from: '9:30 AM', at: 1, by: 'lee' } as const;

test('[PV1] a day and its changes are told without why somebody is out, and fit together', () => {
  const now = changed(day, out);
  const told = withoutReasons(now);
  expect(told.shifts[0]?.out).toEqual({ reason: 'unsaid', from: '9:30 AM', at: 1, by: 'lee' });
  expect({ ...told, shifts: now.shifts }).toEqual(now);
  expect(changed(day, withoutReasons(out))).toEqual(told);
  const batch = { type: 'batch', changes: [out] } as const;
  expect(withoutReasons(batch).changes[0]?.reason).toBe('unsaid');
  const back = {
    type: 'shift.attendance',
    shift: 'Ana',
    out: now.shifts[0]?.out ?? null,
    late: null,
  } as const;
  expect(withoutReasons(back).out?.reason).toBe('unsaid');
  expect(withoutReasons(day)).toEqual(day);
});

test('[LW5] who doesn’t run the day is not told which row of the law a break is planned by', () => {
  const relief = [{ position: 'till', from: '10:00 AM', to: '10:15 AM', by: null }];
  const rest = { kind: 'rest', start: '10:00 AM', minutes: 15, relief } as const;
  const shift = {
    ...buildShift('Ana', '9:00 AM', '5:00 PM'),
    planned: [{ ...rest, row: 'or-minor-rest-1' }],
  };
  const told = withoutReasons(buildLayout({ shifts: [shift] }));
  expect(told.shifts[0]?.planned).toEqual([rest]);
});

test('[LW5] nor which rows there are, by a day or a change', () => {
  const laws = lawsOn('OR', day.date);
  const settings = { breakMinMinutes: 300, breakTimerMinutes: 30, dayStart: '4:00 AM' } as const;
  const change = { type: 'layout.settings', ...settings, laws } as const;
  const now = changed(day, change);
  expect(now.laws).toEqual(laws);
  expect(withoutReasons(now)).not.toHaveProperty('laws');
  expect(changed(day, withoutReasons(change))).toEqual(withoutReasons(now));
});

test('history is told without it, as it says it now and as it did before', () => {
  expect(withoutReason(phraseOf(day, out, changed(day, out), english))).toBe('marked Ana out from 9:30 AM');
  expect(withoutReason('Lee Fox undid: “marked Ana Price out: sent home, 10:12 AM”')).toBe(
    'Lee Fox undid: “marked Ana Price out from 10:12 AM”',
  );
  expect(withoutReason('marked Ana out again: no-show, 9:00 AM')).toBe('marked Ana out again from 9:00 AM');
  expect(withoutReason('marked Ana out again from 9:00 AM: left early')).toBe(
    'marked Ana out again from 9:00 AM',
  );
  expect(withoutReason('renamed Ana to Out: sick')).toBe('renamed Ana to Out: sick');
});
