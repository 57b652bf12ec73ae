import { useCallback } from 'react';
import type { Change } from '../../../domain/change/change.ts';
import { changeSaying } from '../forms/undoable.ts';
import { useClient } from './client-context.tsx';

/**
 * Makes a change of the chosen layout and shows a message about it, with Undo; `said` where the change itself does not
 * say enough. The function stays the same between renders.
 */
export function useLayoutChange(): (change: Change, said?: string) => boolean {
  const client = useClient();
  return useCallback(
    (change, said) => {
      const { choices } = client;
      const team = choices.team.get();
      const layout = choices.layout.get();
      return (
        team !== null && layout !== null && changeSaying(client.open('layout', team, layout), change, said)
      );
    },
    [client],
  );
}
