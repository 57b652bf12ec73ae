import type { Layout } from '../../domain/day/layout.ts';
import type { Planning } from '../../domain/planner/day-file.ts';

// Days for the planner, drawn from a number: the same number makes the same day everywhere.

/** What `npm run lineup -- plan` reads; docs/planner.md says what everything means. */
export interface DayFile {
  readonly name: string;
  readonly layout: Layout;
  readonly planner: Planning;
}

type Rotation = Layout['rotations'][number];
type Position = Rotation['subareas'][number]['positions'][number];
type Shift = Layout['shifts'][number];
type Range = { readonly start: number; readonly end: number };

/** Whole numbers alone, drawn by a linear congruence and a mixing step. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) >>> 0;
    return ((mixed ^ (mixed >>> 13)) >>> 0) % limit;
  }

  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  percent(chance: number): boolean {
    return this.below(100) < chance;
  }

  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    return Array.from({ length: Math.min(count, rest.length) }, () => {
      const [taken] = rest.splice(this.below(rest.length), 1);
      return taken as T;
    });
  }
}

type Priority = 'must' | 'should' | 'nice';
interface Station {
  readonly positions: readonly (readonly [name: string, priority: Priority])[];
  readonly tags?: readonly string[];
  readonly classes?: readonly string[];
}

/** By subarea, then by station. */
const restaurant: Readonly<Record<string, Readonly<Record<string, Station>>>> = {
  'Front Counter': {
    Register: {
      positions: [
        ['Register 1', 'must'],
        ['Register 2', 'should'],
      ],
    },
    Expo: { positions: [['Expo', 'must']] },
    Drinks: { positions: [['Drinks', 'should']] },
    'Order Runner': { positions: [['Order Runner', 'nice']] },
  },
  'Drive-Thru': {
    'Order Taker': {
      positions: [
        ['Order Taker 1', 'must'],
        ['Order Taker 2', 'nice'],
      ],
      classes: ['outdoor'],
    },
    Window: { positions: [['Window', 'must']] },
    Runner: { positions: [['Runner', 'should']], classes: ['outdoor'] },
    Bagger: {
      positions: [
        ['Bagger 1', 'should'],
        ['Bagger 2', 'nice'],
      ],
    },
  },
  Kitchen: {
    Grill: {
      positions: [
        ['Grill 1', 'must'],
        ['Grill 2', 'should'],
      ],
      tags: ['grill'],
      classes: ['heat'],
    },
    Fryer: {
      positions: [
        ['Fryer 1', 'must'],
        ['Fryer 2', 'should'],
      ],
      tags: ['fryer'],
      classes: ['heat'],
    },
    Breading: { positions: [['Breading', 'should']] },
    'Sandwich Line': {
      positions: [
        ['Sandwich Line 1', 'must'],
        ['Sandwich Line 2', 'nice'],
      ],
    },
    Prep: { positions: [['Prep', 'nice']], tags: ['slicer'] },
  },
  'Dining & Support': {
    Host: { positions: [['Host', 'nice']] },
    'Dining Room': { positions: [['Dining Room', 'should']] },
    Dishes: { positions: [['Dishes', 'should']], classes: ['dishes', 'heat'] },
    Delivery: { positions: [['Delivery', 'nice']], tags: ['driving'], classes: ['outdoor'] },
  },
};
const subareas = Object.keys(restaurant);
const stationKeys = subareas.flatMap((area) =>
  Object.keys(restaurant[area] ?? {}).map((station) => `${area}/${station}`),
);

const classes = ['outdoor', 'dishes', 'heat'];
const firstNames = ['Ana', 'Ben', 'Cody', 'Dee', 'Esra', 'Farid', 'Gia', 'Hiro', 'Ingrid', 'Jamal', 'Keiko'];
const lastNames = ['Lima', 'Mori', 'Nwosu', 'Soto', 'Volkov', 'Rahimi', 'Larsen', 'Tanaka', 'Freeman'];

/** Those of laws.json, the team's own rule, and one whose windows are impossible. */
export const jurisdictions = ['CA', 'WA', 'OR', 'NY', 'team', 'ZZ', undefined] as const;

