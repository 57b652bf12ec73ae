import { overlaps } from './clock-time.ts';
import { byId, replace, without } from './list.ts';
import { mapSeats } from './plan.ts';
import { done, type Outcome, refuse } from './problem.ts';
import { positionsOf } from './rotation.ts';
import { breaksAfter, readShift, type Seat, type Shift, type ShiftChange, shiftLimit } from './shift.ts';
import { type StaffedDay, settle, withDeleted } from './staffed-day.ts';

/** The layout after something was done to one shift of it. */
export function applyToShift<Day extends StaffedDay>(layout: Day, change: ShiftChange): Outcome<Day> {
  if (change.type === 'shift.add') return addShift(layout, change.shift, change.seats);
  if (change.type === 'shift.delete') return done(settle(deleteShift(layout, change.shift)));
  if (change.type === 'shift.unseat') {
    const rotations = mapSeats(
      layout.rotations,
      (rotation) => (position) =>
        rotation.id === change.rotation && position.id === change.position
          ? position.seats.filter((seat) => seat !== change.shift)
          : position.seats,
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
  const shifts = without(layout.shifts, id);
  if (!byId(layout.shifts, id)?.told) return { ...layout, shifts };
  return withDeleted({ ...layout, shifts }, [...(layout.deletedByHand ?? []), id]);
}

/** New times fit the unused breaks and the seats to them. */
function editShift<Day extends StaffedDay>(
  layout: Day,
  shift: Shift,
  change: Extract<ShiftChange, { type: 'shift.edit' }>,
): Outcome<Day> {
  const edited = readShift(
    {
      ...shift,
      teamMember: change.teamMember ?? shift.teamMember,
      startTime: change.startTime ?? shift.startTime,
      endTime: change.endTime ?? shift.endTime,
      schedule: change.schedule ?? shift.schedule,
      note: change.note ?? shift.note,
    },
    layout.breakMinMinutes,
  );
  if (!edited.ok) return edited;
  const breaks = breaksAfter(shift, edited.value, layout.breakMinMinutes);
  return done(settle({ ...layout, shifts: replace(layout.shifts, { ...edited.value, breaks }) }));
}

/** Adds a shift and puts it on those of the seats that still make sense. */
function addShift<Day extends StaffedDay>(layout: Day, added: Shift, seats: readonly Seat[]): Outcome<Day> {
  if (byId(layout.shifts, added.id)) return refuse('shift-exists');
  if (layout.shifts.length >= shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
  const shift = readShift(added, layout.breakMinMinutes);
  if (!shift.ok) return shift;
  const stillDeleted = (layout.deletedByHand ?? []).filter((id) => id !== added.id);
  let next = settle(withDeleted({ ...layout, shifts: [...layout.shifts, shift.value] }, stillDeleted));
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
  const rotations = mapSeats(layout.rotations, (inRotation) => (position) => {
    if (inRotation.id !== seat.rotation) return position.seats;
    if (position.id !== seat.position) return position.seats.filter((id) => id !== shift.id);
    // Already here: putting it "at the end" again would only shuffle the names.
    if (seat.before === null && position.seats.includes(shift.id)) return position.seats;
    const others = position.seats.filter((id) => id !== shift.id);
    const index = seat.before === null ? -1 : others.indexOf(seat.before);
    return index < 0 ? [...others, shift.id] : [...others.slice(0, index), shift.id, ...others.slice(index)];
  });
  return done({ ...layout, rotations });
}
