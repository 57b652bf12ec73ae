import loadHighs from 'highs';
import type {
  PlannerDay,
  PlannerPosition,
  PlannerRotation,
  PlannerShift,
  Seating,
} from '../../domain/planner/planner-day.ts';

// The best seats of a day, all rotations at once, by HiGHS: what the planner's answers are measured against. It reads the rules from
// docs/planner.md once more and shares nothing with the planner but the day.

export interface Verdict {
  /** The most points that any plan has. */
  readonly points: number;
  readonly seats: readonly Seating[];
  /** Whether HiGHS got to the end within its nodes. */
  readonly isProved: boolean;
}

interface Column {
  readonly name: string;
  readonly shift: PlannerShift;
  readonly rotation: PlannerRotation;
  readonly positions: readonly PlannerPosition[];
  readonly start: number;
  readonly end: number;
  readonly points: number;
}

const ages: Readonly<Record<string, number>> = { grill: 16, fryer: 16, slicer: 18, driving: 18 };
const worth = { must: 60, should: 30, nice: 12 };

const level = (shift: PlannerShift, position: PlannerPosition): number =>
  position.station === null ? 2 : (shift.skills.get(position.station) ?? 0);

const isTooYoung = ({ age }: PlannerShift, { equipment }: PlannerPosition): boolean =>
  age !== null && equipment.some((tag) => age < (ages[tag] ?? 0));

function pointsAlone(day: PlannerDay, { shift, rotation, position, minutes }: Alone): number {
  let rate = worth[position.priority];
  const { station } = position;
  if (station !== null) {
    rate += [0, -10, 0, 6][level(shift, position)] ?? 0;
    if (shift.label === position.area) rate += 4;
    if (shift.likes.has(station)) rate += 2;
    if (shift.dislikes.has(station)) rate -= 3;
    for (const each of position.classes) {
      const above = ((shift.past.get(each) ?? 0) - (day.average.get(each) ?? 0)) / 60;
      rate -= Math.max(-3, Math.min(6, Math.trunc(above)));
    }
  }
  for (const { position: covered, by } of rotation.covered) {
    if (by === position.id && level(shift, covered) < 1) rate -= 6;
  }
  return rate * minutes;
}

interface Alone {
  readonly shift: PlannerShift;
  readonly rotation: PlannerRotation;
  readonly position: PlannerPosition;
  readonly minutes: number;
}

function columnsOf(day: PlannerDay, isEachAlone: boolean): Column[] {
  const columns: Column[] = [];
  for (const rotation of day.rotations) {
    const locks = day.locks.filter((lock) => lock.rotation === rotation.id);
    const alike = new Map<string, PlannerPosition[]>();
    for (const position of rotation.seats) {
      const covers = rotation.covered.filter(({ by }) => by === position.id);
      const key = JSON.stringify([
        { ...position, id: null, name: null },
        covers.map((each) => [each.position.station, each.position.equipment]),
        (isEachAlone || locks.some((lock) => lock.position === position.id)) && position.id,
      ]);
      alike.set(key, [...(alike.get(key) ?? []), position]);
    }
    for (const shift of day.shifts) {
      const [start, end] = [Math.max(shift.start, rotation.start), Math.min(shift.end, rotation.end)];
      if (end - start < day.settings.minSeat) continue;
      const lock = locks.find((each) => each.shift === shift.id);
      for (const positions of alike.values()) {
        const [position] = positions as [PlannerPosition];
        const covers = rotation.covered.filter(({ by }) => by === position.id).map((each) => each.position);
        const mayBe =
          level(shift, position) >= 1 && ![position, ...covers].some((each) => isTooYoung(shift, each));
        if (lock ? lock.position !== position.id : !mayBe) continue;
        const minutes = end - start;
        columns.push({
          name: `x${columns.length}`,
          shift,
          rotation,
          positions,
          start,
          end,
          points: pointsAlone(day, { shift, rotation, position, minutes }),
        });
      }
    }
  }
  return columns;
}

/** Who keeps their seat is spared a move, who had none makes one. */
const withMoves = (columns: readonly Column[], before: readonly Seating[]): Column[] =>
  columns.map((column) => {
    const seat = before.find(
      ({ shift, rotation }) => shift === column.shift.id && rotation === column.rotation.id,
    );
    const isKept = seat?.position === column.positions[0]?.id;
    return { ...column, points: column.points + (isKept ? 1_500 : seat ? 0 : -1_500) };
  });

const sum = (names: readonly string[]): string => names.join(' + ');

const inGroups = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
};

/** For each set of people who are there at one minute, once. */
const crowdsOf = (columns: readonly Column[]): Column[][] =>
  inGroups(
    columns.map(({ start }) => columns.filter((each) => each.start <= start && start < each.end)),
    (crowd) => sum(crowd.map(({ name }) => name)),
  ).map(([crowd]) => crowd ?? []);

interface Program {
  readonly columns: readonly Column[];
  readonly rows: string[];
  readonly objective: string[];
  readonly bounds: string[];
}

