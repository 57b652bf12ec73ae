import loadHighs from 'highs';
import { owedBreaks } from '../../domain/planner/owed-breaks.ts';
import type {
  PlannedBreak,
  PlannerDay,
  PlannerPosition,
  PlannerShift,
  Seating,
} from '../../domain/planner/planner-day.ts';

// The cheapest breaks of a day with given seats, by HiGHS: what the planner's answers are measured against. When each break may start is
// the planner's own; what follows from a start is read from docs/planner.md once more.

export interface BreakVerdict {
  /** What the cheapest plan costs; what was found so far where that isn't proved. */
  readonly cost: number;
  /** No plan costs less. */
  readonly bound: number;
  readonly isProved: boolean;
}

export interface BreakGoal {
  /** Whether only the minutes count in which a position that must have somebody has nobody. */
  readonly mustMinutes?: boolean;
  /** Where to begin: a plan that is known. */
  readonly known?: readonly PlannedBreak[];
  readonly seconds?: number;
}

interface Seated {
  readonly shift: PlannerShift;
  readonly position: PlannerPosition;
  readonly start: number;
  readonly end: number;
}

const ages: Readonly<Record<string, number>> = { grill: 16, fryer: 16, slicer: 18, driving: 18 };
const openPrices = { must: 60, should: 20, nice: 4 };

export async function cheapestBreaks(
  day: PlannerDay,
  seats: readonly Seating[],
  { mustMinutes = false, known = [], seconds = 60 }: BreakGoal = {},
): Promise<BreakVerdict> {
  const model = new Rows();
  const seated = seatedOf(day, seats);
  const begin: number[] = [];
  /** By person and slot of the grid, and by subarea and slot. */
  const busy = new Map<string, number[]>();
  const away = new Map<string, number[]>();
  const slots = (start: number, end: number) =>
    Array.from({ length: Math.ceil(end / 5) - Math.floor(start / 5) }, (_, at) => Math.floor(start / 5) + at);
  const mark = (groups: Map<string, number[]>, who: string, start: number, end: number, column: number) => {
    for (const slot of slots(start, end)) {
      const key = JSON.stringify([who, slot]);
      const group = groups.get(key) ?? [];
      if (group[group.length - 1] !== column) group.push(column);
      groups.set(key, group);
    }
  };

  for (const shift of day.shifts) {
    const owed = owedBreaks(shift, day.settings);
    const mine = known.filter((each) => each.shift === shift.id).sort((a, b) => a.start - b.start);
    const columns: { readonly start: number; readonly column: number }[][] = [];
    for (const [index, each] of owed.breaks.entries()) {
      const starts: { readonly start: number; readonly column: number }[] = [];
      for (let start = each.earliest; start <= each.latest; start += 5) {
        const end = start + each.minutes;
        const tasks = seated
          .filter((seat) => seat.shift === shift && seat.start < end && seat.end > start)
          .map((seat) => ({ ...seat, start: Math.max(seat.start, start), end: Math.min(seat.end, end) }));
        const rush = minutes(start, end, day.settings.rush);
        const open = tasks.reduce(
          (sum, task) => sum + priceOpen(task.position, mustMinutes) * (task.end - task.start),
          0,
        );
        const column = model.column(
          open + (mustMinutes ? 0 : rush * 10 + Math.floor(Math.abs(start - each.ideal) / 5)),
        );
        starts.push({ start, column });
        const isKnown = mine[index]?.start === start;
        if (isKnown) begin.push(column);
        mark(busy, shift.id, start, end, column);
        for (const task of tasks) {
          mark(away, task.position.area, task.start, task.end, column);
          const helpers: number[] = [];
          for (const other of day.shifts) {
            const price = priceOf(task, other, seated);
            if (price === null) continue;
            const saved =
              (mustMinutes ? 0 : price) - priceOpen(task.position, mustMinutes) * (task.end - task.start);
            if (saved >= 0) continue;
            const helper = model.column(saved);
            helpers.push(helper);
            mark(busy, other.id, task.start, task.end, helper);
            const by = mine[index]?.relief.find(
              (relief) => relief.position === task.position.id && relief.start === task.start,
            )?.by;
            if (isKnown && by === other.id) begin.push(helper);
          }
          if (helpers.length > 0)
            model.row(
              [...helpers.map((helper) => [helper, 1] as const), [column, -1]],
              Number.NEGATIVE_INFINITY,
              0,
            );
        }
      }
      model.row(
        starts.map(({ column }) => [column, 1] as const),
        1,
        1,
      );
      columns.push(starts);
    }
    for (const [index, later] of columns.entries()) {
      const earlier = columns[index - 1];
      const before = owed.breaks[index - 1];
      if (!earlier || !before) continue;
      const apart = before.minutes + owed.gap;
      // not both: the later one by `start`, and the one before it less than that before it
      for (const { start } of later)
        model.row(
          [
            ...later.filter((each) => each.start <= start).map(({ column }) => [column, 1] as const),
            ...earlier.filter((each) => each.start > start - apart).map(({ column }) => [column, 1] as const),
          ],
          Number.NEGATIVE_INFINITY,
          1,
        );
    }
  }
  for (const columns of busy.values())
    if (columns.length > 1)
      model.row(
        columns.map((column) => [column, 1] as const),
        Number.NEGATIVE_INFINITY,
        1,
      );
  for (const [key, columns] of away) {
    const cap = day.settings.outCap.get(JSON.parse(key)[0]) ?? columns.length;
    if (columns.length <= cap || mustMinutes) continue;
    const beyond = model.column(500, Number.POSITIVE_INFINITY);
    model.row(
      [...columns.map((column) => [column, 1] as const), [beyond, -1]],
      Number.NEGATIVE_INFINITY,
      cap,
    );
  }
  return model.solve(begin, seconds);
}

