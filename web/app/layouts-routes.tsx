import { urls } from '../urls.ts';
import { Layouts, NewLayout } from './lazy-screens.ts';
import { copying, fromPage, onDate, setSearch, useSearch } from './search.ts';

export function LayoutsRoute() {
  const search = useSearch();
  const { from } = fromPage(search);
  return (
    <Layouts
      from={from}
      date={onDate(search).date}
      onDate={(date) => setSearch(urls.layouts, { from, date })}
    />
  );
}

export function NewLayoutRoute() {
  const search = useSearch();
  return <NewLayout {...fromPage(search)} {...onDate(search)} {...copying(search)} />;
}
