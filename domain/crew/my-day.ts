import { coveredFrom, dutiesIn } from '../day/headcount.ts';
import type { Layout } from '../day/layout.ts';
import type { Shift } from '../day/shift.ts';
import { presentSpan } from '../day/who-is-there.ts';
import { byId } from '../list/list.ts';
import type { Position, Rotation, Subarea } from '../plan/rotation.ts';
import { clip, contains, type Span, spanOf } from '../time/clock-time.ts';

export interface PositionSpan extends Span {
  readonly rotation: Rotation;
  readonly subarea: Subarea;
  readonly position: Position;
  /** What is covered from it, and nobody sits on. */
  readonly covers: readonly Position[];
}

/** A person's day as they see it. Minutes are those of the business day. */
export type MyDay = ReturnType<typeof myDay>;

type Day = Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>;

/** The shifts of a person whose ids in the crew these are. */
export const shiftsOf = (shifts: readonly Shift[], ids: readonly string[]): readonly Shift[] =>
  shifts.filter(({ person }) => person !== undefined && ids.includes(person));

export function myDay(day: Day, shift: Shift, minute: number) {
  const present = presentSpan(shift, day.dayStart);
  const places = present ? placesOf(day, shift, present) : [];
  const now = places.find((place) => contains(place, minute)) ?? null;
  return {
    present,
    state: stateAt(shift, present, minute),
    now,
    /** Others in the same part of the restaurant, while they are there, too. */
    beside: now ? neighborsOf(day, now, shift, minute) : [],
    later: places.filter(({ start }) => start > minute),
  };
}

function stateAt(shift: Shift, present: Span | null, minute: number) {
  if (!present || (shift.out && minute >= present.end)) return 'out';
  if (minute < present.start) return 'before';
  return minute < present.end ? 'working' : 'over';
}

function placesOf(day: Day, { id }: Shift, present: Span): readonly PositionSpan[] {
  const places = day.rotations.flatMap((rotation) => {
    const span = clip(spanOf(rotation, day.dayStart), present);
    if (!span) return [];
    const duties = dutiesIn(day, rotation);
    return rotation.subareas.flatMap((subarea) =>
      subarea.positions
        .filter(({ seats }) => seats.includes(id))
        .map((position): PositionSpan => {
          const covers = coveredFrom(rotation, duties, position.id);
          return { rotation, subarea, position, covers, ...span };
        }),
    );
  });
  return places.sort((a, b) => a.start - b.start);
}

function neighborsOf({ shifts, dayStart }: Day, place: PositionSpan, own: Shift, minute: number) {
  return place.subarea.positions.flatMap((position) =>
    position.seats.flatMap((id) => {
      const shift = id === own.id ? undefined : byId(shifts, id);
      const present = shift && presentSpan(shift, dayStart);
      return shift && present && contains(present, minute) ? [{ shift, position }] : [];
    }),
  );
}
