import { type Span, spansOverlap } from '../time/clock-time.ts';
import { bestChoices, worthOf } from './best-choices.ts';
import type { PlannerDay, PlannerPosition, PlannerShift, Seating } from './planner-day.ts';
import { overCap, sameStation } from './points.ts';
import type { Choice, RotationModel } from './rotation-model.ts';
import { never, SeatProgram } from './seat-program.ts';

// The best seats of a day, one rotation at a time: each is solved exactly with the others as they are, in turn, until nothing gains.

/** What has been chosen in each rotation, as numbers in the list of its model. */
export type Chosen = readonly (readonly number[])[];

export interface Found {
  readonly chosen: Chosen;
  readonly points: number;
}

/** In numbers that are gone through, as a clock would make another plan on a slow device. A usual day of 45 shifts takes a hundredth. */
const mostWork = 500_000_000;

/** How often all rotations are gone through. Three times is usual. */
const turns = 20;

/** Somebody on a position, by the numbers of the shift, the station and the classes in the day. */
interface Seat extends Span {
  readonly shift: number;
  readonly station: number | null;
  readonly classes: readonly number[];
}

export class SeatSearch {
  private readonly day: PlannerDay;
  private readonly models: readonly RotationModel[];
  /** For each rotation, those right before and after it, and those at the same time. */
  private readonly next: readonly (readonly number[])[];
  private readonly meanwhile: readonly (readonly number[])[];
  /** The choices of each rotation, what they are worth whatever the others are, and the seats that are fixed. */
  private readonly seats: readonly (readonly Seat[])[];
  private readonly alone: readonly Float64Array[];
  private readonly fixed: readonly (readonly Seat[])[];
  private readonly programs: SeatProgram[] = [];
  private readonly stations: number;
  private readonly classes: number;

  /** `extra`: what is added to the worth of a choice beyond its points. */
  constructor(
    day: PlannerDay,
    models: readonly RotationModel[],
    extra: (choice: Choice, rotation: number) => number = () => 0,
  ) {
    this.day = day;
    this.models = models;
    const numbers = models.map((_, at) => at);
    const rotation = (at: number) => (models[at] as RotationModel).rotation;
    this.next = numbers.map((one) =>
      numbers.filter(
        (other) => rotation(one).end === rotation(other).start || rotation(other).end === rotation(one).start,
      ),
    );
    this.meanwhile = numbers.map((one) =>
      numbers.filter((other) => other !== one && spansOverlap(rotation(one), rotation(other))),
    );
    const shifts = new Map(day.shifts.map((shift, at) => [shift, at]));
    const stations = new Map<string, number>();
    const classes = new Map<string, number>();
    const seat = (shift: PlannerShift, { station, classes: own }: PlannerPosition, span: Span): Seat => ({
      shift: shifts.get(shift) as number,
      station: station === null ? null : numberOf(stations, station),
      classes: own.map((name) => numberOf(classes, name)),
      start: span.start,
      end: span.end,
    });
    this.seats = models.map(({ choices }) =>
      choices.map((choice) => seat(choice.shift, choice.place.position, choice)),
    );
    this.fixed = models.map(({ fixed, rotation: { start, end } }) =>
      fixed.map(({ shift, position }) =>
        seat(shift, position, { start: Math.max(shift.start, start), end: Math.min(shift.end, end) }),
      ),
    );
    this.alone = models.map(({ choices }, at) =>
      Float64Array.from(choices, (choice) => choice.alone + extra(choice, at)),
    );
    this.stations = stations.size;
    this.classes = classes.size;
  }

  /** Whether it has worked for so long that it only ends what it has begun. */
  get isSpent(): boolean {
    return this.programs.reduce((sum, { work }) => sum + work, 0) > mostWork;
  }

  /** From these seats on, the rotations in this order. */
  improve(from: Chosen, order: readonly number[]): Found {
    const chosen = [...from];
    // how many of the last ones were as good as they can be with the others as they are
    let settled = 0;
    for (let step = 0; settled < order.length && step < turns * order.length; step++) {
      if (step >= order.length && this.isSpent) break;
      const at = order[step % order.length] as number;
      const values = this.values(chosen, at);
      const better = bestChoices(this.program(at, chosen), values, worthOf(values, chosen[at] ?? []));
      if (better) chosen[at] = better;
      settled = better ? 1 : settled + 1;
    }
    return { chosen, points: this.points(chosen) };
  }

  /** Rotations that follow each other or overlap, in both orders. */
  pairs(): readonly (readonly [number, number])[] {
    return this.next.flatMap((others, at) =>
      [...others, ...(this.meanwhile[at] ?? [])].map((other) => [at, other] as const),
    );
  }

