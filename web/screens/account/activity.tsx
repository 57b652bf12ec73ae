import { useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { getOwnSecurityLog } from '../../../contract/security-log.ts';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useSecurityLog, whatOf } from '../../parts/security/use-security-log.ts';
import { Button } from '../../ui/button/button.tsx';
import { Loading } from '../../ui/message/message.tsx';
import { Card } from '../../ui/page/card.tsx';
import { SettingRow, useDeviceTime } from './setting-row.tsx';

/** Shown at first; most people look for one of the last few. */
const fewest = 5;

const readLog = (client: Client, before?: string) => client.call(getOwnSecurityLog, { query: { before } });

export function Activity() {
  const log = useSecurityLog(readLog);
  const { moment } = useDeviceTime();
  const [isShort, setShort] = useState(true);
  const { entries, hasOlder, isBusy, loadOlder } = log;
  const shown = isShort ? entries?.slice(0, fewest) : entries;
  const hasMore = hasOlder || (shown?.length ?? 0) < (entries?.length ?? 0);

  return (
    <Card title="Account Activity">
      <ListProblem list={log} />
      {!entries && !log.error && <Loading />}
      {shown?.map((entry) => (
        <SettingRow
          key={entry.id}
          label={whatOf(entry)}
          state={[moment(entry.at), entry.device, entry.place].filter(Boolean).join(' · ')}
        />
      ))}
      {hasMore && (
        <div className="account__foot">
          <Button isDisabled={isBusy} onPress={isShort ? () => setShort(false) : loadOlder}>
            Show More Activity
          </Button>
        </div>
      )}
    </Card>
  );
}
