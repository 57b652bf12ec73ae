import { useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { getOwnSecurityLog } from '../../../contract/security-log.ts';
import { showMomentHere } from '../../parts/forms/time-zones.ts';
import { ListState } from '../../parts/lists/use-list.tsx';
import { eventText, useSecurityLog } from '../../parts/security/use-security-log.ts';
import { Button } from '../../ui/button/button.tsx';
import { Card, Row } from '../../ui/page/page.tsx';

const t = words('account');

/** Shown at first; most people look for one of the last few. */
const fewest = 5;

export function Activity() {
  const log = useSecurityLog((client, before) => client.call(getOwnSecurityLog, { query: { before } }));
  const [isShort, setShort] = useState(true);
  const { rows = [], hasOlder, isBusy, loadOlder } = log;
  const shown = isShort ? rows.slice(0, fewest) : rows;

  return (
    <Card
      title={t('activity')}
      foot={
        (hasOlder || shown.length < rows.length) && (
          <Button isDisabled={isBusy} onPress={isShort ? () => setShort(false) : loadOlder}>
            {t('show-more-activity')}
          </Button>
        )
      }
    >
      <ListState list={log} />
      {shown.map((entry) => (
        <Row
          key={entry.id}
          label={eventText(entry)}
          state={[showMomentHere(entry.at), entry.device, entry.place].filter(Boolean).join(' · ')}
        />
      ))}
    </Card>
  );
}
