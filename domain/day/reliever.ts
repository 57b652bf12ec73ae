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

/**
 * Who is planned to take the position of somebody whose break is due, if they are here and not on a break, else the first who is here
 * without one and may. Of a position that they don't have anymore, a plan says nothing.
 */
export function relieverOf(
  day: Day,
  { shift, index }: { readonly shift: Shift; readonly index: number },
  at: At,
  mayTake: MayTake | null,
): Reliever | null {
  return plannedReliever(day, { shift, index }, at) ?? (mayTake && nextReliever(day, shift, at, mayTake));
}

function plannedReliever(
  day: Day,
  { shift, index }: { readonly shift: Shift; readonly index: number },
  at: At,
): Reliever | null {
  const places = placesIn(day.rotations).filter(({ position }) => position.seats.includes(shift.id));
  for (const { position: id, by } of shift.planned?.[index]?.relief ?? []) {
    const reliever = by === null ? undefined : day.shifts.find((each) => each.id === by);
    const position = places.find((place) => place.position.id === id)?.position;
    if (reliever && position && isHere(day, reliever, at)) return { shift: reliever, position };
  }
  return null;
}

const isHere = (day: Day, shift: Shift, { minute, now }: At): boolean =>
  isThere(shift, minute, day.dayStart) && !isAwayNow(shift, day, now);

function nextReliever(day: Day, shift: Shift, at: At, mayTake: MayTake): Reliever | null {
  const running = day.rotations.filter((rotation) => contains(spanOf(rotation, day.dayStart), at.minute));
  const places = placesIn(running);
  const place = places.find(({ position }) => position.seats.includes(shift.id));
  if (!place) return null;
  const seated = new Set(places.flatMap(({ position }) => position.seats));
  const reliever = day.shifts.find(
    (each) => !seated.has(each.id) && isHere(day, each, at) && mayTake(each, place),
  );
  return reliever ? { shift: reliever, position: place.position } : null;
}

const placesIn = (rotations: Layout['rotations']) =>
  rotations.flatMap(({ subareas }) =>
    subareas.flatMap((subarea) => subarea.positions.map((position) => ({ subarea, position }))),
  );
