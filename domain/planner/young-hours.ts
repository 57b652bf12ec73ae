import { type IsoDate, weekday } from '../time/date.ts';
import type { PlannerDay, PlannerShift } from './planner-day.ts';

// 29 CFR 570.35: when, and for how long a day, who is under 16 may work in the United States. Which days are school days, with their
// three hours, and what a week adds up to, isn't known here.

/** When the text was read: dev.compliancecosmos.org, 29 CFR 570.35(a). */
export const youngHoursReadOn: IsoDate = '2026-11-29';

const under = 16;
/** Minutes of the business day: 7 AM, and 7 PM or in summer 9 PM. */
export const youngFrom = 420;
export const youngUntil = { usual: 1_140, summer: 1_260 } as const;
/** In minutes a day without school. */
const mostADay = 480;

export interface YoungProblem {
  readonly shift: PlannerShift;
  readonly why: 'early' | 'late' | 'long';
}

/** Countries of their own law have none of this. */
const elsewhere: ReadonlySet<string> = new Set(['Germany', 'UK']);

/** The shifts of people known to be under 16 that lie outside of their hours. Whose age nobody knows is an adult. */
export function youngHours(
  { shifts }: Pick<PlannerDay, 'shifts'>,
  date: IsoDate,
  jurisdiction: string | undefined,
): readonly YoungProblem[] {
  if (jurisdiction !== undefined && elsewhere.has(jurisdiction)) return [];
  const until = isSummer(date) ? youngUntil.summer : youngUntil.usual;
  return shifts.flatMap((shift): YoungProblem[] => {
    const { age, start, end } = shift;
    if (age === null || age >= under) return [];
    return [
      ...(start < youngFrom ? [{ shift, why: 'early' } as const] : []),
      ...(end > until ? [{ shift, why: 'late' } as const] : []),
      ...(end - start > mostADay ? [{ shift, why: 'long' } as const] : []),
    ];
  });
}

/** June 1 to Labor Day, the first Monday of September. */
function isSummer(date: IsoDate): boolean {
  const [year, day] = [date.slice(0, 4), date.slice(5)];
  const laborDay = [1, 2, 3, 4, 5, 6, 7].find((each) => weekday(`${year}-09-0${each}`) === 'Monday');
  return day >= '06-01' && day <= `09-0${laborDay}`;
}
