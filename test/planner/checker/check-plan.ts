import { checkBreaks, countCost } from './check-breaks.ts';
import { checkSeats, countPoints } from './check-seats.ts';
import { type DayOnFile, type Law, type Plan, readDay } from './read-day.ts';

/** What is wrong with a plan for a day, a sentence each; docs/planner.md says what is right. */
export function checkPlan(file: DayOnFile, laws: readonly Law[], plan: Plan): string[] {
  const day = readDay(file, laws);
  const [points, cost] = [countPoints(day, plan.seats), countCost(day, plan)];
  return [
    ...checkSeats(day, plan),
    ...checkBreaks(day, plan),
    ...(points === plan.points ? [] : [`The seats have ${points} points, not ${plan.points}.`]),
    ...(cost === plan.cost ? [] : [`The breaks cost ${cost}, not ${plan.cost}.`]),
  ];
}
