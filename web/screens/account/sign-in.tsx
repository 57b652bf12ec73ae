import { useRef, useState } from 'react';
import { addPasskey } from '../../../client/calls/account.ts';
import {
  type AccountSecurity,
  changePassword,
  removePasskey,
  removeSecondFactor,
} from '../../../contract/account.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { useConfirm } from '../../parts/forms/confirm-dialog.tsx';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';
import { hasPasskeys, useSignInOptions, whyNoPasskeys } from '../../parts/sign-in/sign-in-options.ts';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { ReauthenticateField, SignInAgainButton } from './reauthenticate.tsx';
import { SettingRow, useDeviceTime } from './setting-row.tsx';

type DialogProps = { hasPassword: boolean; onDone: () => void; onClose: () => void };

function PasswordDialog({ hasPassword, onDone, onClose }: DialogProps) {
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const form = useForm({ current: '', next: '', confirm: '', revokeTokens: true });

  function save() {
    const { confirm, ...body } = form.values;
    return body.next === confirm
      ? client.call(changePassword, { body })
      : refuse('passwords-differ', { field: 'confirm' });
  }

  function finish() {
    showToast({ text: 'Password saved. Your other devices are signed out.' });
    onDone();
  }

  return (
    <FormDialog
      title={hasPassword ? 'Change Password' : 'Set a Password'}
      action="Save"
      form={form}
      work={save}
      onDone={finish}
      onClose={onClose}
    >
      {!hasPassword && <SignInAgainButton form={form} />}
      <PasswordFields
        autoFocus
        current={hasPassword ? form.field('current') : undefined}
        next={{ label: 'New Password', ...form.field('next') }}
        confirm={{ label: 'Confirm Password', ...form.field('confirm') }}
        minimum={ways?.passwordMinimum}
      />
      {hasPassword && (
        <Checkbox
          label="Also revoke API tokens"
          description="Apps and scripts that use them will stop working."
          {...form.checkbox('revokeTokens')}
        />
      )}
    </FormDialog>
  );
}

const SecondFactorSetup = lazyPart(() => import('./second-factor-setup.tsx'), 'SecondFactorSetup');

type SignInProps = { security: AccountSecurity; onChanged: () => Promise<void> };

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
      {open === 'set-up' && <SecondFactorSetup {...dialog} otherDevices={security.sessions.length - 1} />}
    </Card>
  );
}

function RemoveSecondFactor({ hasPassword, onDone, onClose }: DialogProps) {
  const client = useClient();
  const form = useForm({ password: '', code: '' });

  function finish() {
    showToast({ text: 'Authenticator app removed' });
    onDone();
  }

  return (
    <FormDialog
      title="Remove Authenticator App"
      action="Remove"
      variant="final"
      form={form}
      work={() => client.call(removeSecondFactor, { body: form.values })}
      onDone={finish}
      onClose={onClose}
    >
      <p>You’ll sign in with your password only. Your backup codes will stop working.</p>
      <ReauthenticateField form={form} hasPassword={hasPassword} autoFocus />
      <TextField
        label="Code"
        description="From the app, or a backup code."
        maxLength={40}
        autoComplete="one-time-code"
        autoFocus={!hasPassword}
        {...form.field('code')}
      />
    </FormDialog>
  );
}

type Passkey = AccountSecurity['passkeys'][number];
type PasskeysProps = { passkeys: readonly Passkey[]; hasPassword: boolean; onChanged: () => Promise<void> };

function Passkeys({ passkeys, hasPassword, onChanged }: PasskeysProps) {
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const { day } = useDeviceTime();
  const addButton = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [ask, dialog] = useConfirm();
  const mayAdd = hasPasskeys(ways);

  async function finishRemoving() {
    await onChanged();
    addButton.current?.focus();
  }

  const remove = ({ id, name }: Passkey) =>
    ask({
      title: `Remove ${name}`,
      action: 'Remove Passkey',
      text: 'You won’t be able to sign in with it anymore. Your other sign-in methods still work.',
      work: () => client.call(removePasskey, { params: { passkey: id } }),
      onDone: () => void finishRemoving(),
    });

  return (
    <>
      <SettingRow
        label="Passkeys"
        state={
          ways && !mayAdd
            ? whyNoPasskeys(ways)
            : 'Sign in with your fingerprint, face, or PIN instead of a password.'
        }
        action={
          mayAdd && (
            <Button ref={addButton} onPress={() => setAdding(true)}>
              Add Passkey
            </Button>
          )
        }
      />
      {passkeys.map((passkey) => (
        <SettingRow
          key={passkey.id}
          label={passkey.name}
          state={`Passkey, added ${day(passkey.createdAt)}`}
          action={
            <Button
              variant="danger"
              aria-label={`Remove Passkey ${passkey.name}`}
              onPress={() => remove(passkey)}
            >
              Remove
            </Button>
          }
        />
      ))}
      {isAdding && (
        <AddPasskey hasPassword={hasPassword} onDone={onChanged} onClose={() => setAdding(false)} />
      )}
      {dialog}
    </>
  );
}

function AddPasskey({ hasPassword, onDone, onClose }: DialogProps) {
  const client = useClient();
  const form = useForm({ name: '', password: '' });

  function add() {
    const name = parseName(form.values.name, 'name', 'name-missing');
    if (!name.ok) return name;
    return addPasskey(client, { ...form.values, name: name.value }, async (options) => {
      const { makePasskey } = await import('../../parts/sign-in/passkey-prompt.ts');
      return makePasskey(options);
    });
  }

  function finish() {
    showToast({ text: 'Passkey added' });
    onDone();
  }

  return (
    <FormDialog title="Add a Passkey" action="Add" form={form} work={add} onDone={finish} onClose={onClose}>
      <TextField label="Name" autoFocus description="For example, My phone." {...form.field('name')} />
      <ReauthenticateField form={form} hasPassword={hasPassword} />
    </FormDialog>
  );
}
