import type { HistoryFilter } from '../../../client/calls/history.ts';
import { showDate } from '../../../domain/time/date.ts';
import { ExportHistory } from '../../parts/history/history-filters.tsx';
import { HistoryView } from '../../parts/history/history-view.tsx';
import { useClient, useLayout, useObservable, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Page } from '../../ui/page/page.tsx';

export type LayoutHistoryProps = { filter: HistoryFilter; onFilter: (filter: HistoryFilter) => void };

/** What was changed in the selected layout. */
export function LayoutHistoryScreen({ filter, onFilter }: LayoutHistoryProps) {
  const layout = useLayout();
  const team = useTeam();
  const teamId = useTeamId() ?? '';
  const document = useObservable(useClient().choices.layout) ?? '';
  if (layout.state !== 'ready') return <NotReady title="History" view={layout} />;
  if (team.state !== 'ready') return <NotReady title="History" view={team} />;
  const place = { team: teamId, document };
  return (
    <Page
      title="History"
      windowTitle={`${showDate(layout.body.date)} history`}
      actions={<ExportHistory place={place} filter={filter} />}
    >
      <HistoryView
        key={document}
        place={place}
        team={team.body}
        filter={filter}
        onFilter={onFilter}
        kinds={['breaks', 'positions', 'shifts', 'notes', 'plan', 'documents']}
        pulse={layout.body}
      />
    </Page>
  );
}
