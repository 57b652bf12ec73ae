import { useCallback } from 'react';
import type { Change } from '../../../domain/change/change.ts';
import { changeWithToast } from '../forms/change-toast.ts';
import { useClient } from './client-context.tsx';

/** `said` where the change itself does not say enough. The function stays the same between renders. */
export function useLayoutChange(): (change: Change, said?: string) => boolean {
  const client = useClient();
  return useCallback(
    (change, said) => {
      const { choices } = client;
      const team = choices.team.get();
      const layout = choices.layout.get();
      return (
        team !== null && layout !== null && changeWithToast(client.open('layout', team, layout), change, said)
      );
    },
    [client],
  );
}
