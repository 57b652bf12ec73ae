import { useState } from 'react';
import { changePassword } from '../../../client/calls/account.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { SignInAgainButton } from './reauthenticate.tsx';

const nothingTyped = { current: '', next: '', confirm: '' };

type PasswordDialogProps = { hasPassword: boolean; onDone: () => void; onClose: () => void };

export function PasswordDialog({ hasPassword, onDone, onClose }: PasswordDialogProps) {
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const [typed, setTyped] = useState(nothingTyped);
  const [revokeTokens, setRevokeTokens] = useState(true);
  const outcome = useFormOutcome('current', 'next', 'confirm');
  const { attempt, isBusy, at, whole } = outcome;
  const bind = (name: keyof typeof nothingTyped) => ({
    name,
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: at(name),
  });

  async function save() {
    const { current, next, confirm } = typed;
    const isSaved = await attempt(() =>
      next === confirm
        ? changePassword(client, { current, next, revokeTokens })
        : refuse('passwords-differ', { field: 'confirm' }),
    );
    if (!isSaved) return;
    onClose();
    showToast({ text: 'Password saved. Your other devices are signed out.' });
    onDone();
  }

  return (
    <FormDialog
      title={hasPassword ? 'Change Password' : 'Set a Password'}
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      {!hasPassword && <SignInAgainButton outcome={outcome} />}
      <PasswordFields
        autoFocus
        current={hasPassword ? bind('current') : undefined}
        next={{ label: 'New Password', ...bind('next') }}
        confirm={{ label: 'Confirm Password', ...bind('confirm') }}
        minimum={ways?.passwordMinimum}
      />
      {hasPassword && (
        <Checkbox
          label="Also revoke API tokens"
          description="Apps and scripts that use them will stop working."
          isSelected={revokeTokens}
          onChange={setRevokeTokens}
        />
      )}
    </FormDialog>
  );
}
