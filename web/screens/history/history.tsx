import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
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

type Filter = HistoryFilter & { readonly document?: string | undefined };

type HistoryProps = Pick<ComponentProps<typeof HistoryView>, 'kinds' | 'pulse' | 'about'> & {
  document: string | undefined;
  windowTitle: string;
  filter: HistoryFilter;
  onFilter: (filter: Filter) => void;
  children?: ReactNode;
};

function History({ document, windowTitle, children, ...rest }: HistoryProps) {
  const team = useTeam();
  const place = { team: useTeamId() ?? '', document };
  if (team.state !== 'ready') return <NotReady title="History" view={team} />;
  return (
    <Page
      title="History"
      windowTitle={windowTitle}
      actions={<ExportHistory place={place} filter={rest.filter} />}
    >
      {children}
      <HistoryView key={`${place.team} ${document}`} place={place} team={team.body} {...rest} />
    </Page>
  );
}

export function LayoutHistoryRoute() {
  const search = useSearch();
  const layout = useLayout();
  const document = useObservable(useClient().choices.layout) ?? '';
  if (layout.state !== 'ready') return <NotReady title="History" view={layout} />;
  return (
    <History
      document={document}
      windowTitle={`${showDate(layout.body.date)} history`}
      filter={historyFilter(search)}
      onFilter={(filter) => setSearch(urls.layoutHistory, { ...aboutDay(search), ...filter })}
      kinds={['breaks', 'positions', 'shifts', 'notes', 'plan', 'documents']}
      pulse={layout.body}
    />
  );
}

/** In milliseconds. Nothing tells pages about changes of documents that they don't show. */
const lookEvery = 20_000;

export function TeamHistoryRoute() {
  const search = useSearch();
  const team = useTeam();
  const document = plainIdOf(search.document);
  const filter = historyFilter(search);
  const onFilter = (next: Filter) => setSearch(urls.teamHistory, { ...next });
  return (
    <History
      document={document}
      windowTitle={team.state === 'ready' ? `${team.body.name} history` : 'History'}
      filter={filter}
      onFilter={(next) => onFilter({ ...next, document })}
      kinds={topics}
      pulse={usePulse()}
      about={(entry) => <About entry={entry} isLink={document === undefined} />}
    >
      {document !== undefined && (
        <p className="actions history__only">
          Changes of one layout or template only.
          <Button onPress={() => onFilter(filter)}>Show All Changes</Button>
        </p>
      )}
    </History>
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

const historyFilter = ({ person, topic, from, to }: Search) => ({
  person: plainIdOf(person),
  topic: topics.find((each) => each === topic),
  from: isIsoDate(from) ? from : undefined,
  to: isIsoDate(to) ? to : undefined,
});

const plainIdOf = (value = ''): string | undefined => (/^[\w-]{1,64}$/.test(value) ? value : undefined);
