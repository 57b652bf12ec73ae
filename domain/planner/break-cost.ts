import { clip, type Span, union } from '../time/clock-time.ts';
import { grid, onGrid } from './owed-breaks.ts';
import type { PlannedBreak, PlannerDay, PlannerShift, Relief, Seating } from './planner-day.ts';
import { prices, reliefCost, type SeatedSpan, seatedSpans, slotsOf } from './relief.ts';

/** What planned breaks cost, with everybody on these seats. A relief that cannot be counts as none. */
export function costOf(day: PlannerDay, seats: readonly Seating[], breaks: readonly PlannedBreak[]): number {
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  const spans = seatedSpans(day, seats);
  const away = new Map<string, Set<string>>();
  let cost = 0;
  for (const [id, mine] of byShift(breaks)) {
    const shift = shifts.get(id);
    if (!shift) continue;
    mine.forEach((each, index) => {
      const span = { start: each.start, end: each.start + each.minutes };
      cost += rushCost(span, day.settings.rush);
      cost += spreadCost(each.start, idealStart(shift, index, mine.length));
      for (const task of tasksOf(span, spans.get(id) ?? [])) {
        const found = each.relief.find((relief) => isFor(relief, task));
        const reliever = shifts.get(found?.by ?? '');
        const own = spans.get(found?.by ?? '') ?? [];
        cost += (reliever && reliefCost(task, reliever, own)) ?? openCost(task);
        const [from, to] = slotsOf(task);
        for (let slot = from; slot < to; slot++) {
          const key = JSON.stringify([task.position.area, slot]);
          away.set(key, (away.get(key) ?? new Set()).add(id));
        }
      }
    });
  }
  for (const [key, people] of away) {
    const cap = day.settings.outCap.get(JSON.parse(key)[0]) ?? Number.POSITIVE_INFINITY;
    cost += prices.crowd * Math.max(0, people.size - cap);
  }
  return cost;
}

function byShift(breaks: readonly PlannedBreak[]): ReadonlyMap<string, readonly PlannedBreak[]> {
  const groups = new Map<string, PlannedBreak[]>();
  for (const each of [...breaks].sort((one, other) => one.start - other.start)) {
    groups.set(each.shift, [...(groups.get(each.shift) ?? []), each]);
  }
  return groups;
}

/** Where the break would be if the shift's `count` breaks were spread evenly. */
export const idealStart = ({ start, end }: PlannerShift, index: number, count: number): number =>
  onGrid(start + ((index + 1) * (end - start)) / (count + 1));

export const spreadCost = (start: number, ideal: number): number =>
  Math.floor(Math.abs(start - ideal) / grid);

export const rushCost = (span: Span, rush: readonly Span[]): number =>
  union(rush).reduce((sum, hours) => {
    const shared = clip(span, hours);
    return shared ? sum + prices.rush * (shared.end - shared.start) : sum;
  }, 0);

/** The parts of seats that somebody is away from. */
export const tasksOf = (away: Span, own: readonly SeatedSpan[]): readonly SeatedSpan[] =>
  own.flatMap((seat) => {
    const span = clip(away, seat);
    return span ? [{ ...seat, ...span }] : [];
  });

export const openCost = ({ start, end, position }: SeatedSpan): number =>
  prices.open[position.priority] * (end - start);

const isFor = (relief: Relief, task: SeatedSpan): boolean =>
  relief.position === task.position.id && relief.start === task.start && relief.end === task.end;
