import { inTime, type Position, positionsByShift, type Rotation } from '../plan/rotation.ts';
import { minutesOfDay, spanOf } from '../time/clock-time.ts';
import { coverRotation, type Moment, type PersonCoverage } from './coverage.ts';
import type { Layout } from './layout.ts';
import type { Shift } from './shift.ts';
import { isThere } from './who-is-there.ts';

type Day = Pick<Layout, 'shifts' | 'rotations' | 'dayStart' | 'breakTimerMinutes'>;

const shownMinutes = 15;
/** A rotation that begins later than this after the end of another isn't handed over to. */
const longestGap = 30;

/** The rotation that follows the one that is going on, in the last minutes of that one. */
export function rotationToCome(
  { rotations, dayStart }: Pick<Day, 'rotations' | 'dayStart'>,
  current: Rotation,
  minute: number,
): Rotation | null {
  const { start, end } = spanOf(current, dayStart);
  if (minute < Math.max(start, end - shownMinutes) || minute >= end) return null;
  const next = inTime(rotations, dayStart).find((each) => spanOf(each, dayStart).start > minute);
  return next && spanOf(next, dayStart).start <= end + longestGap ? next : null;
}

/** What is different in the next rotation. `from` and `to` are positions. */
export type NextMove =
  | { readonly type: 'open'; readonly to: Position; readonly comes: PersonCoverage | null }
  | { readonly type: 'move'; readonly shift: Shift; readonly from: Position | null; readonly to: Position }
  | { readonly type: 'come'; readonly shift: Shift; readonly to: Position }
  | { readonly type: 'unplaced'; readonly shift: Shift; readonly from: Position };

const order = ['open', 'move', 'come', 'unplaced'];

/**
 * What the next rotation changes at its start for somebody who looks at the current one: which positions are open, who
 * goes where, who comes, and who loses their place without leaving. Who stays on a position of that name isn't listed.
 */
export function nextMoves(day: Day, current: Rotation, next: Rotation, { minute, now }: Moment): NextMove[] {
  const { start } = spanOf(next, day.dayStart);
  const before = positionsByShift(current);
  // as planned for its start, for which no break counts
  const coverage = coverRotation(day, next, { minute: start - minutesOfDay, now });
  const moves = next.subareas.flatMap((subarea) =>
    subarea.positions.flatMap((to): NextMove[] => {
      const covered = coverage.positions.get(to.id);
      if (!covered) return [];
      const comes = covered.people.find(({ from }) => from === covered.coveredFrom) ?? null;
      if (covered.isOpen) return [{ type: 'open', to, comes: covered.coveredFrom === null ? null : comes }];
      return covered.people.flatMap(({ shift, state }): NextMove[] => {
        if (state !== 'here') return [];
        const was = before.get(shift.id);
        if (was?.position.name === to.name && was.subarea.name === subarea.name) return [];
        if (!was && !isThere(shift, minute, day.dayStart)) return [{ type: 'come', shift, to }];
        return [{ type: 'move', shift, from: was?.position ?? null, to }];
      });
    }),
  );
  const unplaced = coverage.unplaced.flatMap(({ shift }): NextMove[] => {
    const from = before.get(shift.id)?.position;
    return from ? [{ type: 'unplaced', shift, from }] : [];
  });
  return [...moves, ...unplaced].sort((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
}
