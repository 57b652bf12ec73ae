import * as z from 'zod/mini';
import type { ChangeOf } from '../change/change.ts';
import { dayChange, type FieldsOf, type Steps } from '../change/define-change.ts';
import { id, idOrNull, list } from '../change/fields.ts';
import { isSame } from '../change/same.ts';
import { byId, compareText, grouped } from '../list/list.ts';
import { mapRotations, mapSeatsIn } from '../plan/plan.ts';
import { positionsOf, type Rotation, shiftLimit } from '../plan/rotation.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { growBreaks } from './break.ts';
import { breakSlotLimit } from './break-limit.ts';
import { type Layout, type Lock, lockLimit } from './layout.ts';
import { lostSeats } from './seat.ts';
import { breaksDue, checkPlanned, plannedBreakSchema, type Shift } from './shift.ts';
import { maySit } from './who-is-there.ts';

/** Of one change: 120 people in 24 rotations have 2,880. */
const rowLimit = 3_000;

/** Who sat where a row goes: so many are named, of more than that only their number is said. */
const namedLimit = 20;

/**
 * A move, to no position for somebody who only leaves. `was` is where they sat, and `there` who sat where they go, when it was
 * proposed, beside so many `others`; `before` is who sits behind them.
 */
const seatRowSchema = z.strictObject({
  rotation: id,
  shift: id,
  position: idOrNull,
  before: z.optional(idOrNull),
  was: idOrNull,
  there: list(id, shiftLimit),
  others: z.optional(z.number()),
});

const planned = list(plannedBreakSchema, breakSlotLimit);

const takeFields = {
  seats: list(seatRowSchema, rowLimit),
  /** The planned breaks of a shift, in place of those that it had when they were proposed. */
  breaks: list(
    z.strictObject({ shift: id, planned, was: planned, slots: z.optional(z.number()) }),
    shiftLimit,
  ),
};
export type PlanTaking = FieldsOf<typeof takeFields>;
export type SeatRow = PlanTaking['seats'][number];
type BreaksRow = PlanTaking['breaks'][number];

function takePlan(day: Layout, { seats, breaks }: PlanTaking): Outcome<Layout> {
  for (const row of breaks) {
    const checked = checkPlanned(row.planned);
    if (!checked.ok) return checked;
  }
  const rows = grouped(seats, ({ rotation }) => rotation);
  const rotations = mapRotations(day.rotations, (rotation) => {
    const ofIt = rows.get(rotation.id);
    return ofIt ? moved(rotation, standing(day, rotation, ofIt)) : rotation;
  });
  const shifts = withPlanned(day, breaks);
  return done(rotations === day.rotations && shifts === day.shifts ? day : { ...day, rotations, shifts });
}

/**
 * The rows that nobody overtook: the person sits where the row says, nobody else came to the position, and those who are to make
 * room do. Otherwise two would be where only one should be.
 */
function standing(day: Layout, rotation: Rotation, rows: readonly SeatRow[]): readonly SeatRow[] {
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const places = placesIn(rotation);
  const seatsOn = new Map(positionsOf(rotation).map(({ id, seats }) => [id, seats.length]));
  const firsts = new Map([...rows].reverse().map((row) => [row.shift, row]));
  const moving = new Map([...firsts].filter(([, { position, was }]) => position !== was));
  const placeOf = (shift: string): string | null => places.get(shift) ?? null;
  const asSeen = ({ shift, position, was, there, others = 0 }: SeatRow): boolean => {
    if (placeOf(shift) !== was) return false;
    if (position === null) return true;
    const [who, seats] = [shifts.get(shift), seatsOn.get(position)];
    if (!who || seats === undefined || !maySit(who, rotation, day.dayStart)) return false;
    const seen = [...new Set(there)].filter((other) => placeOf(other) === position);
    return seats - seen.length <= others;
  };
  const stands = new Map([...moving].filter(([, row]) => asSeen(row)));
  const coming = grouped([...stands.values()], ({ position }) => position);
  const staying = [...moving.keys()].filter((shift) => !stands.has(shift));
  for (let other = staying.pop(); other !== undefined; other = staying.pop()) {
    const position = placeOf(other);
    const waiting = (position !== null && coming.get(position)) || [];
    // All who wait for that position stay as well, once and for all.
    coming.delete(position);
    for (const { shift } of waiting) if (stands.delete(shift)) staying.push(shift);
  }
  return rows.filter((row) => stands.get(row.shift) === row);
}

/** By shift, the position that they have. */
function placesIn(rotation: Rotation): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { id, seats } of positionsOf(rotation)) for (const shift of seats) places.set(shift, id);
  return places;
}

function moved(rotation: Rotation, rows: readonly SeatRow[]): Rotation {
  const going = new Set(rows.map(({ shift }) => shift));
  const coming = grouped(rows, ({ position }) => position);
  return mapSeatsIn(rotation, ({ id: position, seats }) => {
    const kept = seats.filter((shift) => !going.has(shift));
    for (const { shift, before = null } of coming.get(position) ?? []) {
      const index = before === null ? -1 : kept.indexOf(before);
      kept.splice(index < 0 ? kept.length : index, 0, shift);
    }
    return kept;
  });
}

function withPlanned(
  { shifts, breakMinMinutes }: Pick<Layout, 'shifts' | 'breakMinMinutes'>,
  rows: readonly BreaksRow[],
): readonly Shift[] {
  const firsts = new Map([...rows].reverse().map((row) => [row.shift, row]));
  const next = shifts.map((shift): Shift => {
    const row = firsts.get(shift.id);
    if (!row || !isSame(plannedOf(shift), row.was) || isSame(row.planned, row.was)) return shift;
    const { planned: _, ...rest } = shift;
    const next = row.planned.length > 0 ? { ...rest, planned: row.planned } : rest;
    return { ...next, breaks: withSlots(shift, row, breakMinMinutes) };
  });
  return next.every((shift, index) => shift === shifts[index]) ? shifts : next;
}

