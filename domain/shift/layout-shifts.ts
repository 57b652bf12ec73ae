import { byId, replace, without } from '../change/list.ts';
import { mapRotations, mapSeatsIn, type Plan } from '../plan/plan.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { positionsOf, type Rotation } from '../rotation/rotation.ts';
import { overlaps } from '../time/clock-time.ts';
import {
  breaksAfter,
  insertShift,
  readShift,
  type Seat,
  type Shift,
  type ShiftChange,
  scheduleIdOf,
  shiftLimit,
} from './shift.ts';
import { type StaffedDay, withDeleted } from './staffed-day.ts';

/** The layout after something was done to one shift of it. Nobody else's seat is looked at. */
export function applyToShift<Day extends StaffedDay>(layout: Day, change: ShiftChange): Outcome<Day> {
  if (change.type === 'shift.add') return addShift(layout, change.shift, change.seats);
  if (change.type === 'shift.delete') return done(deleteShift(layout, change.shift));
  if (change.type === 'shift.unseat') {
    const rotations = mapRotations(layout.rotations, (rotation) =>
      rotation.id === change.rotation
        ? mapSeatsIn(rotation, ({ id, seats }) =>
            id === change.position ? takenOff(seats, change.shift) : seats,
          )
        : rotation,
    );
    return done({ ...layout, rotations });
  }
  const shift = byId(layout.shifts, change.shift);
  if (!shift) return refuse('shift-missing');
  if (change.type === 'shift.seat') return seatShift(layout, shift, change);
  return editShift(layout, shift, change);
}

/** A scheduled shift is remembered, so that the next look at the schedule does not bring it back. */
function deleteShift<Day extends StaffedDay>(layout: Day, id: string): Day {
  const shift = byId(layout.shifts, id);
  if (!shift) return layout;
  const next = {
    ...layout,
    shifts: without(layout.shifts, id),
    rotations: withoutShift(layout.rotations, id),
  };
  return shift.told ? withDeleted(next, [...(layout.deletedByHand ?? []), scheduleIdOf(shift)]) : next;
}

/** New times fit the unused breaks and the seats to them. */
function editShift<Day extends StaffedDay>(
  layout: Day,
  shift: Shift,
  change: Extract<ShiftChange, { type: 'shift.edit' }>,
): Outcome<Day> {
  const { dayStart, breakMinMinutes } = layout;
  const read = readShift(
    {
      ...shift,
      teamMember: change.teamMember ?? shift.teamMember,
      startTime: change.startTime ?? shift.startTime,
      endTime: change.endTime ?? shift.endTime,
      schedule: change.schedule ?? shift.schedule,
      note: change.note ?? shift.note,
    },
    breakMinMinutes,
  );
  if (!read.ok) return read;
  const edited = { ...read.value, breaks: breaksAfter(shift, read.value, breakMinMinutes) };
  const sameTimes = edited.startTime === shift.startTime && edited.endTime === shift.endTime;
  const shifts =
    sameTimes && edited.teamMember === shift.teamMember
      ? replace(layout.shifts, edited)
      : insertShift(without(layout.shifts, shift.id), edited, dayStart);
  const rotations = sameTimes
    ? layout.rotations
    : mapRotations(layout.rotations, (rotation) =>
        overlaps(edited, rotation, dayStart) ? rotation : withoutSeatOf(rotation, shift.id),
      );
  return done({ ...layout, shifts, rotations });
}

/** Adds a shift and puts it on those of the seats that still make sense. */
function addShift<Day extends StaffedDay>(layout: Day, added: Shift, seats: readonly Seat[]): Outcome<Day> {
  if (byId(layout.shifts, added.id)) return refuse('shift-exists');
  if (layout.shifts.length >= shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
  const shift = readShift(added, layout.breakMinMinutes);
  if (!shift.ok) return shift;
  let next: Day = { ...layout, shifts: insertShift(layout.shifts, shift.value, layout.dayStart) };
  const scheduleId = scheduleIdOf(added);
  if (layout.deletedByHand?.includes(scheduleId)) {
    next = withDeleted(
      next,
      layout.deletedByHand.filter((id) => id !== scheduleId),
    );
  }
  for (const seat of seats) {
    const seated = seatShift(next, shift.value, seat);
    if (seated.ok) next = seated.value;
  }
  return done(next);
}

/** Puts a shift on a position; it leaves the position of that rotation where it sat. */
function seatShift<Day extends StaffedDay>(layout: Day, shift: Shift, seat: Seat): Outcome<Day> {
  const rotation = byId(layout.rotations, seat.rotation);
  if (!rotation) return refuse('rotation-missing');
  if (!byId(positionsOf(rotation), seat.position)) return refuse('position-missing');
  if (!overlaps(shift, rotation, layout.dayStart)) {
    return refuse('shift-outside-rotation', { details: { name: shift.teamMember, rotation: rotation.name } });
  }
  const seated = mapSeatsIn(rotation, (position) => {
    if (position.id !== seat.position) return takenOff(position.seats, shift.id);
    // Already here: putting it "at the end" again would only shuffle the names.
    if (seat.before === null && position.seats.includes(shift.id)) return position.seats;
    const others = takenOff(position.seats, shift.id);
    const index = seat.before === null ? -1 : others.indexOf(seat.before);
    return index < 0 ? [...others, shift.id] : [...others.slice(0, index), shift.id, ...others.slice(index)];
  });
  return done({ ...layout, rotations: replace(layout.rotations, seated) });
}

const withoutShift = (plan: Plan, id: string): Plan =>
  mapRotations(plan, (rotation) => withoutSeatOf(rotation, id));

const withoutSeatOf = (rotation: Rotation, shift: string): Rotation =>
  mapSeatsIn(rotation, ({ seats }) => takenOff(seats, shift));

/** The seats without a shift; the same seats when it has none of them. */
const takenOff = (seats: readonly string[], shift: string): readonly string[] =>
  seats.includes(shift) ? seats.filter((id) => id !== shift) : seats;
