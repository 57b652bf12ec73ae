import { useEffect, useState } from 'react';
import type { HistoryEntry, HistoryFilter } from '../../../client/calls/history.ts';
import { topics } from '../../../domain/history/topics.ts';
import { showDate } from '../../../domain/time/date.ts';
import { ExportHistory } from '../../parts/history/history-filters.tsx';
import { HistoryView } from '../../parts/history/history-view.tsx';
import { useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Link } from '../../ui/button/link.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

export type TeamHistoryProps = {
  filter: HistoryFilter;
  /** Only the changes of this layout or template. */
  document?: string | undefined;
  onFilter: (filter: HistoryFilter & { document?: string | undefined }) => void;
};

/** In milliseconds. Nothing tells pages about changes of documents that they don't show. */
const lookEvery = 20_000;

/** What was changed in the team: its settings, layouts and templates. */
export function TeamHistoryScreen({ filter, document, onFilter }: TeamHistoryProps) {
  const team = useTeam();
  const teamId = useTeamId() ?? '';
  const pulse = usePulse();
  if (team.state !== 'ready') return <NotReady title="History" view={team} />;
  const place = { team: teamId, document };
  return (
    <Page
      title="History"
      windowTitle={`${team.body.name} history`}
      actions={<ExportHistory place={place} filter={filter} />}
    >
      {document !== undefined && (
        <p className="history__only">
          Changes of one layout or template only.
          <Button onPress={() => onFilter(filter)}>Show All Changes</Button>
        </p>
      )}
      <HistoryView
        key={`${teamId} ${document}`}
        place={place}
        team={team.body}
        filter={filter}
        onFilter={(next) => onFilter({ ...next, document })}
        kinds={topics}
        pulse={pulse}
        about={(entry) => <About entry={entry} isLink={document === undefined} />}
      />
    </Page>
  );
}

/** 'Weekday, Kitchen, 11/21/2026', as a link to the history of that layout alone. */
function About({ entry: { document, about }, isLink }: { entry: HistoryEntry; isLink: boolean }) {
  if (about.kind === 'team') return 'Team settings';
  const { name, area, date, deleted } = about;
  const words = [name, area, date && showDate(date)].filter(Boolean).join(', ');
  return (
    <>
      {isLink ? <Link href={urls.documentHistory(document)}>{words}</Link> : words}
      {deleted && ' (deleted)'}
    </>
  );
}

/** Another number every so often, while the page can be seen. */
function usePulse(): number {
  const [pulse, setPulse] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (window.document.visibilityState === 'visible') setPulse((count) => count + 1);
    }, lookEvery);
    return () => clearInterval(timer);
  }, []);
  return pulse;
}
