import { clip, type Span, sharedMinutes, union } from '../time/clock-time.ts';
import { rushCost, spreadCost } from './break-cost.ts';
import { grid, type OwedBreak, owedBreaks, type Standing, upToGrid } from './owed-breaks.ts';
import type { PlannerDay, PlannerShift, Seating } from './planner-day.ts';
import { canRelieve, priceBeside, prices, type SeatedSpan, seatedSpans, slotsOf } from './relief.ts';

/** What it counts for that a break is moved which its person knows of: as much as a minute of a position that must have somebody. */
const moved = prices.open.must;
/** The relievers of a seat that are looked at: no restaurant has more who are free for one. */
const helperLimit = 60;
/** A day that has more starts to choose from is no restaurant's: its breaks are where they are spread evenly. */
const choiceLimit = 150_000;

/** Nobody relieves, or a break is not in the plan. */
export const nobody = -1;

export interface Owed extends OwedBreak {
  readonly shift: PlannerShift;
  /** The number of the shift. */
  readonly person: number;
  /** It began before now. */
  readonly isPast: boolean;
  /** When its person thinks that it is; null where nobody said. */
  readonly told: number | null;
}

/** The breaks of a person in their order, and how far they are apart. */
export interface Chain {
  readonly breaks: readonly number[];
  readonly gap: number;
}

/**
 * A day as numbers: each break has choices of a start, each choice tasks, each task people who could do it. `from` lists say where those
 * of one begin; one more than there are.
 */
export interface BreakModel {
  readonly slots: number;
  /** The numbers of the shifts. */
  readonly people: ReadonlyMap<string, number>;
  readonly owed: readonly Owed[];
  readonly chains: readonly Chain[];
  readonly seats: readonly SeatedSpan[];
  /** How many of each subarea may be away at once. */
  readonly caps: Int32Array;
  readonly choiceFrom: Int32Array;
  readonly choices: {
    readonly start: Int32Array;
    /** The rush, and the distance from an even spread. */
    readonly cost: Int32Array;
    readonly fromSlot: Int32Array;
    readonly toSlot: Int32Array;
    readonly taskFrom: Int32Array;
  };
  readonly tasks: {
    readonly seat: Int32Array;
    readonly area: Int32Array;
    readonly fromSlot: Int32Array;
    readonly toSlot: Int32Array;
    /** What it costs to leave it open. */
    readonly open: Int32Array;
    readonly helperFrom: Int32Array;
  };
  /** People who do a task for less than it costs to leave it open. */
  readonly helpers: { readonly person: Int32Array; readonly cost: Int32Array };
}

export function breakModel(day: PlannerDay, seats: readonly Seating[], standing: Standing): BreakModel {
  const { owed, chains } = owedOf(day, standing);
  const spans = seatedSpans(day, seats);
  const seatsOf = (shift: PlannerShift) => spans.get(shift.id) ?? [];
  const all = day.shifts.flatMap(seatsOf);
  const numbers = new Map(all.map((seat, number) => [seat, number]));
  const areas = [...new Set(all.map(({ position }) => position.area))];
  const base = owed.reduce(
    (least, { earliest }) => Math.min(least, slotsOf({ start: earliest, end: earliest })[0]),
    0,
  );
  const inSlots = (span: Span) => slotsOf(span).map((slot) => slot - base) as [number, number];
  const helpersBySeat = all.map((seat) => helpersOf(seat, day.shifts, seatsOf));
  const rush = union(day.settings.rush);

  const [choiceFrom, taskFrom, helperFrom] = [[0], [0], [0]];
  const choices = {
    start: [] as number[],
    cost: [] as number[],
    fromSlot: [] as number[],
    toSlot: [] as number[],
  };
  const tasks = {
    seat: [] as number[],
    area: [] as number[],
    fromSlot: [] as number[],
    toSlot: [] as number[],
    open: [] as number[],
  };
  const helpers = { person: [] as number[], cost: [] as number[] };
  let slots = 0;
  for (const each of owed) {
    for (let start = each.earliest; start <= each.latest; start += grid) {
      const span = { start, end: start + each.minutes };
      const [fromSlot, toSlot] = inSlots(span);
      slots = Math.max(slots, toSlot);
      choices.start.push(start);
      choices.cost.push(
        rushCost(span, rush) +
          spreadCost(start, each.ideal) +
          ([null, start].includes(each.told) ? 0 : moved),
      );
      choices.fromSlot.push(fromSlot);
      choices.toSlot.push(toSlot);
      // nothing is planned for what is over
      const isLeft = each.isPast && !each.fixed?.relief;
      for (const seat of isLeft ? [] : seatsOf(each.shift)) {
        const task = clip(span, seat);
        const number = numbers.get(seat);
        if (!task || number === undefined) continue;
        const open = prices.open[seat.position.priority] * (task.end - task.start);
        const [first, last] = inSlots(task);
        tasks.seat.push(number);
        tasks.area.push(areas.indexOf(seat.position.area));
        tasks.fromSlot.push(first);
        tasks.toSlot.push(last);
        tasks.open.push(open);
        for (const helper of helpersBySeat[number] ?? []) {
          const cost = costOfHelp(helper, task);
          if (cost === null || cost >= open) continue;
          helpers.person.push(helper.person);
          helpers.cost.push(cost);
        }
        helperFrom.push(helpers.person.length);
      }
      taskFrom.push(tasks.seat.length);
    }
    choiceFrom.push(choices.start.length);
  }
  const ints = (list: readonly number[]) => Int32Array.from(list);
  return {
    slots,
    people: new Map(day.shifts.map(({ id }, person) => [id, person])),
    owed,
    chains,
    seats: all,
    caps: ints(areas.map((area) => day.settings.outCap.get(area) ?? day.shifts.length)),
    choiceFrom: ints(choiceFrom),
    choices: {
      start: ints(choices.start),
      cost: ints(choices.cost),
      fromSlot: ints(choices.fromSlot),
      toSlot: ints(choices.toSlot),
      taskFrom: ints(taskFrom),
    },
    tasks: {
      seat: ints(tasks.seat),
      area: ints(tasks.area),
      fromSlot: ints(tasks.fromSlot),
      toSlot: ints(tasks.toSlot),
      open: ints(tasks.open),
      helperFrom: ints(helperFrom),
    },
    helpers: { person: ints(helpers.person), cost: ints(helpers.cost) },
  };
}

