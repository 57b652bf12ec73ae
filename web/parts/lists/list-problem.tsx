import { Button } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import type { List } from './use-list.ts';

/** Why a list is not there, and a way to ask again; nothing while it is. */
export function ListProblem({ list }: { list: Pick<List<unknown>, 'error' | 'retry'> }) {
  if (!list.error) return null;
  return (
    <Alert tone="problem" action={<Button onPress={list.retry}>Retry</Button>}>
      {list.error}
    </Alert>
  );
}
