import { useCallback } from 'react';
import type { Client } from '../../../client/client.ts';
import type { Change } from '../../../domain/change/change.ts';
import { changeWithToast } from '../forms/change-toast.ts';
import { chosenLayout, useClient } from './client-context.tsx';

/** `said` where the change itself does not say enough. */
export function changeLayout(client: Client, change: Change, said?: string): boolean {
  const document = chosenLayout(client);
  return document !== null && changeWithToast(document, change, said);
}

/** The function stays the same between renders. */
export function useLayoutChange(): (change: Change, said?: string) => boolean {
  const client = useClient();
  return useCallback((change, said) => changeLayout(client, change, said), [client]);
}
