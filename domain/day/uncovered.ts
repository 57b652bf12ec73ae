import type { Words } from '../../words/words.ts';
import { byId, replace } from '../list/list.ts';
import { positionsOf } from '../plan/rotation.ts';
import { clip, contains, spanOf } from '../time/clock-time.ts';
import { coveredSpans } from './coverage.ts';
import { dutiesIn, isWanted } from './headcount.ts';
import type { Layout } from './layout.ts';
import type { CallOut, Shift } from './shift.ts';
import { outMinute } from './who-is-there.ts';

const mostNamed = 4;

/** 'Grill 1, Fries (Dinner)'; '' for none. What is over at that minute is left out. */
export function uncoveredBy(
  layout: Layout,
  shift: Shift,
  out: CallOut,
  minute: number,
  t: Words<'actions'>,
): string {
  const { dayStart } = layout;
  const from = Math.max(minute, outMinute({ ...shift, out }, dayStart) ?? 0);
  const without = { dayStart, shifts: replace(layout.shifts, { ...shift, out }) };
  const names = new Set(
    layout.rotations.flatMap((rotation) => {
      const window = spanOf(rotation, dayStart);
      const missed = clip(spanOf(shift, dayStart), { start: Math.max(from, window.start), end: window.end });
      if (!missed) return [];
      const duties = dutiesIn(without, rotation);
      return positionsOf(rotation)
        .filter(({ id, seats }) => seats.includes(shift.id) && isWanted(duties, id))
        .filter(({ seats }) => {
          const others = seats.flatMap((id) => (id === shift.id ? [] : (byId(layout.shifts, id) ?? [])));
          return !coveredSpans(others, window, dayStart).some((span) => contains(span, missed.start));
        })
        .map(({ name }) => (contains(window, minute) ? name : `${name} (${rotation.name})`));
    }),
  );
  const named = [...names].slice(0, mostNamed).join(', ');
  return names.size > mostNamed
    ? t('positions-and-more', { positions: named, more: names.size - mostNamed })
    : named;
}
