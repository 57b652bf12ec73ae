import { isProblemCode, type ProblemCode } from '../../domain/problem/problem.ts';
import { isIsoDate } from '../../domain/time/date.ts';
import { insidePath } from '../parts/page/came-from.ts';
import { urls } from '../urls.ts';

const entrances = [urls.login, urls.register, urls.logout, urls.forgot, urls.reset(''), urls.signedIn];

/** The path without a slash at its end, as links have it. */
export const placeOf = ({ pathname }: { pathname: string }): string => pathname.replace(/(.)\/+$/, '$1');

/** Where the person wanted to go; never back to a page that only signs in or out. */
export function comingFrom(search: Record<string, unknown>): { from?: string } {
  const from = insidePath(search.from);
  return { from: entrances.some((entrance) => from?.startsWith(entrance)) ? undefined : from };
}

export const onDate = (search: Record<string, unknown>): { date?: string } => ({
  date: isIsoDate(search.date) ? search.date : undefined,
});

/** The layout that a new one is to be a copy of, and its date. */
export const copying = (search: Record<string, unknown>): { copy?: string; of?: string } =>
  typeof search.copy === 'string' && isIsoDate(search.of) ? { copy: search.copy, of: search.of } : {};

/** What the provider's way ended with, where it went wrong. */
export const withProblem = (search: Record<string, unknown>): { problem?: ProblemCode } => ({
  problem: isProblemCode(search.problem) ? search.problem : undefined,
});

/** What was read by itself is wanted, not what can be read now. */
export const whatWaits = (search: Record<string, unknown>): { waiting?: boolean } => ({
  waiting: search.waiting === true ? true : undefined,
});

/** The team and the layout that a page of a day is about; the router reads an id of digits as a number. */
export const aboutDay = (search: Record<string, unknown>): { team?: string; layout?: string } => ({
  team: idIn(search.team),
  layout: idIn(search.layout),
});

function idIn(value: unknown): string | undefined {
  const id = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return id === '' || id.length > 200 ? undefined : id;
}
