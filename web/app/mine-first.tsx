import type { ReactNode } from 'react';
import { Redirect } from '../guards.tsx';
import { useMe, useTeamId } from '../parts/page/client-context.tsx';
import { urls } from '../urls.ts';
import { aboutDay, useSearch } from '../parts/page/address-search.ts';

const key = 'openedOn';

/** Where this tab was opened; a tab that goes on stays where it is. */
let isOpening = window.location.pathname === urls.day && remembered() === null;

function remembered(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(page: string): void {
  isOpening = false;
  try {
    sessionStorage.setItem(key, page);
  } catch {
    // Loaded again, the page opens as if it were new.
  }
}

const isPhone = () => window.matchMedia('(max-width: 599px)').matches;

/** A crew member's phone opens on their own day. An address that names a day, and every other page, stays as it is. */
export function MineFirst({ children }: { children: ReactNode }) {
  const me = useMe();
  const team = useTeamId();
  const hasDay = aboutDay(useSearch()).layout !== undefined;
  if (!isOpening || me === null || me.user === null) return children;
  const membership = me.teams.find(({ id }) => id === team);
  const isOwn = !hasDay && membership?.role === 'viewer' && membership.person !== undefined && isPhone();
  remember(isOwn ? urls.mine : urls.day);
  return isOwn ? <Redirect to={urls.mine} /> : children;
}
