import type { PlannerDay, Seating } from '../../domain/planner/planner-day.ts';
import { type Summand, summandsOf } from '../../domain/planner/points.ts';
import { planSeats } from '../../domain/planner/seats.ts';

export interface ReasonedSeat extends Seating {
  /** What it is worth, in points. */
  readonly summands: readonly Summand[];
}

export interface ProposedSeats {
  readonly seats: readonly ReasonedSeat[];
  readonly points: number;
}

/** What the worker for seats does, by what it is asked. Questions and answers are data alone. */
export const seatWork = {
  seats({ day }: { readonly day: PlannerDay }): ProposedSeats {
    const { seats, points } = planSeats(day);
    return { seats: seats.map((seat) => ({ ...seat, summands: summandsOf(day, seats, seat) })), points };
  },
};
export type SeatWork = typeof seatWork;
