import { useEffect, useState } from 'react';
import type { HistoryEntry, HistoryFilter } from '../../../client/calls/history.ts';
import { topics } from '../../../domain/history/topics.ts';
import { isIsoDate, showDate } from '../../../domain/time/date.ts';
import { ExportHistory } from '../../parts/history/history-filters.tsx';
import { HistoryView } from '../../parts/history/history-view.tsx';
import { aboutDay, type Search, setSearch, useSearch } from '../../parts/page/address-search.ts';
import { useClient, useLayout, useObservable, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { Button, Link } from '../../ui/button/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

type LayoutHistoryProps = { filter: HistoryFilter; onFilter: (filter: HistoryFilter) => void };

function LayoutHistoryScreen({ filter, onFilter }: LayoutHistoryProps) {
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

type TeamHistoryProps = {
  filter: HistoryFilter;
  document?: string | undefined;
  onFilter: (filter: HistoryFilter & { document?: string | undefined }) => void;
};

/** In milliseconds. Nothing tells pages about changes of documents that they don't show. */
const lookEvery = 20_000;

function TeamHistoryScreen({ filter, document, onFilter }: TeamHistoryProps) {
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

type Filter = HistoryFilter & { readonly document?: string | undefined };

export function LayoutHistoryRoute() {
  const search = useSearch();
  const onFilter = (filter: Filter) => setSearch(urls.layoutHistory, { ...aboutDay(search), ...filter });
  return <LayoutHistoryScreen filter={historyFilter(search)} onFilter={onFilter} />;
}

export function TeamHistoryRoute() {
  const search = useSearch();
  const onFilter = (filter: Filter) => setSearch(urls.teamHistory, { ...filter });
  return (
    <TeamHistoryScreen filter={historyFilter(search)} document={historyOf(search)} onFilter={onFilter} />
  );
}

const historyFilter = ({ person, topic, from, to }: Search) => ({
  person: plainIdOf(person),
  topic: topics.find((each) => each === topic),
  from: isIsoDate(from) ? from : undefined,
  to: isIsoDate(to) ? to : undefined,
});

const historyOf = ({ document }: Search): string | undefined => plainIdOf(document);

const plainIdOf = (value = ''): string | undefined => (/^[\w-]{1,64}$/.test(value) ? value : undefined);
