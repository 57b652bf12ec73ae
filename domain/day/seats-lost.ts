import type { Steps } from '../change/define-change.ts';
import { byId } from '../list/list.ts';
import type { Plan } from '../plan/plan.ts';
import { positionsOf } from '../plan/rotation.ts';
import type { Seat } from './shift.ts';

export interface LostSeat extends Seat {
  readonly type: 'shift.seat';
  readonly shift: string;
}

/**
 * The changes that put shifts back on the positions they were taken from. The last of a position comes first, so that
 * the shift behind the next one is there already.
 */
export const seatsLost = (before: Plan, after: Plan): Steps => lostSeats(before, after);

export function lostSeats(before: Plan, after: Plan): readonly LostSeat[] {
  return before.flatMap((rotation) => {
    const now = byId(after, rotation.id);
    if (now === rotation) return [];
    const seatsNow = new Map(now && positionsOf(now).map(({ id, seats }) => [id, seats] as const));
    return positionsOf(rotation).flatMap(({ id: position, seats }) =>
      seats
        .map((shift, index): LostSeat => {
          const behind = seats[index + 1] ?? null;
          return { type: 'shift.seat', shift, rotation: rotation.id, position, before: behind };
        })
        .filter(({ shift }) => !seatsNow.get(position)?.includes(shift))
        .reverse(),
    );
  });
}
