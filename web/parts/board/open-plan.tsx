import { createContext, type ReactNode, type RefObject, useContext, useMemo, useRef, useState } from 'react';
import type { LiveDocument } from '../../../client/document/document-view.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { ClockTime } from '../../../domain/time/clock-time.ts';
import type { PlanUrls } from '../../urls.ts';

type PlanProps = {
  /** Whose plan it is, for the browser's title: a template's name, a day's date. */
  owner: string;
  heading: string;
  /** What there is to know of it, under the heading. */
  about?: ReactNode;
  rotations: Plan;
  /** When the business day starts. */
  dayStart: ClockTime;
  document: Pick<LiveDocument, 'change' | 'get'>;
  urls: PlanUrls;
};

export interface OpenPlan extends PlanProps {
  /** Id of the element that has the focus when the list shows next. */
  readonly focusNext: RefObject<string | null>;
  readonly isOpen: (rotation: string) => boolean;
  readonly setOpen: (rotation: string, isOpen: boolean) => void;
}

const OpenPlanContext = createContext<OpenPlan | null>(null);

/** The rotations that the pages around this one edit, whether of a template or of a day. */
export function useOpenPlan(): OpenPlan {
  const open = useContext(OpenPlanContext);
  if (!open) throw new Error('useOpenPlan needs an OpenPlanProvider around it');
  return open;
}

/** More rotations than this are closed at first, so that they can be seen at once. */
const mostOpen = 3;

/** Around the list and its forms: it stays while people go from one to the other. */
export function OpenPlanProvider({ children, ...plan }: PlanProps & { children: ReactNode }) {
  const focusNext = useRef<string | null>(null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { owner, heading, about, rotations, dayStart, document, urls } = plan;
  const opensAll = rotations.length <= mostOpen;
  const value = useMemo(
    () => ({
      ...{ owner, heading, about, rotations, dayStart, document, urls },
      focusNext,
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
