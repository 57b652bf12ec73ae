import { clip } from '../time/clock-time.ts';
import { BreakBoard } from './break-board.ts';
import { costOf } from './break-cost.ts';
import { breakModel } from './break-model.ts';
import { searchBreaks } from './break-search.ts';
import { Chance } from './chance.ts';
import type { Standing } from './owed-breaks.ts';
import type { BreakPlan, PlannedBreak, PlannerDay, Relief, Seating } from './planner-day.ts';
import type { SeatedSpan } from './relief.ts';

/**
 * When everybody breaks and who relieves them, with everybody on these seats. What is fixed stays, and nothing else is planned before
 * `now`.
 */
export function planBreaks(day: PlannerDay, seats: readonly Seating[], standing: Standing = {}): BreakPlan {
  const model = breakModel(day, seats, standing);
  const board = new BreakBoard(model);
  searchBreaks(board, new Chance());
  const { choices, tasks, seats: seated } = model;
  const breaks = model.owed.map(({ shift, row, kind, minutes, fixed }, index): PlannedBreak => {
    const choice = board.chosen[index] as number;
    const start = choices.start[choice] as number;
    const relief: Relief[] = [];
    for (
      let task = choices.taskFrom[choice] as number;
      task < (choices.taskFrom[choice + 1] as number);
      task++
    ) {
      const seat = seated[tasks.seat[task] as number] as SeatedSpan;
      const span = clip({ start, end: start + minutes }, seat);
      const by = day.shifts[board.by[task] as number];
      if (span) relief.push({ position: seat.position.id, ...span, by: by?.id ?? null });
    }
    return { shift: shift.id, row, kind, start, minutes, relief: fixed?.relief ?? relief };
  });
  return { breaks, cost: costOf(day, seats, breaks) };
}
