import { mapSeatsIn } from '../plan/plan.ts';
import { type Rotation, seatedIn } from '../plan/rotation.ts';
import { type StaffedDay, settleRotations } from './staffed-day.ts';

export interface Placed {
  readonly shift: string;
  readonly rotation: string;
  readonly position: string;
}

/**
 * The day with people on positions that nobody has. Who has a seat in the rotation by now stays there, and a position
 * that somebody got in the meantime stays theirs.
 */
export function fillOpen<Day extends StaffedDay>(day: Day, placed: readonly Placed[]): Day {
  const wanted = new Map<string, Placed[]>();
  for (const each of placed) {
    const list = wanted.get(each.rotation);
    if (list) list.push(each);
    else wanted.set(each.rotation, [each]);
  }
  const filled = day.rotations.flatMap((rotation) => {
    const coming = wanted.get(rotation.id);
    return coming ? [withComing(rotation, coming)] : [];
  });
  const settled = new Map(settleRotations(day, filled).map((rotation) => [rotation.id, rotation]));
  const rotations = day.rotations.map((rotation) => settled.get(rotation.id) ?? rotation);
  return rotations.every((rotation, index) => rotation === day.rotations[index])
    ? day
    : { ...day, rotations };
}

function withComing(rotation: Rotation, coming: readonly Placed[]): Rotation {
  const seated = seatedIn(rotation);
  const byPosition = new Map<string, string[]>();
  for (const { shift, position } of coming) {
    if (seated.has(shift)) continue;
    const list = byPosition.get(position);
    if (list) list.push(shift);
    else byPosition.set(position, [shift]);
  }
  return mapSeatsIn(rotation, ({ id, seats }) => (seats.length > 0 ? seats : (byPosition.get(id) ?? seats)));
}