/** The hard rules and the points of a day as lines of an LP file. Locks that exclude each other are not for it. */
function programOf(day: PlannerDay, before?: readonly Seating[]): Program {
  const columns = before ? withMoves(columnsOf(day, true), before) : columnsOf(day, false);
  const rows: string[] = [];
  const objective = columns.map(
    ({ name, points }) => `${points < 0 ? '-' : '+'} ${Math.abs(points)} ${name}`,
  );
  const bounds: string[] = [];
  const names = (some: readonly Column[]) => some.map(({ name }) => name);
  const isLocked = ({ shift, rotation }: Column) =>
    day.locks.some((lock) => lock.shift === shift.id && lock.rotation === rotation.id);
  const byShift = inGroups(columns, ({ shift }) => shift.id);
  for (const own of inGroups(columns, ({ shift, rotation }) => `${shift.id} ${rotation.id}`)) {
    const isHeld = own.some(isLocked);
    rows.push(`${sum(names(own))} ${isHeld ? '=' : '<='} 1`);
  }
  for (const own of inGroups(columns, ({ rotation, positions }) => `${rotation.id} ${positions[0]?.id}`)) {
    for (const crowd of crowdsOf(own)) rows.push(`${sum(names(crowd))} <= ${own[0]?.positions.length}`);
  }
  for (const own of byShift) {
    for (const crowd of crowdsOf(own)) {
      if (new Set(crowd.map(({ rotation }) => rotation)).size > 1) rows.push(`${sum(names(crowd))} <= 1`);
    }
  }
  for (const own of inGroups(
    columns,
    ({ rotation, positions }) => `${rotation.id} ${positions[0]?.subarea}`,
  )) {
    const withStation = own.filter(({ positions }) => positions[0]?.station !== null);
    const at = (wanted: number) =>
      withStation.filter(({ shift, positions: [first] }) => first && level(shift, first) === wanted);
    const trainees = at(1).filter((column) => !isLocked(column));
    if (trainees.length === 0) continue;
    const isTaken = at(1).some(isLocked);
    rows.push(`${sum(names(trainees))} <= ${isTaken ? 0 : 1}`);
    rows.push(
      `${sum(names(trainees))}${at(3)
        .map(({ name }) => ` - ${name}`)
        .join('')} <= 0`,
    );
  }
  for (const own of byShift) {
    for (const one of day.rotations) {
      for (const next of day.rotations) {
        if (one.end !== next.start) continue;
        for (const group of inGroups(own, ({ positions }) => positions[0]?.station ?? '')) {
          const before = group.filter(
            ({ rotation, positions: [first] }) => rotation === one && first?.station,
          );
          const after = group.filter(
            ({ rotation, positions: [first] }) => rotation === next && first?.station,
          );
          if (before.length === 0 || after.length === 0) continue;
          const both = `y${bounds.length}`;
          bounds.push(`0 <= ${both} <= 1`);
          if (day.settings.variety === 'stay') {
            objective.push(`+ 240 ${both}`);
            for (const side of [before, after])
              rows.push(
                `${both}${names(side)
                  .map((name) => ` - ${name}`)
                  .join('')} <= 0`,
              );
          } else {
            objective.push(`- 240 ${both}`);
            rows.push(`${sum(names([...before, ...after]))} - ${both} <= 1`);
          }
        }
      }
    }
    const classes = new Set(own.flatMap(({ positions }) => positions[0]?.classes ?? []));
    for (const each of classes) {
      const there = own.filter(({ positions }) => positions[0]?.classes.includes(each));
      if (there.reduce((minutes, { start, end }) => minutes + end - start, 0) <= day.settings.classCap)
        continue;
      const over = `z${bounds.length}`;
      bounds.push(`${over} >= 0`);
      objective.push(`- 3 ${over}`);
      const minutes = there.map(({ name, start, end }) => `${end - start} ${name}`);
      rows.push(`${sum(minutes)} - ${over} <= ${day.settings.classCap}`);
    }
  }
  return { columns, rows, objective, bounds };
}

const lpOf = ({ columns, rows, objective, bounds }: Program): string =>
  [
    'Maximize',
    ` all: ${objective.join('\n ')}`,
    'Subject To',
    ...rows.map((row, at) => ` r${at}: ${row}`),
    'Bounds',
    ...bounds.map((bound) => ` ${bound}`),
    'Binary',
    ...columns.map(({ name }) => ` ${name}`),
    'End',
  ].join('\n');

interface Asked {
  /** How long HiGHS may look, which is the same on every machine. */
  readonly nodes: number;
  /** Seats that each move from them costs 1,500 points of. */
  readonly before?: readonly Seating[];
}

/** The best plan of a whole day. */
export async function referee(day: PlannerDay, { nodes, before }: Asked): Promise<Verdict> {
  const highs = await loadHighs();
  const program = programOf(day, before);
  if (program.columns.length === 0) return { points: 0, seats: [], isProved: true };
  return highs.withModel({ format: 'lp', data: lpOf(program) }, (model) => {
    model.options.set({ output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.5, mip_max_nodes: nodes });
    model.run();
    const { colValue } = model.getSolution();
    const chosen = program.columns.filter(({ name }) => (colValue[model.getColByName(name)] ?? 0) > 0.5);
    return {
      points: Math.round(model.getObjectiveValue()),
      isProved: model.getModelStatus() === highs.constants.modelStatus.optimal,
      seats: chosen.map(({ shift, rotation, positions }) => ({
        rotation: rotation.id,
        position: positions[0]?.id ?? '',
        shift: shift.id,
      })),
    };
  });
}
