import { useState } from 'react';
import type { OfferedPerson } from '../../../contract/mine.ts';
import { sayItIsMe } from '../../parts/mine/link-me.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';

type ThisIsMeProps = { team: string; person: OfferedPerson; isWide?: boolean; children: string };

export function ThisIsMe({ team, person, isWide, children }: ThisIsMeProps) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const isChoice = children === person.name;
  return (
    <Button
      size="big"
      variant={isChoice ? 'secondary' : 'primary'}
      isWide={isWide}
      isDisabled={isBusy}
      aria-label={isChoice ? `This is me: ${person.name}` : undefined}
      onPress={async () => {
        setBusy(true);
        await sayItIsMe(client, team, person);
        setBusy(false);
      }}
    >
      {children}
    </Button>
  );
}
