import { useEffect, useState } from 'react';
import { emptyCrew } from '../../../../domain/crew/crew.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import { useClient, useCrew, useTeamId } from '../../../parts/page/client-context.tsx';
import { loadWhenIdle } from '../../../parts/page/page-idle.ts';
import { useLayoutChange } from '../../../parts/page/use-layout-change.ts';
import type { FillPlan, FormerDay } from './fill-work.ts';

const load = () => import('./fill-work.ts');

export type Filling = ReturnType<typeof useFill>;

export function useFill(layout: Layout, rotation: Rotation | undefined) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const crew = useCrew();
  const change = useLayoutChange();
  const [report, setReport] = useState<{ text: (now: Layout) => string; rotation: string | null } | null>(
    null,
  );
  const shown = rotation?.id ?? '';
  useEffect(() => void loadWhenIdle(() => Promise.all([load(), import('./fill-report.tsx')])), []);

  /** The day as it is now: another one may have taken a moment to load. */
  function current(): Layout {
    const document = client.choices.layout.get();
    const view = document === null ? null : client.open('layout', team, document).get();
    return view?.state === 'ready' ? view.body : layout;
  }

  function make(plan: Outcome<FillPlan>, about: string | null): Outcome<null> {
    if (!plan.ok) return plan;
    const { change: made, report: text } = plan.value;
    if (made === null || change(made)) setReport(text === null ? null : { text, rotation: about });
    return done(null);
  }

  return {
    report:
      report && (report.rotation === null || report.rotation === shown) ? report.text(layout) || null : null,
    closeReport: () => setReport(null),
    copyFrom: async (from: string) => make((await load()).copyRotation(current(), from, shown), shown),
    swapWith: async (other: string) => make((await load()).swapPlan(current(), shown, other), shown),
    fillByJob: async () => make(done((await load()).jobPlan(current())), null),
    async fillFrom(former: FormerDay, isWholeDay: boolean) {
      const { fillPlan } = await load();
      const people = crew.state === 'ready' ? crew.body : emptyCrew;
      const rotation = isWholeDay ? {} : { rotation: shown };
      const plan = await fillPlan(client, { team, current, crew: people, former, ...rotation });
      return make(plan, isWholeDay ? null : shown);
    },
  };
}
