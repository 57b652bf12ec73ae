import { useMemo, useState } from 'react';
import type { AskedBreaks } from '../../../../client/planner/break-work.ts';
import { breakPlanner, seatPlanner } from '../../../../client/planner/planner.ts';
import type { ReasonedPlan } from '../../../../client/planner/seat-work.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { plannedOf } from '../../../../domain/day/planning-changes.ts';
import { presentSpan } from '../../../../domain/day/who-is-there.ts';
import type { FixedBreak } from '../../../../domain/planner/owed-breaks.ts';
import type { PlannerDay, Seating } from '../../../../domain/planner/planner-day.ts';
import {
  breaksTo,
  movesTo,
  type ProposedMove,
  type StandingBreak,
  seatsAfter,
  withNeeded,
  withoutThese,
} from '../../../../domain/planner/proposal.ts';
import { withStandingRelief } from '../../../../domain/planner/relief.ts';
import { contains, spanOf } from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { useTimeZone } from '../../../parts/page/client-context.tsx';
import { useAnswer } from '../../../parts/planner/use-answer.ts';
import { usePlannerDay } from '../../../parts/planner/use-planner-day.ts';

type AskedSeats = Parameters<typeof seatPlanner.ask<'seats'>>[1];
const askSeats = (asked: AskedSeats, signal: AbortSignal) => seatPlanner.ask('seats', asked, signal);
const askBreaks = (asked: AskedBreaks, signal: AbortSignal) => breakPlanner.ask('breaks', asked, signal);

/** Everything that the screen shows of a plan of the day. */
export function useProposal(layout: Layout, isAnew: boolean) {
  const timeZone = useTimeZone();
  const { known, minute, isFairnessUnknown } = usePlannerDay(layout);
  const over = useMemo(
    () => new Set(known?.day.rotations.flatMap(({ id, end }) => (end <= minute ? [id] : []))),
    [known, minute],
  );
  const asked = useMemo(
    () => (known === null ? null : { day: known.day, standing: standingIn(known.day, { isAnew, over }) }),
    [known, isAnew, over],
  );
  const seats = useAnswer(askSeats, asked);
  const [instead, setInstead] = useState<{ asked: AskedSeats | null; plan: ReasonedPlan } | null>(null);
  const made = seats.outcome?.ok ? seats.outcome.value : null;
  // what was found better holds as long as the day stays as it is
  const planned = instead && instead.asked === asked ? instead.plan : made;
  const moves = useMemo(
    () =>
      planned === null
        ? []
        : movesTo(layout, planned.seats, { keeps: !isAnew }).filter(({ rotation }) => !over.has(rotation)),
    [layout, planned, isAnew, over],
  );
  const choice = useChoice(moves);
  const askedBreaks = useMemo(() => {
    if (known === null || planned === null) return null;
    const taken = moves.filter(({ id }) => choice.chosen.has(id));
    const seated = seatsAfter(layout, taken);
    const standing = { fixed: fixedBreaks(layout, { timeZone, isAnew }), now: minute };
    const fixed = withStandingRelief(known.day, seated, standing);
    return { day: known.day, seats: seated, standing: { fixed, now: minute } };
  }, [known, planned, moves, choice.chosen, layout, timeZone, isAnew, minute]);
  const breaks = useAnswer(askBreaks, askedBreaks);
  const breakRows = useMemo(
    () =>
      breaks.outcome?.ok
        ? breaksTo(layout, breaks.outcome.value.breaks, standingBreaks(layout, { timeZone, isAnew }))
        : [],
    [layout, breaks.outcome, timeZone, isAnew],
  );
  return {
    ...{ known, over, isFairnessUnknown, asked, seats, plan: planned, moves, choice, breaks, breakRows },
    use: (plan: ReasonedPlan) => setInstead({ asked, plan }),
  };
}

export type Proposal = ReturnType<typeof useProposal>;

/** Unless it is planned anew, who has a position stays there; in rotations that are over, they stay in any case. */
function standingIn(
  { seated }: PlannerDay,
  { isAnew, over }: { isAnew: boolean; over: ReadonlySet<string> },
): readonly Seating[] {
  return isAnew ? seated.filter(({ rotation }) => over.has(rotation)) : seated;
}

/** Breaks that were taken, and unless they are planned anew, those that are planned. */
function fixedBreaks(
  { shifts, date, dayStart, breakTimerMinutes }: Layout,
  { timeZone, isAnew }: { timeZone: string; isAnew: boolean },
): readonly FixedBreak[] {
  return shifts.flatMap((shift) => {
    const planned = plannedOf(shift);
    const there = presentSpan(shift, dayStart);
    return Array.from({ length: Math.max(shift.breaks.length, planned.length) }, (_, index) => {
      const [slot, plan] = [shift.breaks[index], planned[index]];
      const common = { shift: shift.id, index, minutes: plan?.minutes ?? breakTimerMinutes };
      const given = plan && {
        start: spanOf({ startTime: plan.start, endTime: plan.start }, dayStart).start,
        relief: plan.relief.map(({ position, from, to, by }) => ({
          ...{ position, by },
          ...spanOf({ startTime: from, endTime: to }, dayStart),
        })),
      };
      if (slot) return [{ ...common, ...given, start: minutesInto(date, slot.startedAt, timeZone) }];
      // a break for which its person isn't there anymore doesn't stay
      const stays = given && !isAnew && there !== null && contains(there, given.start);
      return stays ? [{ ...common, ...given }] : [];
    }).flat();
  });
}

/** Those of them that were planned. */
function standingBreaks(
  { shifts, date, dayStart }: Layout,
  { timeZone, isAnew }: { timeZone: string; isAnew: boolean },
): readonly StandingBreak[] {
  return shifts.flatMap((shift) =>
    plannedOf(shift).flatMap((planned, index) => {
      const slot = shift.breaks[index];
      if (!slot && isAnew) return [];
      const start = slot
        ? minutesInto(date, slot.startedAt, timeZone)
        : spanOf({ startTime: planned.start, endTime: planned.start }, dayStart).start;
      return [{ shift: shift.id, start, planned }];
    }),
  );
}

/** All moves are chosen until somebody says otherwise, with those that make room for them. */
function useChoice(moves: readonly ProposedMove[]) {
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => {
    const all = new Set(moves.map(({ id }) => id));
    return withoutThese(moves, all, dropped);
  }, [moves, dropped]);
  return {
    chosen,
    set(ids: readonly string[], isChosen: boolean) {
      setDropped((before) => {
        if (!isChosen) return new Set([...before, ...ids]);
        const wanted = withNeeded(moves, new Set(ids));
        return new Set([...before].filter((id) => !wanted.has(id)));
      });
    },
  };
}
