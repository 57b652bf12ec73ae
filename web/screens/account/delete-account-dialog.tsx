import { deleteAccount } from '../../../client/calls/account.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { urls } from '../../urls.ts';
import { ReauthenticateField } from './reauthenticate.tsx';

export function DeleteDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const client = useClient();
  const go = useNavigateTo();
  const form = useForm({ password: '' });

  return (
    <FormDialog
      title="Delete Account"
      action="Delete Account"
      variant="final"
      form={form}
      work={() => deleteAccount(client, form.values.password)}
      said="Account deleted"
      onDone={() => go(urls.login, { replace: true })}
      onClose={onClose}
    >
      <p>
        This deletes your name, email, passkeys, and API tokens and removes you from all your teams. The
        teams’ layouts and templates stay. You can’t undo this.
      </p>
      <ReauthenticateField form={form} hasPassword={hasPassword} autoFocus />
    </FormDialog>
  );
}
