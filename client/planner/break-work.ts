import { planBreaks } from '../../domain/planner/breaks.ts';
import type { Standing } from '../../domain/planner/owed-breaks.ts';
import type { BreakPlan, PlannerDay, Seating } from '../../domain/planner/planner-day.ts';

export interface AskedBreaks {
  readonly day: PlannerDay;
  readonly seats: readonly Seating[];
  readonly standing: Standing;
}

/** What the worker for breaks does. */
export const breakWork = {
  breaks: ({ day, seats, standing }: AskedBreaks): BreakPlan => planBreaks(day, seats, standing),
};
export type BreakWork = typeof breakWork;
