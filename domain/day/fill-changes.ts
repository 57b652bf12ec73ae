import * as z from 'zod/mini';
import { type Size, settleRotation } from '../change/cost.ts';
import { defineChange, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list, name } from '../change/fields.ts';
import { byId } from '../list/list.ts';
import { unassigned } from '../plan/rotation.ts';
import { done } from '../problem/problem.ts';
import { fillOpen, type Placed } from './fill-open.ts';
import type { Layout } from './layout.ts';
import { type Given, reseat } from './reseat.ts';
import { lostSeats } from './seats-lost.ts';

/** Of one change: 120 people in 24 rotations have 2,880. */
export const placedLimit = 3_000;

const place = { shift: id, rotation: id, position: id };
const placed: z.ZodMiniType<readonly Placed[]> = list(z.strictObject(place), placedLimit);
const given: z.ZodMiniType<readonly Given[]> = list(
  z.strictObject({ ...place, before: idOrNull }),
  placedLimit,
);

/** What puts everybody back who has another position than before, and takes those off who had none. */
const seatsBack = (before: Layout, _: unknown, after: Layout): Steps => {
  const back = lostSeats(before.rotations, after.rotations).map(({ type: _type, ...seat }) => seat);
  const off = lostSeats(after.rotations, before.rotations).map(({ shift, rotation, position }) => ({
    ...{ shift, rotation, position },
  }));
  return [{ type: 'seats.restore', taken: off, given: back }];
};

const costOfSeats = (size: Size, count: number): number => {
  size.places += count;
  size.rotation += count;
  return settleRotation(size) + count * (2 + 0.1 * Math.min(size.rotation, 200));
};

export const fillChanges = {
  /** Puts people on open positions, as they were in another rotation or on another day; `from` says in which. */
  'seats.fill': defineChange({
    fields: { from: name, seats: placed },
    fits: ['layout'],
    may: 'lead',
    apply: (layout, { seats }) => done(fillOpen(layout, seats)),
    inverse: seatsBack,
    describe: (before, change, after) => describeFill(before, change, after),
    cost: (size, { seats }) => costOfSeats(size, seats.length),
  }),
  /** Two rotations exchange their people: which seats become free, and who gets which. */
  'seats.swap': defineChange({
    fields: { rotation: id, other: id, taken: placed, given: placed },
    fits: ['layout'],
    may: 'lead',
    apply: (layout, { taken, given: seats }) =>
      done(reseat(layout, { taken, given: seats.map((seat) => ({ ...seat, before: null })) })),
    inverse: seatsBack,
    describe: (before, { rotation, other }) =>
      `${rotationName(before, rotation)} and ${rotationName(before, other)} swapped`,
    cost: (size, { taken, given: seats }) => costOfSeats(size, taken.length + seats.length),
  }),
  /** Takes a fill or a swap back. */
  'seats.restore': defineChange({
    fields: { taken: placed, given },
    fits: ['layout'],
    may: 'lead',
    apply: (layout, change) => done(reseat(layout, change)),
    inverse: seatsBack,
    describe: () => 'Positions put back',
    cost: (size, { taken, given: seats }) => costOfSeats(size, taken.length + seats.length),
  }),
};

const rotationName = (layout: Layout | null, rotation: string): string =>
  byId(layout?.rotations ?? [], rotation)?.name ?? 'a rotation';

/** 'Lunch filled from Breakfast: 18 placed, 3 left', 'Day filled from Saturday, 11/14: 70 placed, 2 left'. */
function describeFill(
  before: Layout | null,
  { from, seats }: { from: string; seats: readonly Placed[] },
  after: Layout | null,
): string {
  const rotations = [...new Set(seats.map(({ rotation }) => rotation))];
  const [only] = rotations;
  const what = only !== undefined && rotations.length === 1 ? rotationName(before, only) : 'Day';
  const said = `${what} filled from ${from}`;
  if (!before || !after) return said;
  const count = lostSeats(after.rotations, before.rotations).length;
  const left = after.rotations
    .filter(({ id: rotation }) => rotations.includes(rotation))
    .reduce((sum, rotation) => sum + unassigned(after.shifts, rotation, after.dayStart).length, 0);
  return `${said}: ${count} placed, ${left} left`;
}
