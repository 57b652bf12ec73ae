import { lazy, Suspense, useRef, useState } from 'react';
import { addPasskey } from '../../../client/calls/account.ts';
import {
  type AccountSecurity,
  changePassword,
  removePasskey,
  removeSecondFactor,
} from '../../../contract/account.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { FormDialog, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { hasPasskeys, useSignInOptions, whyNoPasskeys } from '../../parts/sign-in/sign-in-options.ts';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox, TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Card } from '../../ui/page/card.tsx';
import { ReauthenticateField, SignInAgainButton } from './reauthenticate.tsx';
import { SettingRow, useDeviceTime } from './setting-row.tsx';

const nothingTyped = { current: '', next: '', confirm: '' };

type PasswordDialogProps = { hasPassword: boolean; onDone: () => void; onClose: () => void };

function PasswordDialog({ hasPassword, onDone, onClose }: PasswordDialogProps) {
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
        ? client.call(changePassword, { body: { current, next, revokeTokens } })
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

const SecondFactorSetup = lazy(async () => ({
  default: (await import('./second-factor-setup.tsx')).SecondFactorSetup,
}));

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
    if (!(await attempt(() => client.call(removeSecondFactor, { body: { password, code } })))) return;
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

type Passkey = AccountSecurity['passkeys'][number];
type PasskeysProps = { passkeys: readonly Passkey[]; hasPassword: boolean; onChanged: () => Promise<void> };

function Passkeys({ passkeys, hasPassword, onChanged }: PasskeysProps) {
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const { day } = useDeviceTime();
  const addButton = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const mayAdd = hasPasskeys(ways);

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
              onPress={() => setRemoved(passkey)}
            >
              Remove
            </Button>
          }
        />
      ))}
      {isAdding && (
        <AddPasskey hasPassword={hasPassword} onDone={onChanged} onClose={() => setAdding(false)} />
      )}
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.name}`}
          action="Remove Passkey"
          work={() => client.call(removePasskey, { params: { passkey: removed.id } })}
          onDone={async () => {
            await onChanged();
            addButton.current?.focus();
          }}
          onClose={() => setRemoved(null)}
        >
          You won’t be able to sign in with it anymore. Your other sign-in methods still work.
        </ConfirmDialog>
      )}
    </>
  );
}

type AddPasskeyProps = { hasPassword: boolean; onDone: () => void; onClose: () => void };

function AddPasskey({ hasPassword, onDone, onClose }: AddPasskeyProps) {
  const client = useClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const outcome = useFormOutcome('name', 'password');
  const { attempt, isBusy, at, whole } = outcome;

  async function add() {
    const added = await attempt(() => {
      const read = parseName(name, 'name', 'name-missing');
      if (!read.ok) return read;
      return addPasskey(client, { name: read.value, password }, async (options) => {
        const { makePasskey } = await import('../../parts/sign-in/passkey-prompt.ts');
        return makePasskey(options);
      });
    });
    if (!added) return;
    onClose();
    showToast({ text: 'Passkey added' });
    onDone();
  }

  return (
    <FormDialog
      title="Add a Passkey"
      action="Add"
      isBusy={isBusy}
      whole={whole}
      onSubmit={add}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        autoFocus
        autoComplete="off"
        description="For example, My phone."
        value={name}
        onChange={setName}
        error={at('name')}
      />
      <ReauthenticateField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        outcome={outcome}
      />
    </FormDialog>
  );
}
