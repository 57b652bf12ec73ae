import type { PlannerDay, Seating, SeatPlan } from '../../domain/planner/planner-day.ts';
import {
  type PlanProblem,
  problemsIn,
  type Reason,
  type WhyNot,
  whyNot,
  whySeat,
} from '../../domain/planner/reasons.ts';
import { type Mended, replan } from '../../domain/planner/replan.ts';
import { planSeats } from '../../domain/planner/seats.ts';

export interface ReasonedSeat extends Seating {
  readonly reasons: readonly Reason[];
}

export interface ReasonedPlan {
  readonly seats: readonly ReasonedSeat[];
  readonly points: number;
  readonly problems: readonly PlanProblem[];
}

/** `standing`: seats that stay besides the locked ones. */
interface Asked {
  readonly day: PlannerDay;
  readonly standing: readonly Seating[];
}

const withStanding = ({ day, standing }: Asked): PlannerDay => ({
  ...day,
  locks: [...day.locks, ...standing],
});

const reasoned = (day: PlannerDay, { seats, points }: SeatPlan): ReasonedPlan => ({
  seats: seats.map((seat) => ({ ...seat, reasons: whySeat(day, seats, seat) })),
  points,
  problems: problemsIn(day, { seats }),
});

interface AskedMend {
  readonly day: PlannerDay;
  readonly now: number;
  readonly rotations: readonly string[];
}

/** What the worker for seats does, by what it is asked. Questions and answers are data alone. */
export const seatWork = {
  seats: (asked: Asked): ReasonedPlan => reasoned(asked.day, planSeats(withStanding(asked))),
  /** Why the plan doesn't have somebody on a seat; where the answer has a plan, with its reasons. */
  whyNot({ plan, seat, ...asked }: Asked & { readonly plan: SeatPlan; readonly seat: Seating }): {
    readonly why: WhyNot;
    readonly instead: ReasonedPlan | null;
  } {
    const why = whyNot(withStanding(asked), plan, seat);
    return { why, instead: why.kind === 'better' ? reasoned(asked.day, why.plan) : null };
  },
  /** With few moves, from now on. */
  mend: ({ day, ...mending }: AskedMend): Mended => replan(day, day.seated, { gone: [], ...mending }),
};
export type SeatWork = typeof seatWork;
