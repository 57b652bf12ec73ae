import { spansOverlap } from '../time/clock-time.ts';
import { bestChoices, worthOf } from './best-choices.ts';
import { LimitPrices } from './choice-prices.ts';
import type { PlannerDay, PlannerShift, Seating, ToughClass } from './planner-day.ts';
import { type KnownSeat, overCap, sameStation } from './points.ts';
import type { Choice, RotationModel } from './rotation-model.ts';

// The best seats of a day, one rotation at a time: each is solved exactly with the others as they are, in turn, until nothing gains.

/** What has been chosen in each rotation, as numbers in the list of its model. */
export type Chosen = readonly (readonly number[])[];

export interface Found {
  readonly chosen: Chosen;
  readonly points: number;
}

type Values = readonly (number | null)[];

interface Answer {
  readonly chosen: readonly number[] | null;
  readonly values: Values;
  /** What no choices are worth more than, with these values. */
  readonly most: number;
}

/** What no choices can be worth more than, as far as another answer says: as much as there, and what each person can gain from there. */
function mostOf({ choices }: RotationModel, values: Values, { values: known, most }: Answer): number {
  let bound = most;
  let shift: PlannerShift | null = null;
  let gain = 0;
  for (let at = 0; at < choices.length; at++) {
    const value = values[at] ?? null;
    const before = known[at] ?? null;
    if (choices[at]?.shift !== shift) {
      bound += gain;
      gain = 0;
      shift = (choices[at] as Choice).shift;
    }
    if (value === null) continue;
    // what couldn't be then says nothing of now
    if (before === null) return Number.POSITIVE_INFINITY;
    if (value - before > gain) gain = value - before;
  }
  return bound + gain;
}

/** In numbers that the solver is asked with, as a clock would make another plan on a slow device. A usual day of 45 shifts takes half. */
const mostWork = 60_000_000;

/** How often all rotations are gone through. Three times is usual. */
const turns = 20;

export class SeatSearch {
  private readonly day: PlannerDay;
  private readonly models: readonly RotationModel[];
  /** For each rotation, those right before and after it, and those at the same time. */
  private readonly next: readonly (readonly number[])[];
  private readonly meanwhile: readonly (readonly number[])[];
  /** Answers by the values they were asked with: four orders ask much alike. */
  private readonly answers: Map<string, Answer>[];
  private readonly prices: readonly LimitPrices[];
  /** What is added to the worth of a choice beyond its points. */
  private readonly extra: (choice: Choice, rotation: number) => number;

  private work = 0;

  constructor(
    day: PlannerDay,
    models: readonly RotationModel[],
    extra: (choice: Choice, rotation: number) => number = () => 0,
  ) {
    this.day = day;
    this.models = models;
    this.extra = extra;
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
    this.answers = models.map(() => new Map());
    this.prices = models.map((model) => new LimitPrices(model));
  }

  /** Whether it has worked for so long that it only ends what it has begun. */
  get isSpent(): boolean {
    return this.work > mostWork;
  }

  /** From these seats on, the rotations in this order. */
  improve(from: Chosen, order: readonly number[]): Found {
    const chosen = [...from];
    for (let turn = 0; turn < turns && (turn === 0 || !this.isSpent); turn++) {
      let hasGained = false;
      for (const at of order) {
        const values = this.values(chosen, at);
        const standing = worthOf(values, chosen[at] ?? []);
        const better = this.answer(at, values, standing);
        if (!better || worthOf(values, better) <= standing) continue;
        chosen[at] = better;
        hasGained = true;
      }
      if (!hasGained) break;
    }
    return { chosen, points: this.points(chosen) };
  }

  /** Rotations that follow each other, in both orders. */
  pairs(): readonly (readonly [number, number])[] {
    return this.next.flatMap((others, at) => others.map((other) => [at, other] as const));
  }

