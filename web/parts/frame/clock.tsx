import { useCallback, useSyncExternalStore } from 'react';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { useClient } from '../page/client-context.tsx';

/** The current time in a zone, by the server's clock. Renders once a minute. */
export function Clock({ timeZone }: { timeZone: string }) {
  const client = useClient();
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 1000);
    return () => clearInterval(timer);
  }, []);
  const time = useSyncExternalStore(subscribe, () => fromMinutes(wallClock(client.now(), timeZone).minutes));
  return <time className="header__clock">{time}</time>;
}
