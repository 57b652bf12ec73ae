import { useState } from 'react';
import { deleteAccount } from '../../../client/account.ts';
import { useClient } from '../../parts/client-context.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Actions, Stack } from '../../ui/page.tsx';
import { showToast } from '../../ui/toast.tsx';
import { urls } from '../../urls.ts';
import { Proof } from './proof.tsx';

/** `hasPassword` is undefined until known. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete account" isPadded>
      <Stack>
        <p>You leave all your teams, and nobody can sign in as you any more.</p>
        <Actions>
          <Button isDisabled={hasPassword === undefined} variant="danger" onPress={() => setOpen(true)}>
            Delete Account
          </Button>
        </Actions>
      </Stack>
      {isOpen && <DeleteDialog hasPassword={hasPassword === true} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const client = useClient();
  const go = useNavigateTo();
  const [password, setPassword] = useState('');
  const outcome = useFormOutcome('password');
  const { attempt, isBusy, whole } = outcome;

  async function remove() {
    if (!(await attempt(() => deleteAccount(client, password)))) return;
    showToast({ text: 'Your account was deleted' });
    go(urls.login);
  }

  return (
    <FormDialog
      title="Delete account"
      action="Delete Account"
      isFinal
      isBusy={isBusy}
      whole={whole}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>
        Your names, address, passkeys and access tokens are deleted, and you leave all your teams. Their days
        and templates stay. Nobody can take this back.
      </p>
      <Proof hasPassword={hasPassword} autoFocus value={password} onChange={setPassword} outcome={outcome} />
    </FormDialog>
  );
}