  private program(at: number, chosen: Chosen): SeatProgram {
    const program = this.programs[at] ?? new SeatProgram(this.models[at] as RotationModel, chosen[at] ?? []);
    this.programs[at] = program;
    return program;
  }

  /** What each choice of a rotation is worth with the others as they are. */
  private values(chosen: Chosen, at: number): Float64Array {
    const { settings, shifts } = this.day;
    const { stations, classes } = this;
    // how often everybody is on each station right before and after, and their minutes in each class
    const beside = new Uint8Array(shifts.length * stations);
    const tough = new Float64Array(shifts.length * classes);
    const busy: Seat[] = [];
    for (let other = 0; other < this.models.length; other++) {
      if (other === at) continue;
      const isNext = this.next[at]?.includes(other);
      const isMeanwhile = this.meanwhile[at]?.includes(other);
      for (const seat of this.seated(chosen, other)) {
        const { shift, station } = seat;
        if (isMeanwhile) busy.push(seat);
        if (isNext && station !== null) (beside[shift * stations + station] as number)++;
        for (const name of seat.classes) (tough[shift * classes + name] as number) += seat.end - seat.start;
      }
    }
    const values = (this.alone[at] as Float64Array).slice();
    for (const [index, seat] of (this.seats[at] ?? []).entries()) {
      const { shift, station } = seat;
      let value = values[index] as number;
      if (station !== null) value += sameStation(settings) * (beside[shift * stations + station] as number);
      for (const name of seat.classes) {
        const before = tough[shift * classes + name] as number;
        value += overCap(settings, before + seat.end - seat.start) - overCap(settings, before);
      }
      values[index] = busy.some((each) => each.shift === shift && spansOverlap(each, seat)) ? never : value;
    }
    return values;
  }

  /** Everybody who sits in a rotation. */
  private seated(chosen: Chosen, at: number): readonly Seat[] {
    const own = this.seats[at] as readonly Seat[];
    return [...(this.fixed[at] ?? []), ...(chosen[at] ?? []).map((index) => own[index] as Seat)];
  }

  /** What all choices are worth together, without the seats that are fixed. */
  private points(chosen: Chosen): number {
    // one rotation after the other, each with those before it
    return this.models.reduce(
      (points, _, at) => points + worthOf(this.values(chosen.slice(0, at), at), chosen[at] ?? []),
      0,
    );
  }
}

const numberOf = (numbers: Map<string, number>, name: string): number => {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
};

/**
 * Gives everybody of a place one of its positions; those who follow each other can have the same one. `wished` is the position that
 * somebody has rather than another one that is alike.
 */
export function seatsOf(
  models: readonly RotationModel[],
  chosen: Chosen,
  wished: (rotation: string, shift: string) => string | undefined = () => undefined,
): readonly Seating[] {
  return models.flatMap(({ rotation, choices, fixed, places }, at) => {
    const taken = new Map<string, string[]>();
    const seat = (position: string, shift: string) =>
      taken.set(position, [...(taken.get(position) ?? []), shift]);
    for (const { position, shift } of fixed) seat(position.id, shift.id);
    const own = (chosen[at] ?? []).map((index) => choices[index] as Choice);
    for (const place of places) {
      const freeFrom = new Map(place.ids.map((id) => [id, Number.NEGATIVE_INFINITY]));
      const there = own
        .filter((choice) => choice.place === place)
        .sort((one, other) => one.start - other.start);
      const wishes = new Map(there.map(({ shift }) => [shift, wished(rotation.id, shift.id)]));
      for (const { shift, start, end } of there) {
        const free = place.ids.filter((id) => (freeFrom.get(id) as number) <= start);
        const wish = free.find((id) => id === wishes.get(shift));
        const unwished = free.find((id) => ![...wishes.values()].includes(id));
        const position = wish ?? unwished ?? free[0];
        if (position === undefined) continue;
        freeFrom.set(position, end);
        seat(position, shift.id);
      }
    }
    return rotation.seats.flatMap(({ id }) =>
      (taken.get(id) ?? []).map((shift) => ({ rotation: rotation.id, position: id, shift })),
    );
  });
}

/** Seats as choices of the models, without those that are fixed or that the models don't have. */
export const chosenOf = (models: readonly RotationModel[], seats: readonly Seating[]): Chosen =>
  models.map(({ rotation, choices }) => {
    const own = new Map(
      seats.flatMap((seat) => (seat.rotation === rotation.id ? [[seat.shift, seat.position]] : [])),
    );
    return choices.flatMap(({ shift, place }, at) => {
      const position = own.get(shift.id);
      return position !== undefined && place.ids.includes(position) ? [at] : [];
    });
  });
