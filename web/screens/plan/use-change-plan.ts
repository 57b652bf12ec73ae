import { useCallback } from 'react';
import type { PlanChange } from '../../../domain/change/change.ts';
import type { PlanSteps } from '../../../domain/plan/plan-move.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { showProblem } from '../../parts/forms/problem-toast.ts';

let dismissProblem = () => {};

/** Changes the plan and shows a toast with Undo, which replaces the one before; `said` is its text. */
export function useChangePlan(): (change: PlanChange | PlanSteps, said?: string) => Outcome<unknown> {
  const { document } = useOpenPlan();
  return useCallback(
    (change, said) => {
      const made = document.change(change);
      dismissProblem();
      if (!made.ok) {
        dismissProblem = showProblem(made.problem);
        return made;
      }
      void showChangeToast(made.value, said);
      return made;
    },
    [document],
  );
}
