import { useCallback } from 'react';
import type { PlanChange } from '../../../domain/plan/plan.ts';
import { seatsTaken } from '../../../domain/plan/plan-move.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { type OpenPlan, useOpenPlan } from '../../parts/board/open-plan.tsx';
import { showProblem } from '../../parts/forms/problem-toast.ts';
import { sayChanged } from '../../parts/forms/undoable.ts';

const peopleCount = (count: number) => (count === 1 ? '1 person' : `${count} people`);

let dismissToast = () => {};

/** Several changes in one step, with one Undo. */
type PlanSteps = { readonly type: 'batch'; readonly changes: readonly PlanChange[] };

/** Changes the plan and shows a toast with Undo, which replaces the one before. */
export function useChangePlan(): (change: PlanChange | PlanSteps, message: string) => Outcome<unknown> {
  const { document } = useOpenPlan();
  return useCallback(
    (change, message) => {
      const before = seatsOf(document);
      const made = document.change(change);
      dismissToast();
      if (!made.ok) {
        dismissToast = showProblem(made.problem);
        return made;
      }
      const freed = before - seatsOf(document);
      const whole = freed > 0 ? `${message}. ${peopleCount(freed)} unassigned` : message;
      dismissToast = sayChanged(document, made.value.undo, whole);
      return made;
    },
    [document],
  );
}

function seatsOf(document: OpenPlan['document']): number {
  const view = document.get();
  return view.state === 'ready' && view.body.kind === 'layout' ? seatsTaken(view.body.rotations) : 0;
}