  /** The best choices of a rotation; null where there are none better than what stands. */
  private answer(at: number, values: Values, standing: number): readonly number[] | null {
    const known = this.answers[at] as Map<string, Answer>;
    const key = values.join();
    const answer = known.get(key);
    if (answer?.chosen) return answer.chosen;
    const model = this.models[at] as RotationModel;
    for (const other of known.values()) if (mostOf(model, values, other) <= standing) return null;
    const prices = this.prices[at] as LimitPrices;
    const { chosen, most, work } = bestChoices(model, values, { prices, standing });
    this.work += work;
    known.set(key, { chosen, values, most });
    return chosen;
  }

  /** What each choice of a rotation is worth with the others as they are; null where somebody is elsewhere. */
  private values(chosen: Chosen, at: number): Values {
    const { settings } = this.day;
    const { choices } = this.models[at] as RotationModel;
    const stations = new Map<PlannerShift, (string | null)[]>();
    for (const other of this.next[at] ?? []) {
      for (const { shift, position } of this.seats(chosen, other)) {
        const known = stations.get(shift);
        if (known) known.push(position.station);
        else stations.set(shift, [position.station]);
      }
    }
    const busy = new Map<PlannerShift, SeatSpan[]>();
    for (const other of this.meanwhile[at] ?? []) {
      for (const seat of this.seats(chosen, other))
        busy.set(seat.shift, [...(busy.get(seat.shift) ?? []), seat]);
    }
    const tough = this.toughMinutes(chosen, at);
    return choices.map((choice) => {
      const { shift, place, minutes, alone } = choice;
      if (busy.get(shift)?.some((seat) => spansOverlap(seat, choice))) return null;
      let value = alone + this.extra(choice, at);
      const { station, classes } = place.position;
      if (station !== null) {
        for (const beside of stations.get(shift) ?? [])
          if (beside === station) value += sameStation(settings);
      }
      for (const name of classes) {
        const before = tough.get(shift)?.get(name) ?? 0;
        value += overCap(settings, before + minutes) - overCap(settings, before);
      }
      return value;
    });
  }

  /** Minutes that everybody has in each class outside of a rotation. */
  private toughMinutes(chosen: Chosen, except: number): Map<PlannerShift, Map<ToughClass, number>> {
    const minutes = new Map<PlannerShift, Map<ToughClass, number>>();
    this.models.forEach((_, at) => {
      if (at === except) return;
      for (const { shift, position, start, end } of this.seats(chosen, at)) {
        if (position.classes.length === 0) continue;
        const own = minutes.get(shift) ?? new Map<ToughClass, number>();
        for (const name of position.classes) own.set(name, (own.get(name) ?? 0) + end - start);
        minutes.set(shift, own);
      }
    });
    return minutes;
  }

  /** Everybody who sits in a rotation. */
  private *seats(chosen: Chosen, at: number): Iterable<SeatSpan> {
    const { fixed, choices, rotation } = this.models[at] as RotationModel;
    for (const { shift, position } of fixed) {
      const [start, end] = [Math.max(shift.start, rotation.start), Math.min(shift.end, rotation.end)];
      yield { shift, position, start, end };
    }
    for (const index of chosen[at] ?? []) {
      const { shift, place, start, end } = choices[index] as Choice;
      yield { shift, position: place.position, start, end };
    }
  }

  /** What all choices are worth together, without the seats that are fixed. */
  private points(chosen: Chosen): number {
    // one rotation after the other, each with those before it
    const sofar: (readonly number[])[] = this.models.map(() => []);
    let points = 0;
    this.models.forEach((_, at) => {
      const values = this.values(sofar, at);
      for (const index of chosen[at] ?? []) points += values[index] ?? 0;
      sofar[at] = chosen[at] ?? [];
    });
    return points;
  }
}

interface SeatSpan {
  readonly shift: PlannerShift;
  readonly position: KnownSeat['position'];
  readonly start: number;
  readonly end: number;
}

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
