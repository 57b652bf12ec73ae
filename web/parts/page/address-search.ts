import { useMemo } from 'react';
import { useSearch as useSearchString } from 'wouter/use-browser-location';
import { urls } from '../../urls.ts';
import { navigate } from './navigation.ts';

/** Parameters of the query, not validated yet. */
export type Search = Readonly<Record<string, string | undefined>>;

export function useSearch(): Search {
  const search = useSearchString();
  return useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
}

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

/** The team and the layout that a page of a day is about, and what the day view shows where that is another one. */
export const dayParameters = ({ team, layout, board }: Search) => ({
  team: idOf(team),
  layout: idOf(layout),
  board: idOf(board),
});

export const askedPerson = ({ person }: Search): string | undefined => idOf(person);

function idOf(value = ''): string | undefined {
  const id = value.trim();
  return id === '' || id.length > 200 ? undefined : id;
}

/** The path, query and hash of an address of this app; undefined for any other address. */
export function internalPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
  const here = 'https://inside.invalid';
  try {
    const url = new URL(address, here);
    // such as '/..//elsewhere', whose path alone would be another site
    if (url.origin !== here || url.pathname.startsWith('//')) return undefined;
    return url.pathname + url.search + url.hash;
  } catch {
    return undefined;
  }
}

export function withReturnPath(path: string, from: string | undefined): string {
  if (from === undefined || from === '/') return path;
  return `${path}${path.includes('?') ? '&' : '?'}from=${encodeURIComponent(from)}`;
}
