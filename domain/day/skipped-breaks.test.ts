import { expect, test } from 'vitest';
import { buildLayout, buildShift, changed, refusal } from '../../test/builders.ts';
import { english } from '../../test/words.ts';
import { inverse } from '../change/inverse.ts';
import { phraseOf } from '../history/phrases.ts';
import { copyLayout } from './document-copy.ts';
import { dueMinute, nextDue } from './due-breaks.ts';
import type { LawRow } from './law-row.ts';
import type { Layout } from './layout.ts';
import { nextSlot, type Shift, skipOf } from './shift.ts';
import { mayWaive } from './waiving.ts';

const ana = (over: Partial<Shift> = {}) =>
  buildShift('Ana', '9:00 AM', '9:00 PM', { breaks: [null, null], ...over });
const day = buildLayout({ shifts: [ana()] });
const waive = { type: 'break.waive', shift: 'Ana', slot: 0, at: 1, by: 'lee' } as const;
const miss = { ...waive, type: 'break.miss' } as const;
const first = ({ shifts }: Layout) => shifts[0] ?? ana();

test('[BR42] a break that was waived or missed is not due, and the next one is', () => {
  expect(nextDue(first(day), day)).toBe(840);
  const waived = changed(day, waive);
  expect(skipOf(first(waived), 0)).toEqual({ slot: 0, how: 'waived', at: 1, by: 'lee' });
  expect([dueMinute(first(waived), 0, day), nextDue(first(waived), day)]).toEqual([null, 1_140]);
  expect(nextSlot(first(changed(waived, { ...miss, slot: 1 })))).toBe(-1);
  expect(changed(waived, { type: 'break.owe', shift: 'Ana', slot: 0 })).toEqual(day);
});

test('[BR42] an undo says what was said before', () => {
  const waived = changed(day, waive);
  const missed = changed(waived, miss);
  const [once, twice] = [inverse(day, waive, waived), inverse(waived, miss, missed)];
  expect(once && changed(waived, once)).toEqual(day);
  expect(twice && changed(missed, twice)).toEqual(waived);
});

test('[BR42] one that was taken is not said to be missed, and one that is taken all the same is taken', () => {
  const press = { type: 'break.press', shift: 'Ana', slot: 0, wants: 'start', at: 5, by: 'lee' } as const;
  const taken = changed(day, press);
  expect(changed(taken, miss)).toEqual(taken);
  const late = first(changed(day, miss, press));
  expect([skipOf(late, 0), late.breaks[0]?.startedAt]).toEqual([undefined, 5]);
  expect(refusal(day, { ...miss, slot: 7 })).not.toBeNull();
});

test('[BR42] history says it, and a copy of the day doesn’t have it', () => {
  const waived = changed(day, waive);
  expect(phraseOf(day, waive, waived, english)).toBe('waived Ana’s break');
  expect(phraseOf(day, miss, changed(day, miss), english)).toBe('marked Ana’s break as missed');
  const copy = copyLayout(waived, '2026-11-28', { settings: day, newId: () => 'copy', people: true });
  expect(copy.shifts[0]).not.toHaveProperty('skipped');
});

test('[LW3] a break can be waived where its row says so, in shifts that are short enough', () => {
  const row = (id: string, waivable?: LawRow['waivable']): LawRow => ({
    ...{ id, kind: 'meal', minutes: 30, cite: 'Law 1' },
    ...(waivable && { waivable }),
  });
  const laws = [
    row('one', { upTo: 720 }),
    row('two', { upTo: 720, unless: 'one' }),
    row('short', { upTo: 360 }),
    row('never'),
  ];
  const planned = laws.map(({ id }) => ({
    ...({ kind: 'meal', row: id, start: '12:00 PM', minutes: 30, relief: [] } as const),
  }));
  const shift = ana({ breaks: [null, null, null, null, null], planned });
  const all = [0, 1, 2, 3, 4].map((slot) => mayWaive({ laws }, shift, slot));
  expect(all).toEqual([true, true, false, false, false]);
  const waived = { ...shift, skipped: [{ slot: 0, how: 'waived', at: 1, by: null }] } as const;
  expect(mayWaive({ laws }, waived, 1)).toBe(false);
  expect(mayWaive({}, shift, 0)).toBe(false);
});
