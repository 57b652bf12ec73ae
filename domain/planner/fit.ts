import { type Span, sharedMinutes } from '../time/clock-time.ts';
import type { PlannerPosition, PlannerShift, SkillLevel } from './planner-day.ts';

// Who may stand where, before it is asked what that is worth.

/** How old somebody has to be for equipment, in years. Other equipment is for everyone. */
const leastAge: ReadonlyMap<string, number> = new Map([
  ['grill', 16],
  ['fryer', 16],
  ['slicer', 18],
  ['driving', 18],
]);

/** Null for who has no level at the station. A breaker needs none. */
export const levelAt = (shift: PlannerShift, { station }: PlannerPosition): SkillLevel | null =>
  station === null ? 2 : (shift.skills.get(station) ?? null);

/** Whether the equipment there is for older people than this one. */
export const isBarred = (
  { age }: Pick<PlannerShift, 'age'>,
  { equipment }: Pick<PlannerPosition, 'equipment'>,
): boolean => age !== null && equipment.some((tag) => age < (leastAge.get(tag) ?? 0));

/** Whether somebody is out for some of a rotation: whoever runs the day can't place them in it, so no plan does. */
export const isOutIn = ({ outFrom }: Pick<PlannerShift, 'outFrom'>, { end }: Span): boolean =>
  outFrom !== undefined && end > outFrom;

/** How many minutes a shift has of a rotation. */
export const minutesIn = (shift: Span, rotation: Span): number => Math.max(0, sharedMinutes(shift, rotation));
