import type { Day, Place, Plan, Seat, Turn, Worker } from './read-day.ts';

/** Somebody's seat with all that belongs to it. */
export interface Sitting {
  readonly seat: Seat;
  readonly worker: Worker;
  readonly turn: Turn;
  readonly place: Place;
  readonly start: number;
  readonly end: number;
}

/** What is wrong with the seats of a plan, a sentence each. */
export function checkSeats(day: Day, plan: Pick<Plan, 'seats' | 'problems'>): string[] {
  const wrong: string[] = [];
  for (const seat of plan.seats) {
    const turn = day.turns.get(seat.rotation);
    if (!turn) wrong.push(`There is no rotation ${seat.rotation}.`);
    else if (!turn.wanted.has(seat.position))
      wrong.push(`${seat.position} of ${seat.rotation} wants nobody, but has ${seat.shift}.`);
    if (!day.workers.has(seat.shift)) wrong.push(`Nobody who is counted on has the shift ${seat.shift}.`);
  }
  const sittings = sittingsOf(day, plan.seats);
  const locked = new Set(day.locks.map(keyOf));
  wrong.push(...checkOnce(day, sittings), ...checkMinutes(sittings));
  for (const sitting of sittings) {
    if (locked.has(keyOf(sitting.seat))) continue;
    const { worker, place, seat } = sitting;
    if (place.station !== null && levelAt(worker, place.station) < 1)
      wrong.push(`A3: ${seat.shift} may not work at ${place.station}.`);
    const covered = sitting.turn.covered.filter(({ from }) => from === seat.position);
    if ([place, ...covered.map((each) => each.place)].some((each) => isBarred(worker, each)))
      wrong.push(`A4: ${seat.shift} is too young for ${place.station}.`);
  }
  wrong.push(...checkTrainees(sittings, locked), ...checkLocks(day, plan));
  return wrong;
}

const keyOf = ({ rotation, position, shift }: Seat): string => JSON.stringify([rotation, position, shift]);

export const levelAt = ({ skills }: Worker, station: string): number =>
  Object.hasOwn(skills, station) ? (skills[station] ?? 0) : 0;

const barredUnder: Readonly<Record<string, number>> = { grill: 16, fryer: 16, slicer: 18, driving: 18 };

export const isBarred = ({ age }: Worker, { tags }: Place): boolean =>
  tags.some((tag) => age < (barredUnder[tag] ?? 0));

export function sittingsOf(day: Day, seats: readonly Seat[]): Sitting[] {
  return seats.flatMap((seat) => {
    const turn = day.turns.get(seat.rotation);
    const place = turn?.wanted.get(seat.position);
    const worker = day.workers.get(seat.shift);
    if (!turn || !place || !worker) return [];
    const [start, end] = [Math.max(turn.start, worker.start), Math.min(turn.end, worker.end)];
    return [{ seat, turn, place, worker, start, end }];
  });
}

function checkOnce(day: Day, sittings: readonly Sitting[]): string[] {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { seat, start, end } of sittings) {
    const key = `${seat.shift} in ${seat.rotation}`;
    if (seen.has(key)) wrong.push(`A1: ${key} sits twice.`);
    seen.add(key);
    if (end - start < day.minSeat) wrong.push(`A1: ${key} is there for ${end - start} minutes.`);
  }
  return wrong;
}

/** One person on a position, and one position for a person, at every minute. */
function checkMinutes(sittings: readonly Sitting[]): string[] {
  const wrong = new Set<string>();
  const [positions, workers] = [new Map<string, string>(), new Map<string, string>()];
  for (const { seat, start, end } of sittings) {
    for (let minute = start; minute < end; minute++) {
      const [place, person] = [`${minute} ${seat.rotation} ${seat.position}`, `${minute} ${seat.shift}`];
      const [onIt, elsewhere] = [positions.get(place), workers.get(person)];
      if (onIt !== undefined && onIt !== seat.shift)
        wrong.add(`A2: ${seat.position} of ${seat.rotation} has ${onIt} and ${seat.shift} at once.`);
      if (elsewhere !== undefined && elsewhere !== `${seat.rotation} ${seat.position}`)
        wrong.add(`A7: ${seat.shift} sits on ${elsewhere} and ${seat.rotation} ${seat.position} at once.`);
      positions.set(place, seat.shift);
      workers.set(person, `${seat.rotation} ${seat.position}`);
    }
  }
  return [...wrong];
}

function checkTrainees(sittings: readonly Sitting[], locked: ReadonlySet<string>): string[] {
  const wrong: string[] = [];
  const byArea = Map.groupBy(sittings, ({ seat, place }) => `${place.area} in ${seat.rotation}`);
  for (const [area, there] of byArea) {
    const level = ({ worker, place }: Sitting) =>
      place.station === null ? Number.NaN : levelAt(worker, place.station);
    const trainees = there.filter((each) => level(each) === 1);
    const free = trainees.filter(({ seat }) => !locked.has(keyOf(seat)));
    if (free.length === 0) continue;
    if (trainees.length > 1) wrong.push(`A5: ${trainees.length} in training at ${area}.`);
    if (!there.some((each) => level(each) === 3)) wrong.push(`A5: nobody to learn from at ${area}.`);
  }
  return wrong;
}

