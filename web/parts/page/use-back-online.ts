import { useEffect, useRef } from 'react';
import { useClient, useObservable } from './client-context.tsx';

export function useBackOnline(run: () => unknown): void {
  const isOnline = useObservable(useClient().connection) === 'online';
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (isOnline) latest.current();
  }, [isOnline]);
  useEffect(() => {
    const back = () => latest.current();
    window.addEventListener('online', back);
    return () => window.removeEventListener('online', back);
  }, []);
}
