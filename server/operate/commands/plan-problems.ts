import { type BreakProblem, owedBreaks } from '../../../domain/planner/owed-breaks.ts';
import type { PlannerDay, PlannerShift, Seating } from '../../../domain/planner/planner-day.ts';
import { isTooLarge } from '../../../domain/planner/seats.ts';

/** A sentence for each thing that cannot be. */
export function sentencesOf(day: PlannerDay, seats: readonly Seating[]): readonly string[] {
  return [...lockSentences(day, seats), ...largeSentences(day), ...breakSentences(day)];
}

const named = ({ name, id }: PlannerShift): string => `${name} (${id})`;

function lockSentences(
  { locks, shifts, rotations, settings }: PlannerDay,
  seats: readonly Seating[],
): string[] {
  return locks.flatMap((lock) => {
    const isHeld = seats.some(
      (seat) =>
        seat.shift === lock.shift && seat.rotation === lock.rotation && seat.position === lock.position,
    );
    if (isHeld) return [];
    const shift = shifts.find(({ id }) => id === lock.shift);
    const rotation = rotations.find(({ id }) => id === lock.rotation);
    const who = shift ? named(shift) : lock.shift;
    const where = `${lock.position} in ${rotation?.name ?? lock.rotation}`;
    const why = () => {
      if (!shift) return 'nobody who can be counted on has that shift';
      if (!rotation) return 'there is no such rotation';
      if (!rotation.seats.some(({ id }) => id === lock.position))
        return 'that is no seat with so many people';
      const minutes = Math.min(shift.end, rotation.end) - Math.max(shift.start, rotation.start);
      return minutes < settings.minSeat
        ? `they are there for less than ${settings.minSeat} minutes`
        : 'a lock before it contradicts it';
    };
    return [`The lock of ${who} at ${where} can’t hold: ${why()}.`];
  });
}

const largeSentences = (day: PlannerDay): string[] =>
  day.rotations
    .filter((rotation) => isTooLarge(day, rotation))
    .map(({ name }) => `${name} has too many people to be planned: only what is locked there has a seat.`);

function breakSentences({ shifts, settings }: PlannerDay): string[] {
  return shifts.flatMap((shift) =>
    owedBreaks(shift, settings).problems.map(
      ({ row, why }) => `${named(shift)}: the break${row === null ? '' : ` ${row}`} ${reasons[why]}.`,
    ),
  );
}

const reasons: Readonly<Record<BreakProblem['why'], string>> = {
  law: 'starts outside of the hours that the law gives it, which can’t be kept',
  gap: 'is closer to another one than it should be, since there is no room',
  room: 'isn’t planned, since the shift has no room for it',
};
