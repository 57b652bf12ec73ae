import { isIsoDate } from '../../domain/time/date.ts';
import { LayoutsScreen } from '../screens/layouts/layouts.tsx';
import { NewLayoutScreen } from '../screens/layouts/new-layout.tsx';
import { urls } from '../urls.ts';
import { fromPage, type Search, setSearch, useSearch } from '../parts/page/address-search.ts';

export function LayoutsRoute() {
  const search = useSearch();
  const { from } = fromPage(search);
  return (
    <LayoutsScreen
      from={from}
      date={onDate(search).date}
      onDate={(date) => setSearch(urls.layouts, { from, date })}
    />
  );
}

export function NewLayoutRoute() {
  const search = useSearch();
  return <NewLayoutScreen {...fromPage(search)} {...onDate(search)} {...copying(search)} />;
}

const onDate = (search: Search): { date?: string } => ({
  date: isIsoDate(search.date) ? search.date : undefined,
});

/** The layout that a new one is copied from, and its date. */
const copying = ({ copy, of }: Search): { copy?: string; of?: string } =>
  copy !== undefined && isIsoDate(of) ? { copy, of } : {};
