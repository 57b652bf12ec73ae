import { expect, test } from 'vitest';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { OptimisticState } from './optimistic-state.ts';

const body = buildLayout({ shifts: [buildShift('ana', '9:00 AM', '5:00 PM')] });
const note = (text: string) => ({ type: 'shift.edit', shift: 'ana', note: text }) as const;
const own = { id: 'own', change: note('own') };

test('what is shown is not made anew when the outbox says what is known', () => {
  const state = new OptimisticState();
  state.begin({ version: 1, last: null, body });
  state.add(own);
  const { shown } = state;
  state.restore([{ ...own, taken: null }]);
  expect(state.shown).toBe(shown);
});

test('a change that is confirmed as it was shown is no news, but it is after others came before it', () => {
  const state = new OptimisticState();
  state.begin({ version: 1, last: null, body });
  state.add(own);
  expect(state.confirm({ ...own, version: 2, at: 0 })).toEqual({ fits: true, news: null });
  const later = { id: 'later', change: note('later') };
  state.add(later);
  state.confirm({ id: 'other', change: note('other'), version: 3, at: 0 });
  expect(state.confirm({ ...later, version: 4, at: 0 })).toMatchObject({
    news: { before: { shifts: [{ note: 'other' }] }, after: { shifts: [{ note: 'later' }] } },
  });
});
