import { lazy, Suspense, useState } from 'react';
import { verifyEmail } from '../../../client/calls/account.ts';
import type { User } from '../../../domain/team/user.ts';
import { Facts } from '../../parts/forms/facts.tsx';
import { showProblem } from '../../parts/forms/problem-toast.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Actions } from '../../ui/page/page.tsx';

const NamesDialog = lazy(async () => ({ default: (await import('./names-dialog.tsx')).NamesDialog }));
const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }));

type ProfileProps = {
  user: User;
  /** Undefined while loading. */
  hasPassword: boolean | undefined;
  canConfirmEmail: boolean;
};

export function Profile({ user, hasPassword, canConfirmEmail }: ProfileProps) {
  const client = useClient();
  const [open, setOpen] = useState<'names' | 'email' | null>(null);
  const close = () => setOpen(null);

  async function verify() {
    const sent = await verifyEmail(client);
    if (sent.ok) showToast({ text: `We sent a confirmation link to ${user.email}` });
    else showProblem(sent.problem);
  }

  return (
    <Card title="Profile">
      <Facts
        facts={[
          { label: 'UID', value: user.id },
          { label: 'Email', value: user.email },
          { label: 'First Name', value: user.firstName },
          { label: 'Last Name', value: user.lastName },
        ]}
      />
      <div className="account__foot">
        <Actions>
          <Button onPress={() => setOpen('names')}>Edit Names</Button>
          <Button isDisabled={hasPassword === undefined} onPress={() => setOpen('email')}>
            Change Email
          </Button>
          {canConfirmEmail && <Button onPress={verify}>Confirm Email</Button>}
        </Actions>
      </div>
      <Suspense>
        {open === 'names' && <NamesDialog user={user} onClose={close} />}
        {open === 'email' && <EmailDialog user={user} hasPassword={hasPassword === true} onClose={close} />}
      </Suspense>
    </Card>
  );
}
