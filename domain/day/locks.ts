import type { Plan } from '../plan/plan.ts';
import { positionsByShift } from '../plan/rotation.ts';
import type { Layout, Lock } from './layout.ts';
import { isLock } from './planning-changes.ts';

/** The locks on seats that people have. */
export function locksInForce({ locks = [], rotations }: { locks?: readonly Lock[]; rotations: Plan }) {
  const places = new Map(rotations.map((each) => [each.id, positionsByShift(each)]));
  return locks.filter(
    ({ rotation, position, shift }) => places.get(rotation)?.get(shift)?.position.id === position,
  );
}

export const isLockedSeat = ({ locks = [] }: Pick<Layout, 'locks'>, seat: Lock): boolean =>
  locks.some(isLock(seat));
