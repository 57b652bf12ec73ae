import { lazy, Suspense, useState } from 'react';
import { removeSecondFactor } from '../../../client/calls/account.ts';
import type { AccountSecurity } from '../../../contract/account.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { ReauthenticateField } from './reauthenticate.tsx';
import { SettingRow } from './setting-row.tsx';

const SecondFactorSetup = lazy(async () => ({
  default: (await import('./second-factor/second-factor-setup.tsx')).SecondFactorSetup,
}));

type SignInProps = { security: AccountSecurity; onChanged: () => Promise<void> };

/** Password, authenticator app, passkeys, and connected accounts. */
export function SignIn({ security, onChanged }: SignInProps) {
  const [open, setOpen] = useState<'password' | 'set-up' | 'remove' | null>(null);
  const { hasPassword, hasSecondFactor, backupCodesLeft, providers } = security;
  const dialog = { hasPassword, onDone: () => void onChanged(), onClose: () => setOpen(null) };

  return (
    <Card title="Sign-In">
      <SettingRow
        label="Password"
        state={hasPassword ? 'Set' : 'Not set'}
        action={
          <Button onPress={() => setOpen('password')}>
            {hasPassword ? 'Change Password' : 'Set Password'}
          </Button>
        }
      />
      <SettingRow
        label="Authenticator app"
        state={
          hasSecondFactor
            ? `On. Backup codes left: ${backupCodesLeft}.`
            : 'Off. Protect your account with a code from your phone.'
        }
        action={
          hasSecondFactor ? (
            <Button onPress={() => setOpen('remove')}>Remove App</Button>
          ) : (
            <Button onPress={() => setOpen('set-up')}>Set Up App</Button>
          )
        }
      />
      <Passkeys passkeys={security.passkeys} hasPassword={hasPassword} onChanged={onChanged} />
      {providers.length > 0 && <SettingRow label="Connected accounts" state={providers.join(', ')} />}
      {open === 'password' && <PasswordDialog {...dialog} />}
      {open === 'remove' && <RemoveSecondFactor {...dialog} />}
      <Suspense>
        {open === 'set-up' && <SecondFactorSetup {...dialog} otherDevices={security.sessions.length - 1} />}
      </Suspense>
    </Card>
  );
}

type DialogProps = { hasPassword: boolean; onDone: () => void; onClose: () => void };

function RemoveSecondFactor({ hasPassword, onDone, onClose }: DialogProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const outcome = useFormOutcome('password', 'code');
  const { attempt, isBusy, at, whole } = outcome;

  async function remove() {
    if (!(await attempt(() => removeSecondFactor(client, password, code)))) return;
    onClose();
    showToast({ text: 'Authenticator app removed' });
    onDone();
  }

  return (
    <FormDialog
      title="Remove Authenticator App"
      action="Remove"
      isFinal
      isBusy={isBusy}
      whole={whole}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>You’ll sign in with your password only. Your backup codes will stop working.</p>
      <ReauthenticateField
        hasPassword={hasPassword}
        autoFocus
        value={password}
        onChange={setPassword}
        outcome={outcome}
      />
      <TextField
        label="Code"
        description="From the app, or a backup code."
        name="code"
        maxLength={40}
        autoComplete="one-time-code"
        autoFocus={!hasPassword}
        value={code}
        onChange={setCode}
        error={at('code')}
      />
    </FormDialog>
  );
}