/** A lock that isn't held is one that cannot be, by itself or beside those that are held; and the plan says so. */
function checkLocks(day: Day, { seats, problems = [] }: Pick<Plan, 'seats' | 'problems'>): string[] {
  const wrong: string[] = [];
  const planned = new Set(seats.map(keyOf));
  const held = sittingsOf(
    day,
    day.locks.filter((lock) => planned.has(keyOf(lock))),
  );
  for (const lock of day.locks.filter((each) => !planned.has(keyOf(each)))) {
    const [sitting] = sittingsOf(day, [lock]);
    const isPossible =
      sitting !== undefined &&
      sitting.end - sitting.start >= day.minSeat &&
      sitting.worker.outFrom >= sitting.turn.end;
    const isTaken = held.some(
      ({ seat, start, end }) =>
        sitting &&
        start < sitting.end &&
        sitting.start < end &&
        (seat.shift === lock.shift || (seat.rotation === lock.rotation && seat.position === lock.position)),
    );
    const isAgain = held.some(({ seat }) => seat.shift === lock.shift && seat.rotation === lock.rotation);
    if (isPossible && !isTaken && !isAgain) wrong.push(`A6: the lock ${keyOf(lock)} isn't held.`);
    else if (problems.length === 0) wrong.push(`A6: no sentence says that ${keyOf(lock)} cannot be held.`);
  }
  return wrong;
}

const worth: Readonly<Record<Place['priority'], number>> = { must: 60, should: 30, nice: 12 };
const ofLevel: Readonly<Record<number, number>> = { 1: -10, 3: 6 };
const [ofLabel, ofLike, ofDislike] = [4, 2, -3];
const [ofUnskilledCover, ofSameStation, overCap] = [-6, 240, -3];

/** The points of seats, counted minute by minute. */
export function countPoints(day: Day, seats: readonly Seat[]): number {
  const sittings = sittingsOf(day, seats);
  let points = 0;
  const inClass = new Map<string, number>();
  for (const sitting of sittings) {
    const { worker, place, turn, seat, start, end } = sitting;
    const alsoCovers = turn.covered.filter(
      (each) =>
        each.from === seat.position && each.place.station !== null && !levelAt(worker, each.place.station),
    );
    for (let minute = start; minute < end; minute++) {
      points += minutePoints(day, sitting) + alsoCovers.length * ofUnskilledCover;
      for (const name of new Set(place.classes)) {
        const key = `${worker.id} ${name}`;
        const before = inClass.get(key) ?? 0;
        if (before >= day.classCap) points += overCap;
        inClass.set(key, before + 1);
      }
    }
  }
  for (const one of sittings) {
    for (const other of sittings) {
      const follows = one.turn.end === other.turn.start && one.worker === other.worker;
      if (follows && one.place.station !== null && one.place.station === other.place.station)
        points += day.stays ? ofSameStation : -ofSameStation;
    }
  }
  return points;
}

function minutePoints(day: Day, { worker, place }: Sitting): number {
  let points = worth[place.priority];
  const { station } = place;
  if (station === null) return points;
  if (worker.label === place.area) points += ofLabel;
  points += ofLevel[levelAt(worker, station)] ?? 0;
  if (worker.likes.includes(station)) points += ofLike;
  if (worker.dislikes.includes(station)) points += ofDislike;
  for (const name of place.classes) {
    const hours = Math.trunc(((worker.past[name] ?? 0) - (day.average[name] ?? 0)) / 60);
    points -= Math.max(-3, Math.min(6, hours));
  }
  return points;
}

/** Seats that stand open although somebody could be added there who breaks no rule and brings points. */
export function findIdle(day: Day, seats: readonly Seat[]): string[] {
  const before = countPoints(day, seats);
  const sittings = sittingsOf(day, seats);
  const found: string[] = [];
  for (const turn of day.turns.values()) {
    for (const place of turn.wanted.values()) {
      for (const worker of day.workers.values()) {
        const seat = { rotation: turn.id, position: place.id, shift: worker.id };
        const [start, end] = [Math.max(turn.start, worker.start), Math.min(turn.end, worker.end)];
        const isFree = sittings.every(
          (each) =>
            each.end <= start ||
            end <= each.start ||
            (each.worker !== worker && (each.turn !== turn || each.place !== place)),
        );
        const mayStand = place.station === null || levelAt(worker, place.station);
        if (!isFree || end - start < day.minSeat || worker.outFrom < turn.end || !mayStand) continue;
        const all = [...seats, seat];
        const gain = countPoints(day, all) - before;
        if (gain > 0 && checkSeats(day, { seats: all, problems: [''] }).length === 0)
          found.push(`${worker.id} could be on ${place.id} of ${turn.id} for ${gain} points.`);
      }
    }
  }
  return found;
}