/**
 * As many as are planned, and no fewer than the shift's length earns; an undo says how many there were. Those at the end that nobody took, and of which nobody said that they
 * won't be, come and go. Without a plan, and nothing said, they stay.
 */
function withSlots(
  shift: Shift,
  { planned, slots = planned.length || shift.breaks.length }: BreaksRow,
  breakMinMinutes: number,
) {
  const { breaks, skipped = [] } = shift;
  const least = breaksDue({ ...shift, planned }, breakMinMinutes);
  const count = Math.min(breakSlotLimit, Math.max(Math.floor(slots), least));
  const fitted = [...growBreaks(breaks, count)];
  const isUnused = (slot: number) => fitted[slot] === null && !skipped.some((each) => each.slot === slot);
  while (fitted.length > count && isUnused(fitted.length - 1)) fitted.pop();
  return fitted;
}

/** How many rows of a plan that was taken don't hold in the day: others overtook them. */
export function missedRows({ shifts, rotations }: Layout, { seats, breaks }: PlanTaking): number {
  const places = new Map(rotations.map((each) => [each.id, placesIn(each)]));
  const planned = new Map(shifts.map((shift) => [shift.id, plannedOf(shift)]));
  const missed = [
    ...seats.filter((row) => (places.get(row.rotation)?.get(row.shift) ?? null) !== row.position),
    ...breaks.filter((row) => !isSame(planned.get(row.shift), row.planned)),
  ];
  return missed.length;
}

export const plannedOf = ({ planned = [] }: Shift): NonNullable<Shift['planned']> => planned;

/** What takes a plan back is a plan, too: what others changed since stays. */
function takenBack(before: Layout, after: Layout): ChangeOf<'plan.take'> {
  const lost = lostSeats(before.rotations, after.rotations);
  const back = new Set(lost.map(({ rotation, shift }) => JSON.stringify([rotation, shift])));
  const gained = lostSeats(after.rotations, before.rotations).filter(
    ({ rotation, shift }) => !back.has(JSON.stringify([rotation, shift])),
  );
  const places = new Map(after.rotations.map((each) => [each.id, placesIn(each)]));
  const seated = new Map(after.rotations.map((each) => [each.id, seatsById(each)]));
  const seenOn = (rotation: string, position: string) => {
    const there = seated.get(rotation)?.get(position) ?? [];
    return there.length > namedLimit ? { there: [], others: there.length } : { there };
  };
  const now = new Map(after.shifts.map((shift) => [shift.id, plannedOf(shift)]));
  return {
    type: 'plan.take',
    seats: [
      ...gained.map(({ rotation, shift, position }) => ({
        ...{ rotation, shift, position: null, was: position, there: [] },
      })),
      ...lost.map(({ rotation, shift, position, before: behind }) => ({
        ...{ rotation, shift, position, before: behind },
        was: places.get(rotation)?.get(shift) ?? null,
        ...seenOn(rotation, position),
      })),
    ],
    breaks: before.shifts.flatMap((shift) => {
      const [planned, was] = [plannedOf(shift), now.get(shift.id) ?? []];
      return isSame(planned, was) ? [] : [{ shift: shift.id, planned, was, slots: shift.breaks.length }];
    }),
  };
}

const seatsById = (rotation: Rotation): ReadonlyMap<string, readonly string[]> =>
  new Map(positionsOf(rotation).map(({ id, seats }) => [id, seats]));

export const isLock =
  ({ rotation, position, shift }: Lock) =>
  (lock: Lock): boolean =>
    lock.shift === shift && lock.rotation === rotation && lock.position === position;

/** In one order, so that every copy has the same; the field is there only when it says something. */
function withLocks({ locks: _, ...day }: Layout, locks: readonly Lock[]): Layout {
  if (locks.length === 0) return day;
  const sorted = [...locks].sort(
    (one, other) =>
      compareText(one.rotation, other.rotation) ||
      compareText(one.position, other.position) ||
      compareText(one.shift, other.shift),
  );
  return { ...day, locks: sorted };
}

export const planningChanges = {
  'seat.lock': dayChange({
    fields: { shift: id, rotation: id, position: id, locked: z.boolean() },
    apply: (layout, { shift, rotation: rotationId, position, locked }) => {
      if (!byId(layout.shifts, shift)) return refuse('shift-missing');
      const rotation = byId(layout.rotations, rotationId);
      if (!rotation) return refuse('rotation-missing');
      if (!byId(positionsOf(rotation), position)) return refuse('position-missing');
      const { locks = [] } = layout;
      const lock = { shift, rotation: rotationId, position };
      if (locks.some(isLock(lock)) === locked) return done(layout);
      if (!locked)
        return done(
          withLocks(
            layout,
            locks.filter((each) => !isLock(lock)(each)),
          ),
        );
      if (locks.length >= lockLimit) return refuse('too-many', { details: { max: lockLimit } });
      return done(withLocks(layout, [...locks, lock]));
    },
    inverse: (_, { locked, ...place }): Steps => [{ type: 'seat.lock', ...place, locked: !locked }],
  }),
  /** All that was accepted of a proposed plan. Rows that somebody overtook have no effect. */
  'plan.take': dayChange({
    fields: takeFields,
    apply: takePlan,
    inverse: (before, _, after): Steps => [takenBack(before, after)],
    cleansUp: true,
  }),
};
