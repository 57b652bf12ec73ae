import { useState } from 'react';
import { useMe } from './client-context.tsx';

/** What each person typed into pages, by the visit that Back and Forward return to. */
const typedIn = new Map<string, unknown>();

/** As `navigate` names it. */
const visitKey = (): string => (history.state as { scrollKey?: string } | null)?.scrollKey ?? '';

/** State of the page that Back and Forward bring back, such as what was typed into it. It lasts until the app is reloaded. */
export function useTyped<T>(none: T): [typed: T, setTyped: (typed: T) => void] {
  const user = useMe()?.user?.id ?? '';
  const [key] = useState(() => `${user} ${visitKey()} ${location.pathname}`);
  const [typed, setTyped] = useState((typedIn.get(key) as T | undefined) ?? none);
  return [
    typed,
    (next) => {
      typedIn.set(key, next);
      setTyped(next);
    },
  ];
}