function clock(minute: number): string {
  const inDay = ((minute % 1_440) + 1_440) % 1_440;
  const hour = Math.floor(inDay / 60);
  return `${hour % 12 || 12}:${String(inDay % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

function minuteAt(time: string): number {
  const [hour = 0, minute = 0] = time.split(/\D/).map(Number);
  return (hour % 12) * 60 + minute + (time.endsWith('PM') ? 720 : 0);
}

const times = ({ start, end }: Range) => ({ startTime: clock(start), endTime: clock(end) });

/** What a day is made of; what is missing is drawn. */
interface Wishes {
  readonly name?: string;
  readonly shifts?: number;
  readonly rotations?: number;
  readonly overlapping?: boolean;
  readonly trained?: boolean;
  readonly locked?: 'all';
  readonly twins?: boolean;
  readonly jurisdiction?: (typeof jurisdictions)[number];
  readonly edge?: number;
  readonly gap?: number;
  readonly hours?: Range;
  readonly spans?: readonly Range[];
  /** All positions in every rotation, without charts and locks. */
  readonly isPlain?: boolean;
}

export function generateDay(seed: number, wishes: Wishes = {}): DayFile {
  const draws = new Draws(seed);
  const dayStart = draws.percent(90) ? 240 : draws.pick([0, 300]);
  const hours = wishes.hours ?? {
    start: Math.max(dayStart, draws.between(20, 28) * 15),
    end: draws.between(88, 104) * 15,
  };
  const spans = wishes.spans ?? rotationSpans(draws, hours, wishes);
  const shifts = drawShifts(draws, hours, dayStart, wishes);
  const share = wishes.isPlain ? 100 : draws.pick([45, 70, 100]);
  let made = 0;
  const id = (letter: string) => `${letter}${++made}`;
  const rotations = spans.map((span, index) =>
    drawRotation(draws, { span, index, share, id, isPlain: wishes.isPlain === true }),
  );
  const planner = drawPlanning(draws, { shifts, rotations, wishes });
  const layout: Layout = {
    kind: 'layout',
    date: '2026-12-05',
    area: 'Front of House',
    template: 'Weekday',
    notes: [{ insert: '\n' }],
    shifts,
    rotations: draws.percent(20) ? seatSome(draws, rotations, shifts) : rotations,
    breakMinMinutes: draws.pick([240, 300, 360]),
    breakTimerMinutes: draws.pick([10, 15, 30]),
    dayStart: clock(dayStart),
  };
  // drawn last, so that everything else of a day is the same with and without it
  const late = !wishes.isPlain && draws.percent(15) ? shifts.map((shift) => missSome(draws, shift)) : shifts;
  return { name: wishes.name ?? `day ${seed}`, layout: { ...layout, shifts: late }, planner };
}

/** Some are late, some leave, and some are out from the beginning. */
function missSome(draws: Draws, shift: Shift): Shift {
  const said = { at: 0, by: null };
  const from = clock(minuteAt(shift.startTime) + draws.below(16) * 15);
  if (draws.percent(5)) return { ...shift, out: { reason: 'sick', from, ...said } };
  if (draws.percent(5)) return { ...shift, late: { expected: draws.percent(50) ? from : null, ...said } };
  return shift;
}

function rotationSpans(draws: Draws, hours: Range, wishes: Wishes): Range[] {
  const most = Math.floor((hours.end - hours.start) / 45);
  const few = draws.percent(75) ? draws.between(1, 8) : draws.between(9, 24);
  const count = Math.min(wishes.rotations ?? few, most);
  const slots = Math.floor((hours.end - hours.start) / 15) - 3 * count;
  const cuts = Array.from({ length: count - 1 }, () => draws.below(slots + 1)).sort((a, b) => a - b);
  const spans = [...cuts, slots].map((cut, index) => ({
    start: hours.start + 15 * ((cuts[index - 1] ?? 0) + 3 * index),
    end: hours.start + 15 * (cut + 3 * (index + 1)),
  }));
  if (!(wishes.overlapping ?? draws.percent(15))) return spans;
  return spans.map(({ start, end }) => ({
    start,
    end: draws.percent(40) ? end + draws.pick([15, 60, 120]) : end,
  }));
}

function drawShifts(draws: Draws, hours: Range, dayStart: number, wishes: Wishes): Shift[] {
  const grid = draws.percent(90) ? 15 : 1;
  const names = firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`));
  const people = draws.some([...names, 'constructor'], wishes.shifts ?? draws.between(20, 80));
  const hasTwins = wishes.twins ?? draws.percent(20);
  const twin = people[0] ?? '';
  return people.map((name, index) => {
    const length = draws.between(12, 40) * 15 + (grid === 1 ? draws.below(15) : 0);
    const latest = Math.max(hours.start, hours.end - length);
    const start = Math.max(
      dayStart,
      draws.percent(5)
        ? hours.end - 180
        : hours.start + draws.below(Math.floor((latest - hours.start) / grid) + 1) * grid,
    );
    const label = draws.pick([...subareas, 'Manual']);
    return {
      id: `s${index + 1}`,
      teamMember: hasTwins && index % 9 === 1 ? twin : name,
      ...times({ start, end: start + length }),
      schedule: label,
      note: '',
      provider: 'manual',
      breaks: [],
    };
  });
}