function seatedOf(day: PlannerDay, seats: readonly Seating[]): readonly Seated[] {
  return seats.flatMap((seat) => {
    const shift = day.shifts.find(({ id }) => id === seat.shift);
    const rotation = day.rotations.find(({ id }) => id === seat.rotation);
    const position = rotation?.seats.find(({ id }) => id === seat.position);
    if (!shift || !rotation || !position || position.station === null) return [];
    const [start, end] = [Math.max(shift.start, rotation.start), Math.min(shift.end, rotation.end)];
    return start < end ? [{ shift, position, start, end }] : [];
  });
}

const priceOpen = ({ priority }: PlannerPosition, mustMinutes: boolean): number =>
  mustMinutes ? (priority === 'must' ? 1 : 0) : openPrices[priority];

function priceOf(task: Seated, other: PlannerShift, seated: readonly Seated[]): number | null {
  const { position, start, end } = task;
  if (other === task.shift || other.start > start || other.end < end) return null;
  if ((other.skills.get(position.station ?? '') ?? 0) < 2) return null;
  if (other.age !== null && position.equipment.some((tag) => (other.age ?? 0) < (ages[tag] ?? 0)))
    return null;
  let price = 0;
  for (const seat of seated) {
    if (seat.shift !== other) continue;
    const common = Math.min(seat.end, end) - Math.max(seat.start, start);
    if (common <= 0) continue;
    if (seat.position.priority !== 'nice' && seat.position.area !== position.area) return null;
    price += common * (seat.position.priority === 'nice' ? 4 : 12);
  }
  return price;
}

function minutes(start: number, end: number, hours: PlannerDay['settings']['rush']): number {
  let count = 0;
  for (let minute = start; minute < end; minute++)
    if (hours.some((range) => range.start <= minute && minute < range.end)) count++;
  return count;
}

/** A model in the making. */
class Rows {
  readonly costs: number[] = [];
  readonly upper: number[] = [];
  readonly starts = [0];
  readonly indices: number[] = [];
  readonly values: number[] = [];
  readonly rowLower: number[] = [];
  readonly rowUpper: number[] = [];

  column(cost: number, upper = 1): number {
    this.costs.push(cost);
    return this.upper.push(upper) - 1;
  }

  row(terms: readonly (readonly [column: number, value: number])[], lower: number, upper: number): void {
    for (const [column, value] of terms) {
      this.indices.push(column);
      this.values.push(value);
    }
    this.starts.push(this.indices.length);
    this.rowLower.push(lower);
    this.rowUpper.push(upper);
  }

  async solve(begin: readonly number[], seconds: number): Promise<BreakVerdict> {
    const highs = await loadHighs();
    const infinite = (value: number) =>
      value === Number.POSITIVE_INFINITY
        ? highs.infinity
        : value === Number.NEGATIVE_INFINITY
          ? -highs.infinity
          : value;
    const columns = { numCols: this.costs.length, numRows: this.rowLower.length };
    const model = highs.createModel({
      ...columns,
      colCost: this.costs,
      colLower: this.costs.map(() => 0),
      colUpper: this.upper.map(infinite),
      rowLower: this.rowLower.map(infinite),
      rowUpper: this.rowUpper.map(infinite),
      matrix: {
        ...columns,
        format: 'csr',
        starts: this.starts,
        indices: this.indices,
        values: this.values,
      },
      integrality: Int32Array.from(this.upper, (upper) => (upper === 1 ? 1 : 0)),
    });
    try {
      model.options.set({ output_flag: false, time_limit: seconds, mip_rel_gap: 0, mip_abs_gap: 0.99 });
      if (begin.length > 0) {
        const isIn = new Set(begin);
        const whole = this.upper.flatMap((upper, column) => (upper === 1 ? [column] : []));
        model.setSolution({ indices: whole, values: whole.map((column) => (isIn.has(column) ? 1 : 0)) });
      }
      model.run();
      const isProved = model.getModelStatus() === highs.constants.modelStatus.optimal;
      const cost = Math.round(model.getObjectiveValue());
      const bound = isProved ? cost : Math.ceil(Number(model.info.get('mip_dual_bound')) - 0.001);
      return { cost, bound, isProved };
    } finally {
      model.dispose();
    }
  }
}
