import type { HistoryFilter } from '../../client/calls/history.ts';
import { topics } from '../../domain/history/topics.ts';
import { isIsoDate } from '../../domain/time/date.ts';
import { LayoutHistoryScreen } from '../screens/history/layout-history.tsx';
import { TeamHistoryScreen } from '../screens/history/team-history.tsx';
import { urls } from '../urls.ts';
import { aboutDay, type Search, setSearch, useSearch } from '../parts/page/address-search.ts';

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

/** What a history is limited to. */
const historyFilter = ({ person, topic, from, to }: Search) => ({
  person: plainIdOf(person),
  topic: topics.find((each) => each === topic),
  from: isIsoDate(from) ? from : undefined,
  to: isIsoDate(to) ? to : undefined,
});

/** The layout or template that a team's history is limited to. */
const historyOf = ({ document }: Search): string | undefined => plainIdOf(document);

const plainIdOf = (value = ''): string | undefined => (/^[\w-]{1,64}$/.test(value) ? value : undefined);
