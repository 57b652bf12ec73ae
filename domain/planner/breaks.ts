import { clip, type Span, union } from '../time/clock-time.ts';
import {
  BreakBoard,
  type SearchBreak,
  type SearchProblem,
  type SearchSeat,
  type SearchStart,
} from './break-board.ts';
import { costOf, rushCost, spreadCost } from './break-cost.ts';
import { searchBreaks } from './break-search.ts';
import { Chance } from './chance.ts';
import { grid, type OwedBreak, owedBreaks, type Standing } from './owed-breaks.ts';
import type { BreakPlan, PlannedBreak, PlannerDay, PlannerShift, Relief, Seating } from './planner-day.ts';
import { canRelieve, priceBeside, prices, type SeatedSpan, seatedSpans, slotsOf } from './relief.ts';

/**
 * When everybody breaks and who relieves them, with everybody on these seats. What is fixed stays, and nothing else is planned before
 * `now`.
 */
export function planBreaks(day: PlannerDay, seats: readonly Seating[], standing: Standing = {}): BreakPlan {
  const { problem, owed, seats: seated } = askedOf(day, seats, standing);
  const chance = new Chance();
  const board = new BreakBoard(problem, chance);
  searchBreaks(board, chance);
  const breaks = owed.map(({ shift, row, kind, minutes, fixed }, index): PlannedBreak => {
    const { start, tasks } = board.startOf(index, board.chosen[index] as number);
    const first = board.cellFrom[index] as number;
    const relief = tasks.map(({ seat, span }, number): Relief => {
      const by = day.shifts[board.reliever[first + number] as number];
      return { position: (seated[seat] as SeatedSpan).position.id, ...span, by: by?.id ?? null };
    });
    return { shift: shift.id, row, kind, start, minutes, relief: fixed?.relief ?? relief };
  });
  return { breaks, cost: costOf(day, seats, breaks) };
}

interface Owed extends OwedBreak {
  readonly shift: PlannerShift;
  readonly person: number;
  /** Begun before now. */
  readonly isPast: boolean;
}

/** The day as numbers. */
function askedOf(day: PlannerDay, seats: readonly Seating[], standing: Standing) {
  const { now = Number.NEGATIVE_INFINITY } = standing;
  const owed: Owed[] = [];
  const chains: SearchProblem['chains'][number][] = [];
  day.shifts.forEach((shift, person) => {
    const { breaks, gap } = owedBreaks(shift, day.settings, standing);
    const ahead: number[] = [];
    for (const each of breaks) {
      const isPast = each.fixed !== null && each.fixed.start < now;
      // the hours of the others know of what was taken
      if (isPast) chains.push({ breaks: [owed.length], gap: 0 });
      else ahead.push(owed.length);
      owed.push({ ...each, shift, person, isPast });
    }
    chains.push({ breaks: ahead, gap });
  });

  const spans = seatedSpans(day, seats);
  const all = [...spans.values()].flat();
  const numbers = new Map(all.map((seat, number) => [seat, number]));
  const seatsOf = (shift: PlannerShift) => spans.get(shift.id) ?? [];
  const areas = [...new Set(all.map(({ position }) => position.area))];

  const times = [
    ...day.shifts,
    ...owed.map(({ earliest, latest, minutes }) => ({ start: earliest, end: latest + minutes })),
  ];
  const base = times.reduce((least, each) => Math.min(least, slotsOf(each)[0]), 0);
  const end = times.reduce((most, each) => Math.max(most, slotsOf(each)[1]), base);
  const inSlots = (span: Span) => {
    const [from, to] = slotsOf(span);
    return { fromSlot: from - base, toSlot: to - base };
  };
  const rush = union(day.settings.rush);
  const tasksAt = ({ shift, isPast, fixed }: Owed, span: Span) =>
    isPast && !fixed?.relief
      ? []
      : seatsOf(shift).flatMap((seat) => {
          const common = clip(span, seat);
          const number = numbers.get(seat) as number;
          return common
            ? [{ seat: number, span: common, minutes: common.end - common.start, ...inSlots(common) }]
            : [];
        });
  const startAt = (each: Owed, start: number): SearchStart => {
    const span = { start, end: start + each.minutes };
    const cost = rushCost(span, rush) + spreadCost(start, each.ideal);
    return { start, cost, ...inSlots(span), tasks: tasksAt(each, span) };
  };
  const people = new Map(day.shifts.map(({ id }, person) => [id, person]));
  const breaks = owed.map((each): SearchBreak => {
    const starts: SearchStart[] = [];
    for (let start = each.earliest; start <= each.latest; start += grid) starts.push(startAt(each, start));
    const relief = each.fixed?.relief;
    const given =
      relief &&
      starts[0]?.tasks.map(({ seat }) => {
        const { position } = all[seat] as SeatedSpan;
        const by = relief.find((one) => one.position === position.id)?.by;
        return people.get(by ?? '') ?? -1;
      });
    return { person: each.person, minutes: each.minutes, starts, relievers: given ?? null };
  });
  const problem: SearchProblem = {
    slots: end - base,
    people: day.shifts.map(({ start, end: until }) => ({
      fromSlot: Math.ceil(start / grid) - base,
      toSlot: Math.floor(until / grid) - base,
    })),
    seats: all.map((seat) => searchSeat(seat, day.shifts, seatsOf, areas)),
    caps: areas.map((area) => day.settings.outCap.get(area) ?? day.shifts.length),
    breaks,
    chains,
  };
  return { problem, owed, seats: all };
}

function searchSeat(
  seat: SeatedSpan,
  shifts: readonly PlannerShift[],
  seatsOf: (shift: PlannerShift) => readonly SeatedSpan[],
  areas: readonly string[],
): SearchSeat {
  const [free, leaving, doubling]: [number[], number[], number[]] = [[], [], []];
  shifts.forEach((shift, person) => {
    if (shift.id === seat.shift.id || !clip(shift, seat) || !canRelieve(shift, seat.position)) return;
    // where rotations overlap somebody can have several seats meanwhile; the worst counts
    let worst = 0;
    for (const own of seatsOf(shift)) {
      if (!clip(own, seat)) continue;
      const price = priceBeside(own.position, seat.position);
      if (price === null) return;
      worst = Math.max(worst, price);
    }
    (worst === 0 ? free : worst === prices.leave ? leaving : doubling).push(person);
  });
  return {
    area: areas.indexOf(seat.position.area),
    openPrice: prices.open[seat.position.priority],
    relievers: [free, leaving, doubling],
  };
}
