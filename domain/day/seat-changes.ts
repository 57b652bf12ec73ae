import * as z from 'zod/mini';
import { dayChange, type FieldsOf, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { byId, grouped, replace } from '../list/list.ts';
import { mapRotations, mapSeats, mapSeatsIn } from '../plan/plan.ts';
import { positionsOf, type Rotation } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import type { Layout } from './layout.ts';
import { fillOpen, lostSeats, type ShiftPlacement, seatShift, seatsWithout } from './seat.ts';
import { maySit } from './who-is-there.ts';

/** `shift` goes where `other` sits before, to `position`, and `other` to `otherPosition`, where `shift` sits before. */
const swapFields = { rotation: id, shift: id, position: id, other: id, otherPosition: id };

export const swapChanges = {
  /** Two people take each other's place. It names where each of them goes, so that two who swap the same people agree. */
  'shift.swap': dayChange({
    fields: swapFields,
    apply: (layout, change) => {
      for (const each of [change.shift, change.other]) {
        if (!byId(layout.shifts, each)) return refuse('shift-missing');
      }
      const rotation = byId(layout.rotations, change.rotation);
      if (!rotation) return refuse('rotation-missing');
      const swapped = swap(rotation, change, (shift) => byId(layout.shifts, shift)?.teamMember ?? '');
      return swapped.ok ? done({ ...layout, rotations: replace(layout.rotations, swapped.value) }) : swapped;
    },
    inverse: (_, { rotation, shift, position, other, otherPosition }): Steps => [
      { type: 'shift.swap', rotation, shift, position: otherPosition, other, otherPosition: position },
    ],
  }),
};

function swap(
  rotation: Rotation,
  change: FieldsOf<typeof swapFields>,
  nameOf: (shift: string) => string,
): Outcome<Rotation> {
  const { shift, position: to, other, otherPosition: from } = change;
  const positions = positionsOf(rotation);
  const [target, origin] = [byId(positions, to), byId(positions, from)];
  if (!target || !origin) return refuse('position-missing');
  if (target.seats.includes(shift) && origin.seats.includes(other)) return done(rotation);
  if (!origin.seats.includes(shift)) {
    return refuse('swap-moved', { details: { name: nameOf(shift), position: origin.name } });
  }
  if (!target.seats.includes(other)) {
    return refuse('swap-moved', { details: { name: nameOf(other), position: target.name } });
  }
  return done(
    mapSeatsIn(rotation, ({ id, seats }) => {
      if (id === to) return seats.map((each) => (each === other ? shift : each));
      return id === from ? seats.map((each) => (each === shift ? other : each)) : seats;
    }),
  );
}

/** The day with seats made free, where the named shift still has them, and others given. Those that no longer fit are left out. */
function reseat(day: Layout, { taken, given }: FieldsOf<typeof reseatFields>): Layout {
  const moves = new Map(given.map((seat) => [shiftIn(seat), seat]));
  const free = new Set(taken.filter((seat) => !moves.has(shiftIn(seat))).map(placeOf));
  const freed = mapSeats(
    day.rotations,
    ({ id: rotation }) =>
      ({ id: position, seats }) =>
        seats.some((shift) => free.has(placeOf({ shift, rotation, position })))
          ? seats.filter((shift) => !free.has(placeOf({ shift, rotation, position })))
          : seats,
  );
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const coming = grouped(moves.values(), ({ rotation }) => rotation);
  const rotations = mapRotations(freed, (rotation) => {
    const fit = (coming.get(rotation.id) ?? []).filter(({ shift: id }) => {
      const shift = shifts.get(id);
      return shift && maySit(shift, rotation, day.dayStart);
    });
    return fit.length > 0 ? withGiven(rotation, fit) : rotation;
  });
  return rotations === day.rotations ? day : { ...day, rotations };
}

/** One after the other, as `seatShift` would, and at once: each of thousands of seats would be looked for in the whole rotation. */
function withGiven(rotation: Rotation, given: readonly GivenSeat[]): Rotation {
  const seatsOn = new Map(positionsOf(rotation).map(({ id, seats }) => [id, [...seats]]));
  const places = new Map([...seatsOn].flatMap(([id, seats]) => seats.map((shift) => [shift, id])));
  for (const { shift, position, before } of given) {
    const [to, from] = [seatsOn.get(position), places.get(shift)];
    if (!to || from === position) continue;
    const left = seatsOn.get(from ?? '');
    left?.splice(left.indexOf(shift), 1);
    const index = before === null ? -1 : to.indexOf(before);
    to.splice(index < 0 ? to.length : index, 0, shift);
    places.set(shift, position);
  }
  return mapSeatsIn(rotation, ({ id, seats }) => seatsOn.get(id) ?? seats);
}

const shiftIn = ({ shift, rotation }: ShiftPlacement): string => JSON.stringify([rotation, shift]);
const placeOf = ({ shift, rotation, position }: ShiftPlacement): string =>
  JSON.stringify([rotation, position, shift]);

/** Of one change: 120 people in 24 rotations have 2,880. */
const placedLimit = 3_000;

const place = { shift: id, rotation: id, position: id };
const placed = list(z.strictObject(place), placedLimit);
/** `before` is the shift that sits behind it. */
const reseatFields = {
  taken: placed,
  given: list(z.strictObject({ ...place, before: idOrNull }), placedLimit),
};

type GivenSeat = FieldsOf<typeof reseatFields>['given'][number];

/** What puts everybody back who has another position than before, and takes those off who had none. */
const seatsBack = (before: Layout, _: unknown, after: Layout): Steps => {
  const back = lostSeats(before.rotations, after.rotations).map(({ type: _type, ...seat }) => seat);
  const off = lostSeats(after.rotations, before.rotations).map(({ shift, rotation, position }) => ({
    ...{ shift, rotation, position },
  }));
  return [{ type: 'seats.restore', taken: off, given: back }];
};

export const fillChanges = {
  /** Puts people on open positions, as they were in another rotation or on another day; `from` says in which. */
  'seats.fill': dayChange({
    fields: { from: name, seats: placed },
    apply: (layout, { seats }) => done(fillOpen(layout, seats)),
    inverse: seatsBack,
  }),
  'seats.swap': dayChange({
    fields: { rotation: id, other: id, taken: placed, given: placed },
    apply: (layout, { taken, given: seats }) =>
      done(reseat(layout, { taken, given: seats.map((seat) => ({ ...seat, before: null })) })),
    inverse: seatsBack,
  }),
  'seats.restore': dayChange({
    fields: reseatFields,
    apply: (layout, change) => done(reseat(layout, change)),
    inverse: seatsBack,
  }),
};

export const seatFields = { rotation: id, position: id, before: idOrNull };

export const seatChanges = {
  'shift.seat': dayChange({
    fields: { shift: id, ...seatFields },
    apply: (layout, change) => {
      const shift = byId(layout.shifts, change.shift);
      return shift ? seatShift(layout, shift, change) : refuse('shift-missing');
    },
    inverse: (before, { shift, rotation, position }, after): Steps => {
      const moved = lostSeats(before.rotations, after.rotations);
      if (moved.length > 0) return moved;
      const unseat = { type: 'shift.unseat', shift, rotation, position } as const;
      const home = byId(before.rotations, rotation);
      const seats = (home && byId(positionsOf(home), position)?.seats) ?? [];
      const index = seats.indexOf(shift);
      if (index < 0) return [unseat];
      return [unseat, { type: 'shift.seat', shift, rotation, position, before: seats[index + 1] ?? null }];
    },
  }),
  'shift.unseat': dayChange({
    fields: { shift: id, rotation: id, position: id },
    apply: (layout, change) => {
      const rotations = mapRotations(layout.rotations, (rotation) =>
        rotation.id === change.rotation
          ? mapSeatsIn(rotation, ({ id, seats }) =>
              id === change.position ? seatsWithout(seats, change.shift) : seats,
            )
          : rotation,
      );
      return done({ ...layout, rotations });
    },
    inverse: (before, { shift }, after): Steps | null =>
      byId(before.shifts, shift) ? lostSeats(before.rotations, after.rotations) : null,
  }),
};
