import { lazy, Suspense, useState } from 'react';
import type { User } from '../../../domain/user.ts';
import { Facts } from '../../parts/facts.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/page.tsx';

const NamesDialog = lazy(async () => ({ default: (await import('./names-dialog.tsx')).NamesDialog }));
const EmailDialog = lazy(async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog }));

type YouProps = { user: User /** Undefined until known. */; hasPassword: boolean | undefined };

export function You({ user, hasPassword }: YouProps) {
  const [open, setOpen] = useState<'names' | 'email' | null>(null);
  const close = () => setOpen(null);
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
        </Actions>
      </div>
      <Suspense>
        {open === 'names' && <NamesDialog user={user} onClose={close} />}
        {open === 'email' && <EmailDialog user={user} hasPassword={hasPassword === true} onClose={close} />}
      </Suspense>
    </Card>
  );
}
