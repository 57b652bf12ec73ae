import { useState } from 'react';
import { RecentMap } from '../../../client/recent-map.ts';
import { useMe } from './client-context.tsx';
import { mostVisits } from './navigation.ts';

/** What somebody typed into pages, by the visit that Back and Forward return to. */
const typedIn = new RecentMap<string, { readonly user: string | undefined; readonly typed: unknown }>(
  4 * mostVisits,
);

/** With the key that `navigate` gives each visit. */
const visit = (): string =>
  `${(history.state as { scrollKey?: string } | null)?.scrollKey ?? ''} ${location.pathname} `;

/**
 * State of the page that Back and Forward bring back, such as what was typed into it; `name` tells it from others of the
 * page. It lasts until the app is reloaded.
 */
export function useTyped<T>(none: T, name = ''): [typed: T, setTyped: (typed: T) => void] {
  const user = useMe()?.user?.id;
  const [key] = useState(() => visit() + name);
  const [typed, setTyped] = useState(() => {
    const kept = typedIn.get(key);
    return kept?.user === user ? ((kept?.typed as T | undefined) ?? none) : none;
  });
  return [
    typed,
    (next) => {
      typedIn.set(key, { user, typed: next });
      setTyped(next);
    },
  ];
}

export function forgetTyped(): void {
  for (const key of typedIn.keys()) if (key.startsWith(visit())) typedIn.delete(key);
}
