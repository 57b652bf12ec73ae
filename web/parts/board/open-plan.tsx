import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react';
import type { LiveDocument } from '../../../client/document/document-view.ts';
import type { PlanChange } from '../../../domain/change/change.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { PlanSteps } from '../../../domain/plan/plan-move.ts';
import type { Outcome } from '../../../domain/problem/problem.ts';
import type { ClockTime } from '../../../domain/time/clock-time.ts';
import type { PlanUrls } from '../../urls.ts';
import { showChangeToast, showProblem } from '../forms/change-toast.ts';

type PlanProps = {
  /** For the browser's title: the template's name or the day's date. */
  owner: string;
  heading: string;
  about?: ReactNode;
  rotations: Plan;
  dayStart: ClockTime;
  document: Pick<LiveDocument, 'change' | 'get'>;
  urls: PlanUrls;
};

interface OpenPlan extends PlanProps {
  /** Makes a change and shows a toast with Undo, which replaces the one before; `said` is its text. */
  readonly changePlan: (change: PlanChange | PlanSteps, said?: string) => Outcome<unknown>;
  /** The element that takes the focus as soon as it is there. */
  readonly focusNext: RefObject<string | null>;
  readonly isOpen: (rotation: string) => boolean;
  readonly setOpen: (rotation: string, isOpen: boolean) => void;
}

const OpenPlanContext = createContext<OpenPlan | null>(null);

/** The rotations being edited, of a template or of a day. */
export function useOpenPlan(): OpenPlan {
  const open = useContext(OpenPlanContext);
  if (!open) throw new Error('useOpenPlan needs an OpenPlanProvider around it');
  return open;
}

/** The rotations right after a change, before the next render. */
export function rotationsIn(document: OpenPlan['document']): Plan {
  const view = document.get();
  return view.state === 'ready' && 'rotations' in view.body ? view.body.rotations : [];
}

/** With more rotations than this, all are collapsed at first. */
const mostOpen = 3;

/** Wraps the list and its forms and stays mounted between them. */
export function OpenPlanProvider({ children, ...plan }: PlanProps & { children: ReactNode }) {
  const focusNext = useRef<string | null>(null);
  const dismissProblem = useRef(() => {});
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { owner, heading, about, rotations, dayStart, document, urls } = plan;
  const opensAll = rotations.length <= mostOpen;
  const value = useMemo(
    () => ({
      ...{ owner, heading, about, rotations, dayStart, document, urls },
      focusNext,
      changePlan(change: PlanChange | PlanSteps, said?: string): Outcome<unknown> {
        const made = document.change(change);
        dismissProblem.current();
        if (made.ok) void showChangeToast(made.value, said);
        else dismissProblem.current = showProblem(made.problem);
        return made;
      },
      isOpen: (rotation: string) => toggled.get(rotation) ?? opensAll,
      setOpen: (rotation: string, isOpen: boolean) =>
        setToggled((before) =>
          before.get(rotation) === isOpen ? before : new Map(before).set(rotation, isOpen),
        ),
    }),
    [owner, heading, about, rotations, dayStart, document, urls, toggled, opensAll],
  );
  return <OpenPlanContext value={value}>{children}</OpenPlanContext>;
}
