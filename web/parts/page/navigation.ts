import { useLayoutEffect } from 'react';
import { navigate as go, useHistoryState, usePathname } from 'wouter/use-browser-location';
import { RecentMap } from '../../../client/recent-map.ts';

type NavigateOptions = {
  /** Back does not return to the page that is left. */
  replace?: boolean;
  keepScroll?: boolean;
};

/** A link to the page that is shown adds no step to go back. */
export function navigate(href: string, { replace = false, keepScroll = false }: NavigateOptions = {}): void {
  const isHere = new URL(href, location.href).href === location.href;
  const state = keepScroll ? history.state : { scrollKey: `${performance.now()}` };
  go(href, { replace: replace || isHere, state });
}

export const currentAddress = (): string => location.pathname + location.search + location.hash;

export const usePath = (): string => usePathname().replace(/(.)\/+$/, '$1');

/** The last segment of the current path, decoded. Unlike the router's own parameters it may contain a '%' or a '/'. */
export function useLastSegment(): string {
  const segment = usePath().replace(/^.*\//, '');
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const scrollKey = (): string => (history.state as { scrollKey?: string } | null)?.scrollKey ?? '';
/** Browsers go back no further. */
export const mostVisits = 50;
const scrolledTo = new RecentMap<string, number>(mostVisits);

/** New pages start at the top; Back and Forward return to where a page was left. */
export function useScrollRestoration(): void {
  useHistoryState();
  const key = scrollKey();
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => scrolledTo.set(scrollKey(), window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);
  useLayoutEffect(() => {
    window.scrollTo(0, scrolledTo.get(key) ?? 0);
  }, [key]);
}
