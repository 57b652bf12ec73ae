import { sentence } from '../../../domain/problem/sentence.ts';
import { Button } from '../../ui/button/button.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { useClient, useObservable } from '../page/client-context.tsx';
import type { List } from './use-list.ts';

type Loaded = Pick<List<unknown>, 'error' | 'retry'> & Partial<List<unknown>>;

/** Why a list could not be loaded, and a button to try again. Offline, the header says how old known rows are. */
export function ListProblem({ list }: { list: Loaded }) {
  const isOffline = useObservable(useClient().connection) === 'offline';
  if (!list.error || (isOffline && list.rows)) return null;
  return (
    <Alert tone="problem" action={<Button onPress={list.retry}>Retry</Button>}>
      {sentence(list.error)}
    </Alert>
  );
}

/** For what stands under it once it has come: why it could not be loaded, or that it is loading. */
export function ListState({ list }: { list: Loaded & { value?: unknown } }) {
  const isLoading = !list.error && list.rows === undefined && list.value === undefined;
  return isLoading ? <Loading /> : <ListProblem list={list} />;
}
