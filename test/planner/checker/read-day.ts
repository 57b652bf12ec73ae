// Reads a day and a plan from their files for the checker. Nothing here comes from the planner: not the parsing of times, not the
// charts, not how many people there are. What it leaves to chance it would not find.

export type Priority = 'must' | 'should' | 'nice';

export interface Worker {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  /** Minutes from the midnight that begins the business day. */
  readonly start: number;
  readonly end: number;
  /** Infinity for who stays. Nobody is placed in a rotation that goes on after that. */
  readonly outFrom: number;
  /** Infinity where nobody knows: an adult. */
  readonly age: number;
  readonly skills: Readonly<Record<string, number>>;
  readonly likes: readonly string[];
  readonly dislikes: readonly string[];
  readonly past: Readonly<Record<string, number>>;
}

export interface Place {
  readonly id: string;
  readonly area: string;
  /** Null for a breaker. */
  readonly station: string | null;
  readonly priority: Priority;
  readonly tags: readonly string[];
  readonly classes: readonly string[];
}

export interface Turn {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** The places that want somebody. */
  readonly wanted: ReadonlyMap<string, Place>;
  /** Places that are looked after from another one, and from which. */
  readonly covered: readonly { readonly place: Place; readonly from: string }[];
}

export interface Law {
  readonly id: string | null;
  readonly kind: string;
  readonly minutes: number;
  readonly over?: number;
  readonly atLeast?: number;
  readonly upTo?: number;
  readonly startsFrom?: string;
  readonly startsBefore?: string;
  readonly endsAfter?: string;
  readonly spans?: readonly [string, string];
  readonly ageFrom?: number;
  readonly ageTo?: number;
  readonly earliest?: number;
  readonly latest?: number;
  readonly notWithinLast?: number;
  readonly within?: readonly [string, string];
  readonly midway?: number;
}

export interface Day {
  readonly workers: ReadonlyMap<string, Worker>;
  readonly turns: ReadonlyMap<string, Turn>;
  readonly locks: readonly Seat[];
  readonly average: Readonly<Record<string, number>>;
  readonly laws: readonly Law[];
  readonly stays: boolean;
  readonly classCap: number;
  readonly minSeat: number;
  readonly rush: readonly { readonly start: number; readonly end: number }[];
  readonly outCap: Readonly<Record<string, number>>;
  readonly edge: number;
  readonly gap: number;
  readonly breakMinMinutes: number;
  readonly breakTimerMinutes: number;
}

export interface Seat {
  readonly rotation: string;
  readonly position: string;
  readonly shift: string;
}

export interface Task {
  readonly position: string;
  readonly from: number;
  readonly to: number;
  readonly by: string | null;
}

export interface Pause {
  readonly shift: string;
  readonly row: string | null;
  readonly kind: string;
  readonly start: number;
  readonly minutes: number;
  readonly relief: readonly Task[];
}

export interface Plan {
  readonly seats: readonly Seat[];
  readonly points: number;
  readonly breaks: readonly Pause[];
  readonly cost: number;
  readonly problems?: readonly string[];
}

const aDay = 1_440;

/** Minutes into a calendar day of '1:05 PM'. */
export function minuteOf(clock: string): number {
  const [time = '', half] = clock.split(' ');
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number);
  const minute = (hours === 12 ? 0 : hours) * 60 + minutes + (half === 'PM' ? 12 * 60 : 0);
  if (!Number.isInteger(minute)) throw new Error(`'${clock}' is no time`);
  return minute;
}

interface Times {
  readonly startTime: string;
  readonly endTime: string;
}

function spanOf({ startTime, endTime }: Times, dayStart: number): { start: number; end: number } {
  let start = minuteOf(startTime);
  if (start < dayStart) start += aDay;
  let end = minuteOf(endTime);
  while (end <= start) end += aDay;
  // not more than one day
  while (end - start > aDay) end -= aDay;
  return { start, end };
}

