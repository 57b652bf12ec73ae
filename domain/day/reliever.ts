import type { Position, Subarea } from '../plan/rotation.ts';
import { contains, spanOf } from '../time/clock-time.ts';
import { isAwayNow } from './due-breaks.ts';
import type { Layout } from './layout.ts';
import type { Shift } from './shift.ts';
import { isThere } from './who-is-there.ts';

/** Who takes whose position during a break. */
export interface Reliever {
  readonly shift: Shift;
  readonly position: Position;
}

/** Whether somebody is trained for a position, and old enough for it. */
export type MayTake = (
  shift: Shift,
  place: { readonly subarea: Subarea; readonly position: Position },
) => boolean;

type Day = Pick<Layout, 'shifts' | 'rotations' | 'dayStart' | 'breakTimerMinutes'>;
type At = { readonly minute: number; readonly now: number };

/** Who is planned to take the position of somebody whose break is due, else the first who is here without one and may. */
export function relieverOf(
  day: Day,
  { shift, index }: { readonly shift: Shift; readonly index: number },
  at: At,
  mayTake: MayTake | null,
): Reliever | null {
  return plannedReliever(day, shift, index) ?? (mayTake && nextReliever(day, shift, at, mayTake));
}

function plannedReliever({ shifts, rotations }: Day, shift: Shift, index: number): Reliever | null {
  for (const { position: id, by } of shift.planned?.[index]?.relief ?? []) {
    const reliever = by === null ? undefined : shifts.find((each) => each.id === by);
    const position = placesIn(rotations).find((place) => place.position.id === id)?.position;
    if (reliever && position) return { shift: reliever, position };
  }
  return null;
}

function nextReliever(day: Day, shift: Shift, { minute, now }: At, mayTake: MayTake): Reliever | null {
  const running = day.rotations.filter((rotation) => contains(spanOf(rotation, day.dayStart), minute));
  const places = placesIn(running);
  const place = places.find(({ position }) => position.seats.includes(shift.id));
  if (!place) return null;
  const seated = new Set(places.flatMap(({ position }) => position.seats));
  const reliever = day.shifts.find(
    (each) =>
      !seated.has(each.id) &&
      isThere(each, minute, day.dayStart) &&
      !isAwayNow(each, day, now) &&
      mayTake(each, place),
  );
  return reliever ? { shift: reliever, position: place.position } : null;
}

const placesIn = (rotations: Layout['rotations']) =>
  rotations.flatMap(({ subareas }) =>
    subareas.flatMap((subarea) => subarea.positions.map((position) => ({ subarea, position }))),
  );
