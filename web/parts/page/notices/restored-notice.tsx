import { useEffect } from 'react';
import type { Restored } from '../../../../client/connection/store-epoch.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { showToast } from '../../../ui/message/toast.tsx';
import { useClient, useTeam, useTeamId, useTimeZone } from '../client-context.tsx';
import { dayAndTime } from '../ticker.ts';

export default function RestoredNotice({ restored }: { restored: Restored }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const hasTeam = useTeamId() !== null;
  const isLoading = useTeam().state === 'loading' && hasTeam;
  const { lastChange } = restored;
  const text =
    lastChange === null
      ? sentence({ code: 'history-restored' })
      : sentence({
          code: 'history-restored-to',
          details: { time: dayAndTime(lastChange, client.now(), timeZone) },
        });
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, with the time of that moment
  useEffect(() => {
    if (!isLoading) showToast({ text, tone: 'problem', stays: true });
  }, [isLoading, restored]);
  return null;
}
