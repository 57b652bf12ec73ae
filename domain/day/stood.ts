import { mapSeats } from '../plan/plan.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { spanOf, spansOverlap } from '../time/clock-time.ts';
import { isOutDuring, presentSpan } from './presence.ts';
import type { Shift, Stood } from './shift.ts';
import type { StaffedDay } from './staffed-day.ts';

type Day = Pick<StaffedDay, 'shifts' | 'rotations' | 'dayStart'>;

/** Where somebody stood in a rotation until they were out during it; what an earlier record says counts as well. */
export function stoodUntilOut(day: Day, shift: Shift, earlier: readonly Stood[] = []): readonly Stood[] {
  const present = presentSpan(shift, day.dayStart);
  return day.rotations.flatMap((rotation) => {
    const isCut = present !== null && spansOverlap(present, spanOf(rotation, day.dayStart));
    if (!isCut || !isOutDuring(shift, rotation, day.dayStart)) return [];
    const position = positionsOf(rotation).find(({ seats }) => seats.includes(shift.id))?.id;
    const known = earlier.find((each) => each.rotation === rotation.id);
    return position === undefined ? (known ?? []) : { rotation: rotation.id, position };
  });
}

const none: ReadonlyMap<string, readonly string[]> = new Map();

/**
 * The rotations with everybody who is out back on the position that they had until then. For looking back: nobody can be
 * placed by it.
 */
export function rotationsAsWorked({
  shifts,
  rotations,
}: Pick<Day, 'shifts' | 'rotations'>): readonly Rotation[] {
  const stood = new Map<string, Map<string, readonly string[]>>();
  for (const { id, out } of shifts) {
    for (const { rotation, position } of out?.stood ?? []) {
      const positions = stood.get(rotation) ?? new Map<string, readonly string[]>();
      stood.set(rotation, positions.set(position, [...(positions.get(position) ?? []), id]));
    }
  }
  if (stood.size === 0) return rotations;
  return mapSeats(rotations, ({ id }) => {
    const back = stood.get(id) ?? none;
    return (position) => {
      const more = (back.get(position.id) ?? []).filter((shift) => !position.seats.includes(shift));
      // they were there first
      return more.length > 0 ? [...more, ...position.seats] : position.seats;
    };
  });
}