interface RotationWishes {
  readonly span: Range;
  readonly index: number;
  readonly isPlain: boolean;
  /** How many of a hundred positions there are. */
  readonly share: number;
  readonly id: (letter: string) => string;
}

function drawRotation(draws: Draws, { span, index, share, id, isPlain }: RotationWishes): Rotation {
  const rotation = id('r');
  const areas = subareas.map((area) => {
    const names = Object.values(restaurant[area] ?? {}).flatMap(({ positions }) => positions);
    const positions: Position[] = names
      .filter(() => draws.percent(share))
      .map(([name]) => ({ id: id('p'), name, seats: [] }));
    return { id: id('a'), name: area, positions };
  });
  const [first] = areas;
  if (first && (first.positions.length === 0 || draws.percent(20))) {
    first.positions.push({ id: id('p'), name: 'Breaker', breaker: true, seats: [] });
  }
  const positions = areas.flatMap((area) => area.positions.map((position) => position.id));
  return {
    id: rotation,
    name: `Rotation ${index + 1}`,
    ...times(span),
    subareas: areas,
    ...(!isPlain && draws.percent(60) && { charts: drawCharts(draws, positions) }),
    ...(!isPlain && draws.percent(15) && { people: draws.between(1, positions.length + 3) }),
  };
}

/** The seats of fewer people are not always among those of more; the highest chart has all. */
function drawCharts(draws: Draws, positions: readonly string[]): NonNullable<Rotation['charts']> {
  const lower = draws
    .some(
      Array.from({ length: positions.length - 1 }, (_, index) => index + 1),
      draws.between(0, 5),
    )
    .sort((a, b) => a - b);
  const charts = lower.map((people) => {
    const seats = draws.some(positions, people);
    const others = positions.filter((position) => !seats.includes(position));
    const coveredBy = Object.fromEntries(
      others.map((position) => [
        position,
        draws.percent(30) ? null : draws.pick(draws.percent(90) ? seats : positions),
      ]),
    );
    return { people, coveredBy };
  });
  return [...charts, { people: positions.length, coveredBy: {} }];
}

interface Drawn {
  readonly shifts: readonly Shift[];
  readonly rotations: readonly Rotation[];
  readonly wishes: Wishes;
}

function drawPlanning(draws: Draws, { shifts, rotations, wishes }: Drawn): Planning {
  const isTrained = wishes.trained ?? true;
  const often = draws.pick([30, 55, 80]);
  const people = Object.fromEntries(
    [...new Set(shifts.map(({ teamMember }) => teamMember))]
      // some are not in the crew at all
      .filter(() => draws.percent(96))
      .map((name) => {
        const known = stationKeys.filter(() => isTrained && draws.percent(often));
        const skills = known.map((key) => [key, draws.pick([1, 2, 2, 2, 3, 3] as const)] as const);
        return [
          name,
          {
            ...(draws.percent(90) && {
              age: draws.percent(25) ? draws.between(14, 17) : draws.between(18, 64),
            }),
            skills: Object.fromEntries(skills),
            likes: draws.some(stationKeys, draws.below(4)),
            dislikes: draws.some(stationKeys, draws.below(2)),
            past: Object.fromEntries(classes.map((each) => [each, draws.below(60) * 15])),
          },
        ];
      }),
  );
  const wanted = wishes.jurisdiction ?? draws.pick(jurisdictions);
  const positions = rotations.flatMap(({ subareas: areas }) =>
    areas.flatMap((area) => area.positions.flatMap((position) => planningOf(draws, area.name, position))),
  );
  return {
    people,
    stations: Object.fromEntries(
      subareas.flatMap((area) =>
        Object.entries(restaurant[area] ?? {}).map(([name, station]) => [
          `${area}/${name}`,
          { tags: [...(station.tags ?? [])], classes: [...(station.classes ?? [])] },
        ]),
      ),
    ),
    positions: Object.fromEntries(positions),
    previous: Object.fromEntries(classes.map((each) => [each, draws.between(5, 25) * 15])),
    locks: drawLocks(draws, { shifts, rotations, wishes }),
    settings: {
      variety: draws.pick(['rotate', 'stay'] as const),
      classCap: draws.pick([240, 240, 120]),
      minSeat: draws.pick([30, 30, 30, 45]),
      ...(wanted !== undefined && { jurisdiction: wanted }),
      rush: draws.percent(80) ? [times({ start: 705, end: 795 }), times({ start: 1_050, end: 1_140 })] : [],
      outCap: Object.fromEntries(subareas.map((area) => [area, draws.between(1, 3)])),
      edge: wishes.edge ?? 60,
      gap: wishes.gap ?? 45,
    },
  };
}