interface FileShift extends Times {
  readonly id: string;
  readonly teamMember: string;
  readonly schedule: string;
  readonly late?: { readonly expected: string | null };
  readonly out?: { readonly from: string };
}
interface FilePosition {
  readonly id: string;
  readonly seats?: readonly string[];
  readonly name: string;
  readonly breaker?: boolean;
  readonly station?: string;
  readonly priority?: Priority;
}
interface FileChart {
  readonly people: number;
  readonly coveredBy: Readonly<Record<string, string | null>>;
}
interface FileRotation extends Times {
  readonly id: string;
  readonly subareas: readonly { readonly name: string; readonly positions: readonly FilePosition[] }[];
  readonly charts?: readonly FileChart[];
  readonly people?: number;
}
interface FilePerson {
  readonly age?: number | null;
  readonly skills: Readonly<Record<string, number>>;
  readonly likes: readonly string[];
  readonly dislikes: readonly string[];
  readonly past: Readonly<Record<string, number>>;
}
export interface DayOnFile {
  readonly layout: {
    readonly shifts: readonly FileShift[];
    readonly rotations: readonly FileRotation[];
    readonly locks?: readonly Seat[];
    readonly dayStart: string;
    readonly breakMinMinutes: number;
    readonly breakTimerMinutes: number;
  };
  readonly planner: {
    readonly people: Readonly<Record<string, FilePerson>>;
    readonly stations: Readonly<Record<string, { tags: readonly string[]; classes: readonly string[] }>>;
    readonly positions: Readonly<Record<string, { station?: string | null; priority?: Priority }>>;
    readonly previous: Readonly<Record<string, number>>;
    readonly locks: readonly Seat[];
    readonly settings: {
      readonly variety: string;
      readonly classCap: number;
      readonly minSeat: number;
      readonly jurisdiction?: string;
      readonly rush: readonly Times[];
      readonly outCap: Readonly<Record<string, number>>;
      readonly edge: number;
      readonly gap: number;
    };
  };
}

const nobody: FilePerson = { skills: {}, likes: [], dislikes: [], past: {} };

const isSeated = (rotations: readonly FileRotation[], { rotation, position, shift }: Seat): boolean =>
  rotations
    .filter(({ id }) => id === rotation)
    .flatMap(({ subareas }) => subareas.flatMap(({ positions }) => positions))
    .some(({ id, seats = [] }) => id === position && seats.includes(shift));

export function readDay({ layout, planner }: DayOnFile, laws: readonly Law[]): Day {
  const dayStart = minuteOf(layout.dayStart);
  const { settings } = planner;
  const workers = new Map<string, Worker>();
  for (const shift of layout.shifts) {
    const there = presenceOf(shift, dayStart);
    if (!there) continue;
    const known = Object.hasOwn(planner.people, shift.teamMember) ? planner.people[shift.teamMember] : nobody;
    const { age, skills, likes, dislikes, past } = known ?? nobody;
    workers.set(shift.id, {
      id: shift.id,
      name: shift.teamMember,
      label: shift.schedule,
      ...there,
      age: age ?? Number.POSITIVE_INFINITY,
      skills,
      likes,
      dislikes,
      past,
    });
  }
  return {
    workers,
    turns: new Map(
      layout.rotations.map((rotation) => [
        rotation.id,
        readTurn(rotation, { workers: [...workers.values()], dayStart, planner }),
      ]),
    ),
    locks: [...planner.locks, ...(layout.locks ?? []).filter((lock) => isSeated(layout.rotations, lock))],
    average: planner.previous,
    laws,
    stays: settings.variety === 'stay',
    classCap: settings.classCap,
    minSeat: settings.minSeat,
    rush: settings.rush.map((range) => spanOf(range, dayStart)),
    outCap: settings.outCap,
    edge: settings.edge,
    gap: settings.gap,
    breakMinMinutes: layout.breakMinMinutes,
    breakTimerMinutes: layout.breakTimerMinutes,
  };
}

