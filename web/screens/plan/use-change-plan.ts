import { useCallback } from 'react';
import type { PlanChange } from '../../../domain/change/change.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import { useOpenPlan } from '../../parts/board/open-plan.tsx';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { showProblem } from '../../parts/forms/problem-toast.ts';

let dismissToast = () => {};

/** Several changes in one step, with one Undo. */
type PlanSteps = { readonly type: 'batch'; readonly changes: readonly PlanChange[] };

/** Changes the plan and shows a toast with Undo, which replaces the one before. */
export function useChangePlan(): (change: PlanChange | PlanSteps) => Outcome<unknown> {
  const { document } = useOpenPlan();
  return useCallback(
    (change) => {
      const made = document.change(change);
      dismissToast();
      if (!made.ok) {
        dismissToast = showProblem(made.problem);
        return made;
      }
      dismissToast = showChangeToast(document, made.value);
      return made;
    },
    [document],
  );
}