function planningOf(
  draws: Draws,
  area: string,
  { id, name, breaker }: Position,
): [string, { station?: string; priority?: Priority }][] {
  if (breaker) return [];
  const stations = Object.entries(restaurant[area] ?? {});
  const entry = stations.find(([, { positions }]) => positions.some(([each]) => each === name));
  const priority = entry?.[1].positions.find(([each]) => each === name)?.[1];
  // what is not said follows from the name
  if (!entry || !priority || draws.percent(5)) return [];
  return [[id, { priority, ...(draws.percent(80) && { station: `${area}/${entry[0]}` }) }]];
}

/** Most can hold; some name what there isn't, a place that is taken, or one that is closed. */
function drawLocks(draws: Draws, { shifts, rotations, wishes }: Drawn): Planning['locks'] {
  const all = wishes.locked === 'all';
  if (wishes.isPlain || (!all && draws.percent(50))) return [];
  return rotations.flatMap((rotation) => {
    const positions = rotation.subareas.flatMap((area) => area.positions.map(({ id }) => id));
    const count = all ? positions.length : draws.below(3);
    const seated = draws.some(shifts, count);
    const places = draws.some(positions, count);
    return seated.flatMap((shift, index) => {
      const position = draws.percent(3) ? 'nowhere' : places[index];
      const lock = { shift: draws.percent(3) ? 'nobody' : shift.id, rotation: rotation.id };
      return position === undefined ? [] : [{ ...lock, position }];
    });
  });
}

/** What people did by hand, which the plan may leave. */
function seatSome(draws: Draws, rotations: readonly Rotation[], shifts: readonly Shift[]): Rotation[] {
  return rotations.map((rotation) => ({
    ...rotation,
    subareas: rotation.subareas.map((area) => ({
      ...area,
      positions: area.positions.map((position) => ({
        ...position,
        seats: draws.percent(30) ? [draws.pick(shifts).id] : [],
      })),
    })),
  }));
}

/** A usual day of five rotations with all positions; what the figures in docs/performance.md are about. */
export const typicalDay = (seed: number, shifts: number): DayFile =>
  generateDay(seed, {
    name: `typical day ${seed}`,
    shifts,
    spans: [360, 630, 840, 1_020, 1_260].map((start, at, starts) => ({
      start,
      end: starts[at + 1] ?? 1_500,
    })),
    hours: { start: 330, end: 1_500 },
    isPlain: true,
  });

/** What cannot be planned whole, by what is wrong with it. */
export const oddDays: readonly DayFile[] = [
  generateDay(9_001, { name: 'nobody trained for anything', trained: false }),
  generateDay(9_002, { name: 'everything locked', locked: 'all' }),
  generateDay(9_003, { name: 'impossible windows', jurisdiction: 'ZZ', shifts: 24 }),
  generateDay(9_004, {
    name: 'breaks that have no room',
    gap: 400,
    edge: 200,
    jurisdiction: 'CA',
    shifts: 24,
  }),
  generateDay(9_005, {
    name: '25 hours of demand for eight people',
    shifts: 8,
    rotations: 5,
    hours: { start: 240, end: 1_740 },
    jurisdiction: 'CA',
  }),
  generateDay(9_006, { name: 'twins’ names', twins: true, shifts: 40 }),
  generateDay(9_007, { name: 'overlapping rotations', overlapping: true, rotations: 6 }),
  generateDay(9_008, { name: '24 rotations', rotations: 24, shifts: 45 }),
  generateDay(9_009, { name: 'a day across midnight', hours: { start: 960, end: 1_860 }, shifts: 30 }),
];
