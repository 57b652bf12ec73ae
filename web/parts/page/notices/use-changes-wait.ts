import { useClient, useObservable } from '../client-context.tsx';
import { useLasting } from '../use-lasting.ts';

/** In milliseconds: sending takes less as a rule. */
export const quickSending = 1500;

/** Whether changes wait for a connection, or take long to be sent. */
export function useChangesWait(): boolean {
  const client = useClient();
  const isPending = useObservable(client.unsaved) > 0;
  const isConnected = useObservable(client.connection) === 'online';
  const isSlow = useLasting(isPending, quickSending);
  return isPending && (isSlow || !isConnected);
}
