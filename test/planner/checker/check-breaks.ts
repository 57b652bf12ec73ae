import { isBarred, levelAt, type Sitting, sittingsOf } from './check-seats.ts';
import { mostWithRoom, type Owed, owedBreaks } from './owed-breaks.ts';
import type { Day, Pause, Place, Plan, Task, Worker } from './read-day.ts';

/** What is wrong with the breaks of a plan, a sentence each. */
export function checkBreaks(day: Day, plan: Plan): string[] {
  const sittings = sittingsOf(day, plan.seats);
  const wrong: string[] = [];
  for (const each of plan.breaks)
    if (!day.workers.has(each.shift)) wrong.push(`Nobody who is counted on has the shift ${each.shift}.`);
  for (const worker of day.workers.values()) wrong.push(...checkOwed(day, worker, plan));
  const seats = new SeatsByMinute(sittings);
  for (const each of plan.breaks) wrong.push(...checkTasks(each, sittings));
  for (const each of plan.breaks) {
    for (const task of each.relief) {
      const place = placeOf(each, task, sittings);
      if (place) wrong.push(...checkReliever(day, task, { place, seats }));
    }
  }
  wrong.push(...checkActivities(plan.breaks));
  return wrong;
}

/** Where the breaks of a shift have room by the rules, they keep them; else as many are planned as the rules have room for, and it says so. */
function checkOwed(day: Day, worker: Worker, plan: Plan): string[] {
  const who = `${worker.id} (${worker.name})`;
  const planned = plan.breaks
    .filter(({ shift }) => shift === worker.id)
    .sort((one, other) => one.start - other.start);
  const owed = owedBreaks(day, worker);
  const wrong: string[] = [];
  const broken: string[] = [];
  const left = [...owed];
  for (const each of planned) {
    const index = left.findIndex((row) => isFor(each, row));
    const [row] = index < 0 ? [] : left.splice(index, 1);
    if (!row) wrong.push(`${who} isn't owed the break ${each.row} of ${each.minutes} minutes.`);
    else if (!row.starts.includes(each.start))
      broken.push(`B1, B2: the break ${each.row} of ${who} cannot start at ${each.start}.`);
    if (each.start % 5 !== 0 || each.start < worker.start || each.start + each.minutes > worker.end)
      wrong.push(
        `The break ${each.row} of ${who} at ${each.start} is off the grid, or outside of the shift.`,
      );
  }
  for (const [index, each] of planned.entries()) {
    const next = planned[index + 1];
    if (next && next.start < each.start + each.minutes + day.gap)
      broken.push(`B3: the breaks of ${who} at ${each.start} and ${next.start} are too close.`);
  }
  for (const { row } of left) broken.push(`${who} has no break ${row}.`);
  const most = mostWithRoom(owed, day.gap);
  if (most === owed.length) return [...wrong, ...broken];
  if (planned.length < most) wrong.push(`${who} has ${planned.length} breaks, where ${most} have room.`);
  if (!plan.problems?.some((sentence) => sentence.includes(worker.name)))
    wrong.push(`No sentence says that the breaks of ${who} have no room.`);
  return wrong;
}

const isFor = (each: Pause, { row, kind, minutes }: Owed): boolean =>
  each.row === row && each.kind === kind && each.minutes === minutes;

interface Time {
  readonly start: number;
  readonly end: number;
}

const minutesIn = (one: Time, other: Time): Time => ({
  start: Math.max(one.start, other.start),
  end: Math.min(one.end, other.end),
});
const timeOf = ({ start, minutes }: Pause): Time => ({ start, end: start + minutes });

/** The seats that a break leaves, for the time in common. A breaker's own needs nobody. */
function leftSeats(each: Pause, sittings: readonly Sitting[]): (Time & { sitting: Sitting })[] {
  return sittings
    .filter(({ seat, place }) => seat.shift === each.shift && place.station !== null)
    .map((sitting) => ({ sitting, ...minutesIn(sitting, timeOf(each)) }))
    .filter(({ start, end }) => start < end);
}

const isTaskOf = (task: Task, { start, end, sitting }: Time & { sitting: Sitting }): boolean =>
  task.position === sitting.seat.position && task.from === start && task.to === end;

const placeOf = (each: Pause, task: Task, sittings: readonly Sitting[]): Place | undefined =>
  leftSeats(each, sittings).find((left) => isTaskOf(task, left))?.sitting.place;

function checkTasks(each: Pause, sittings: readonly Sitting[]): string[] {
  const what = `the break of ${each.shift} at ${each.start}`;
  const rest = [...each.relief];
  const wrong: string[] = [];
  for (const left of leftSeats(each, sittings)) {
    const index = rest.findIndex((task) => isTaskOf(task, left));
    if (index < 0) wrong.push(`${what} opens no task at ${left.sitting.seat.position}.`);
    else rest.splice(index, 1);
  }
  for (const { position } of rest) wrong.push(`${what} has a task at ${position} that it doesn't open.`);
  return wrong;
}

