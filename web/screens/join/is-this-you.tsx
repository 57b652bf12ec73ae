import { useState } from 'react';
import type { OfferedPerson } from '../../../contract/mine.ts';
import { sayItIsMe } from '../../parts/mine/link-me.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';

/** After joining: whether the one person on the schedule with the account's name is who joined. */
export function IsThisYou({ team, person, next }: { team: string; person: OfferedPerson; next: string }) {
  const client = useClient();
  const go = useNavigateTo();
  const [isBusy, setBusy] = useState(false);

  async function link() {
    setBusy(true);
    await sayItIsMe(client, team, person);
    go(next, { replace: true });
  }

  return (
    <Stack>
      <p>
        You’re in. Are you <strong>{person.name}</strong> on the schedule?
      </p>
      <Actions>
        <Button size="big" variant="primary" isDisabled={isBusy} onPress={link}>
          Yes, that’s me
        </Button>
        <ButtonLink size="big" variant="quiet" href={next}>
          No
        </ButtonLink>
      </Actions>
    </Stack>
  );
}
