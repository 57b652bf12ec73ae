import type { ReactNode } from 'react';
import { showDate } from '../../domain/date.ts';
import { Loading } from '../ui/loading.tsx';
import { urls } from '../urls.ts';
import { useClient, useLayout, useReadable, useTeamId } from './client-context.tsx';
import { OpenPlanProvider } from './open-plan.tsx';

/** Around the pages that edit the chosen day's own rotations. */
export function DayPlan({ children }: { children: ReactNode }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const id = useReadable(client.choices.layout) ?? '';
  const layout = useLayout();
  if (layout.state !== 'ready') return <Loading />;
  return (
    <OpenPlanProvider
      key={id}
      owner={showDate(layout.body.date)}
      heading="Edit Rotations"
      about="What you change here is for this day alone. Its template stays as it is."
      rotations={layout.body.rotations}
      document={client.open('layout', team, id)}
      urls={urls.dayPlan}
    >
      {children}
    </OpenPlanProvider>
  );
}
