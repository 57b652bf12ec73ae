import { useEffect } from 'react';
import type { LostChoice } from '../../../client/device/choices.ts';
import { sentence } from '../../../domain/problem/problem.ts';
import { showToast } from '../../ui/message/toast.tsx';
import { useClient, useObservable } from './client-context.tsx';

const lostWords: Readonly<Record<LostChoice['why'], (team: string) => string>> = {
  'layout-deleted': () => 'That layout was deleted. Choose another.',
  'layout-missing': () => 'That layout was deleted or belongs to another team. Choose another.',
  'team-missing': (team) => `You’re no longer in ${team}.`,
};

/** Shows toasts for refused changes and for choices that had to be cleared. */
export function ClientNotices() {
  const client = useClient();
  const lost = useObservable(client.choices.lost);

  useEffect(
    () =>
      client.onRefused(({ problem }) =>
        showToast({ text: `Not saved. ${sentence(problem)}`, tone: 'problem' }),
      ),
    [client],
  );

  useEffect(() => {
    if (!lost) return;
    client.choices.forgetLost();
    showToast({ text: lostWords[lost.why](lost.team ?? 'that team') });
  }, [client, lost]);

  return null;
}
