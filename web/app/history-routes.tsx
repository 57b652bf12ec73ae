import type { HistoryFilter } from '../../client/calls/history.ts';
import { urls } from '../urls.ts';
import { LayoutHistory, TeamHistory } from './lazy-screens.ts';
import { aboutDay, historyFilter, historyOf, setSearch, useSearch } from './search.ts';

type Filter = HistoryFilter & { readonly document?: string | undefined };

export function LayoutHistoryRoute() {
  const search = useSearch();
  const onFilter = (filter: Filter) => setSearch(urls.layoutHistory, { ...aboutDay(search), ...filter });
  return <LayoutHistory filter={historyFilter(search)} onFilter={onFilter} />;
}

export function TeamHistoryRoute() {
  const search = useSearch();
  const onFilter = (filter: Filter) => setSearch(urls.teamHistory, { ...filter });
  return <TeamHistory filter={historyFilter(search)} document={historyOf(search)} onFilter={onFilter} />;
}