/** Null for whoever cannot be counted on at all. */
function presenceOf(shift: FileShift, dayStart: number): Pick<Worker, 'start' | 'end' | 'outFrom'> | null {
  const span = spanOf(shift, dayStart);
  if (shift.late?.expected === null) return null;
  const at = (clock: string) => {
    const minute = minuteOf(clock) < dayStart ? minuteOf(clock) + aDay : minuteOf(clock);
    return minute + aDay >= span.start && minute + aDay < span.end ? minute + aDay : minute;
  };
  const start = shift.late ? Math.max(span.start, at(shift.late.expected)) : span.start;
  const outFrom = shift.out ? at(shift.out.from) : Number.POSITIVE_INFINITY;
  const end = Math.min(span.end, outFrom);
  return start < end ? { start, end, outFrom } : null;
}

interface Around {
  readonly workers: readonly Worker[];
  readonly dayStart: number;
  readonly planner: DayOnFile['planner'];
}

function readTurn(rotation: FileRotation, { workers, dayStart, planner }: Around): Turn {
  const { start, end } = spanOf(rotation, dayStart);
  const people = rotation.people ?? countPeople({ start, end }, workers, planner.settings.minSeat);
  const places = rotation.subareas.flatMap((area) =>
    area.positions.map((position) => readPlace(position, area.name, planner)),
  );
  const cells = cellsFor(rotation.charts ?? [], people);
  const wanted = new Map<string, Place>();
  const covered: { place: Place; from: string }[] = [];
  for (const place of places) {
    const from = whoCovers(
      place.id,
      cells,
      places.map(({ id }) => id),
    );
    if (from === place.id) wanted.set(place.id, place);
    else if (from !== null) covered.push({ place, from });
  }
  return { id: rotation.id, start, end, wanted, covered };
}

/** Minute by minute, those who are there for long enough; on average, rounded down. */
function countPeople(
  turn: { start: number; end: number },
  workers: readonly Worker[],
  least: number,
): number {
  const counted = workers.filter(
    ({ start, end }) => Math.min(end, turn.end) - Math.max(start, turn.start) >= least,
  );
  let sum = 0;
  for (let minute = turn.start; minute < turn.end; minute++) {
    for (const { start, end } of counted) if (start <= minute && minute < end) sum += 1;
  }
  return (sum - (sum % (turn.end - turn.start))) / (turn.end - turn.start);
}

/** Nothing in it where every position is a seat: without charts, and with more people than the highest or fewer than the lowest. */
function cellsFor(charts: readonly FileChart[], people: number): FileChart['coveredBy'] {
  const most = Math.max(...charts.map((chart) => chart.people));
  if (people > most) return {};
  for (let number = people; number >= 0; number--) {
    const chart = charts.find((each) => each.people === number);
    if (chart) return chart.coveredBy;
  }
  return {};
}

/** The place from which it is looked after in the end, itself for a seat; null for one that is closed. */
function whoCovers(place: string, cells: FileChart['coveredBy'], places: readonly string[]): string | null {
  const passed = [place];
  for (;;) {
    const at = passed[passed.length - 1] ?? '';
    if (!Object.hasOwn(cells, at)) return at;
    const next = cells[at];
    if (next === null || next === undefined) return null;
    // nobody covers: the chart is wrong there, so it is a seat
    if (!places.includes(next) || passed.includes(next)) return place;
    passed.push(next);
  }
}

function readPlace(position: FilePosition, area: string, planner: DayOnFile['planner']): Place {
  const said = Object.hasOwn(planner.positions, position.id) ? planner.positions[position.id] : undefined;
  const byName = `${area}/${position.name.trimEnd().replace(/\s[\s\d]*$/, '')}`;
  const station = position.breaker === true ? null : (said?.station ?? byName);
  const known =
    station !== null && Object.hasOwn(planner.stations, station) ? planner.stations[station] : null;
  return {
    id: position.id,
    area,
    station,
    priority: said?.priority ?? position.priority ?? 'should',
    tags: known?.tags ?? [],
    classes: known?.classes ?? [],
  };
}
