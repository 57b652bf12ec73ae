import { useMemo } from 'react';
import { useSearch as useSearchString } from 'wouter/use-browser-location';
import { topics } from '../../domain/history/topics.ts';
import { isProblemCode, type ProblemCode } from '../../domain/problem/problem.ts';
import { isIsoDate } from '../../domain/time/date.ts';
import { navigate } from '../parts/page/navigation.ts';
import { internalPath } from '../parts/page/return-path.ts';
import { urls } from '../urls.ts';

/** Parameters of the query, not validated yet. */
type Search = Readonly<Record<string, string | undefined>>;

export function useSearch(): Search {
  const search = useSearchString();
  return useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
}

/** Replaces the current page with `path` and this query. */
export function setSearch(path: string, search: Search): void {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  navigate(query ? `${path}?${query}` : path, { replace: true });
}

const entrances = [urls.login, urls.register, urls.logout, urls.forgot, urls.reset(''), urls.signedIn];

/** The page to return to, unless it only signs people in or out. */
export function fromPage(search: Search): { from?: string } {
  const from = internalPath(search.from);
  return { from: entrances.some((entrance) => from?.startsWith(entrance)) ? undefined : from };
}

export const onDate = (search: Search): { date?: string } => ({
  date: isIsoDate(search.date) ? search.date : undefined,
});

/** What a history is limited to. */
export const historyFilter = ({ person, topic, from, to }: Search) => ({
  person: plainIdOf(person),
  topic: topics.find((each) => each === topic),
  from: isIsoDate(from) ? from : undefined,
  to: isIsoDate(to) ? to : undefined,
});

/** The layout or template that a team's history is limited to. */
export const historyOf = ({ document }: Search): string | undefined => plainIdOf(document);

const plainIdOf = (value = ''): string | undefined => (/^[\w-]{1,64}$/.test(value) ? value : undefined);

/** The layout that a new one is copied from, and its date. */
export const copying = ({ copy, of }: Search): { copy?: string; of?: string } =>
  copy !== undefined && isIsoDate(of) ? { copy, of } : {};

/** Why signing in with a provider failed. */
export const withProblem = ({ problem }: Search): { problem?: ProblemCode } => ({
  problem: isProblemCode(problem) ? problem : undefined,
});

/** Whether to show the reading that a background sync left waiting instead of reading the schedule now. */
export const waitingReading = ({ waiting }: Search): { waiting?: boolean } => ({
  waiting: waiting === 'true' ? true : undefined,
});

/** The team and the layout that a page of a day is about. */
export const aboutDay = ({ team, layout }: Search): { team?: string; layout?: string } => ({
  team: idOf(team),
  layout: idOf(layout),
});

/** The shift whose person the day view opens with. */
export const askedPerson = ({ person }: Search): string | undefined => idOf(person);

function idOf(value = ''): string | undefined {
  const id = value.trim();
  return id === '' || id.length > 200 ? undefined : id;
}