/** Who sits where at a minute. */
class SeatsByMinute {
  readonly #seats = new Map<string, Sitting>();

  constructor(sittings: readonly Sitting[]) {
    for (const sitting of sittings) {
      for (let minute = sitting.start; minute < sitting.end; minute++)
        this.#seats.set(`${minute} ${sitting.seat.shift}`, sitting);
    }
  }

  of(shift: string, minute: number): Place | undefined {
    return this.#seats.get(`${minute} ${shift}`)?.place;
  }
}

interface AtTask {
  readonly place: Place;
  readonly seats: SeatsByMinute;
}

function checkReliever(day: Day, { by, from, to, position }: Task, { place, seats }: AtTask): string[] {
  if (by === null) return [];
  const what = `${by} cannot relieve at ${position} from ${from} to ${to}`;
  const worker = day.workers.get(by);
  if (!worker || worker.start > from || worker.end < to) return [`${what}: not there.`];
  const wrong = new Set<string>();
  if (place.station !== null && levelAt(worker, place.station) < 2) wrong.add(`${what}: not trained.`);
  if (isBarred(worker, place)) wrong.add(`${what}: too young.`);
  for (let minute = from; minute < to; minute++)
    if (awayPrice(place, seats.of(by, minute)) === null) wrong.add(`${what}: needed where they are.`);
  return [...wrong];
}

/** What a minute costs for which somebody relieves at `place`, and has `own`; null where that may not be. */
function awayPrice(place: Place, own: Place | undefined): number | null {
  if (own === undefined || own.station === null) return 0;
  if (own.priority === 'nice') return 4;
  return own.area === place.area ? 12 : null;
}

/** Nobody does two things at one minute: their own break, or relieving. */
function checkActivities(breaks: readonly Pause[]): string[] {
  const wrong = new Set<string>();
  const busy = new Set<string>();
  const occupy = (shift: string, { start, end }: Time) => {
    for (let minute = start; minute < end; minute++) {
      const key = `${minute} ${shift}`;
      if (busy.has(key)) wrong.add(`B4: ${shift} does two things at once.`);
      busy.add(key);
    }
  };
  for (const each of breaks) {
    occupy(each.shift, timeOf(each));
    for (const { by, from, to } of each.relief) if (by !== null) occupy(by, { start: from, end: to });
  }
  return [...wrong];
}

const openPrice: Readonly<Record<Place['priority'], number>> = { must: 60, should: 20, nice: 4 };
const [rushPrice, outPrice] = [10, 500];

/** The cost of breaks, counted minute by minute. */
export function countCost(day: Day, plan: Pick<Plan, 'seats' | 'breaks'>): number {
  const sittings = sittingsOf(day, plan.seats);
  const seats = new SeatsByMinute(sittings);
  let cost = 0;
  for (const each of plan.breaks) {
    const { start, end } = timeOf(each);
    for (let minute = start; minute < end; minute++)
      if (day.rush.some((rush) => rush.start <= minute && minute < rush.end)) cost += rushPrice;
    for (const { sitting, ...left } of leftSeats(each, sittings)) {
      const task = each.relief.find((relief) => isTaskOf(relief, { sitting, ...left }));
      for (let minute = left.start; minute < left.end; minute++) {
        cost += task?.by
          ? (awayPrice(sitting.place, seats.of(task.by, minute)) ?? 0)
          : openPrice[sitting.place.priority];
      }
    }
  }
  return cost + crowdCost(day, plan.breaks, seats) + spreadCost(day, plan.breaks);
}

/** By five minutes and subarea: whoever is away from a seat of it, beyond its cap. */
function crowdCost(day: Day, breaks: readonly Pause[], seats: SeatsByMinute): number {
  const out = new Map<string, Set<string>>();
  for (const each of breaks) {
    for (let minute = each.start; minute < each.start + each.minutes; minute++) {
      const place = seats.of(each.shift, minute);
      if (!place || place.station === null) continue;
      const key = JSON.stringify([Math.floor(minute / 5), place.area]);
      out.set(key, (out.get(key) ?? new Set()).add(each.shift));
    }
  }
  let cost = 0;
  for (const [key, people] of out) {
    const [, area] = JSON.parse(key);
    cost += outPrice * Math.max(0, people.size - (day.outCap[area] ?? Number.POSITIVE_INFINITY));
  }
  return cost;
}

function spreadCost(day: Day, breaks: readonly Pause[]): number {
  let cost = 0;
  for (const [shift, all] of Map.groupBy(breaks, (each) => each.shift)) {
    const worker = day.workers.get(shift);
    if (!worker) continue;
    const length = worker.end - worker.start;
    for (const [index, each] of all.sort((one, other) => one.start - other.start).entries()) {
      const even = Math.floor(worker.start + ((index + 1) * length) / (all.length + 1));
      cost += Math.abs(each.start - (even - (even % 5))) / 5;
    }
  }
  return cost;
}