function owedOf(day: PlannerDay, standing: Standing): { owed: readonly Owed[]; chains: readonly Chain[] } {
  const { now = Number.NEGATIVE_INFINITY, told = [] } = standing;
  const owed: Owed[] = [];
  const chains: Chain[] = [];
  for (const [person, shift] of day.shifts.entries()) {
    const { breaks, gap } = owedBreaks(shift, day.settings, standing);
    const ahead: number[] = [];
    const mine = told.filter((each) => each.shift === shift.id).sort((one, other) => one.start - other.start);
    for (const [place, each] of breaks.entries()) {
      const isPast = each.fixed !== null && each.fixed.start < now;
      // the hours of the others know of what was taken
      if (isPast) chains.push({ breaks: [owed.length], gap: 0 });
      else ahead.push(owed.length);
      owed.push({ ...each, shift, person, isPast, told: mine[place]?.start ?? null });
    }
    chains.push({ breaks: ahead, gap });
  }
  const choices = owed.reduce((sum, { earliest, latest }) => sum + (latest - earliest) / grid + 1, 0);
  return { owed: choices > choiceLimit ? spreadEvenly(owed, chains) : owed, chains };
}

/** Each at the one start that is closest to its ideal and far enough from the one before it. */
function spreadEvenly(owed: readonly Owed[], chains: readonly Chain[]): readonly Owed[] {
  const set = [...owed];
  for (const { breaks, gap } of chains) {
    let free = Number.NEGATIVE_INFINITY;
    for (const index of breaks) {
      const each = owed[index] as Owed;
      const start = Math.min(each.latest, upToGrid(Math.max(each.earliest, each.ideal, free)));
      set[index] = { ...each, earliest: start, latest: start };
      free = start + each.minutes + gap;
    }
  }
  return set;
}

interface Helper {
  readonly person: number;
  readonly shift: PlannerShift;
  /** Their own seats, and what a minute away from each costs; null where they may not leave. */
  readonly own: readonly (Span & { readonly price: number | null })[];
}

function helpersOf(
  seat: SeatedSpan,
  shifts: readonly PlannerShift[],
  seatsOf: (shift: PlannerShift) => readonly SeatedSpan[],
): readonly Helper[] {
  const helpers = shifts.flatMap((shift, person): Helper[] => {
    if (shift.start >= seat.end || shift.end <= seat.start || shift === seat.shift) return [];
    if (!canRelieve(shift, seat.position)) return [];
    const own = seatsOf(shift).flatMap(({ start, end, position }) =>
      sharedMinutes({ start, end }, seat) > 0
        ? [{ start, end, price: priceBeside(position, seat.position) }]
        : [],
    );
    return [{ person, shift, own }];
  });
  // who is free for nothing comes first
  const rank = ({ own }: Helper) => own.reduce((sum, { price }) => sum + (price ?? prices.open.must), 0);
  return helpers.length <= helperLimit
    ? helpers
    : helpers.sort((one, other) => rank(one) - rank(other)).slice(0, helperLimit);
}

function costOfHelp({ shift, own }: Helper, task: Span): number | null {
  if (shift.start > task.start || shift.end < task.end) return null;
  let cost = 0;
  for (const { start, end, price } of own) {
    const shared = sharedMinutes({ start, end }, task);
    if (shared <= 0) continue;
    if (price === null) return null;
    cost += price * shared;
  }
  return cost;
}
