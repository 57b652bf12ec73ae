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
import { askFinally } from '../../parts/ask/ask-first.ts';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { showDayHere } from '../../parts/forms/time-zones.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { lazyPart } from '../../parts/page/lazy-screen.tsx';
import { hasPasskeys, useSignInOptions, whyNoPasskeys } from '../../parts/sign-in/sign-in-options.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox, TextField } from '../../ui/form/form.tsx';
import { Card, Row } from '../../ui/page/page.tsx';
import { ReauthenticateField, SignInAgainButton } from './reauthenticate.tsx';

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

  return (
    <FormDialog
      title={hasPassword ? 'Change Password' : 'Set a Password'}
      action="Save"
      form={form}
      work={save}
      said="Password saved. Your other devices are signed out."
      onDone={onDone}
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
      <Row label="Password" state={hasPassword ? 'Set' : 'Not set'}>
        <Button onPress={() => setOpen('password')}>
          {hasPassword ? 'Change Password' : 'Set Password'}
        </Button>
      </Row>
      <Row
        label="Authenticator app"
        state={
          hasSecondFactor
            ? `On. Backup codes left: ${backupCodesLeft}.`
            : 'Off. Protect your account with a code from your phone.'
        }
      >
        {hasSecondFactor ? (
          <Button onPress={() => setOpen('remove')}>Remove App</Button>
        ) : (
          <Button onPress={() => setOpen('set-up')}>Set Up App</Button>
        )}
      </Row>
      <Passkeys passkeys={security.passkeys} hasPassword={hasPassword} onChanged={onChanged} />
      {providers.length > 0 && <Row label="Connected accounts" state={providers.join(', ')} />}
      {open === 'password' && <PasswordDialog {...dialog} />}
      {open === 'remove' && <RemoveSecondFactor {...dialog} />}
      {open === 'set-up' && <SecondFactorSetup {...dialog} otherDevices={security.sessions.length - 1} />}
    </Card>
  );
}

function RemoveSecondFactor({ hasPassword, onDone, onClose }: DialogProps) {
  const client = useClient();
  const form = useForm({ password: '', code: '' });

  return (
    <FormDialog
      title="Remove Authenticator App"
      action="Remove"
      variant="final"
      form={form}
      work={() => client.call(removeSecondFactor, { body: form.values })}
      said="Authenticator app removed"
      onDone={onDone}
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
  const addButton = useRef<HTMLButtonElement>(null);
  const [isAdding, setAdding] = useState(false);
  const mayAdd = hasPasskeys(ways);

  async function finishRemoving() {
    await onChanged();
    addButton.current?.focus();
  }

  const remove = ({ id, name }: Passkey) =>
    askFinally({
      title: `Remove ${name}`,
      action: 'Remove Passkey',
      text: 'You won’t be able to sign in with it anymore. Your other sign-in methods still work.',
      work: () => client.call(removePasskey, { params: { passkey: id } }),
      onDone: finishRemoving,
    });

  return (
    <>
      <Row
        label="Passkeys"
        state={
          ways && !mayAdd
            ? whyNoPasskeys(ways)
            : 'Sign in with your fingerprint, face, or PIN instead of a password.'
        }
      >
        {mayAdd && (
          <Button ref={addButton} onPress={() => setAdding(true)}>
            Add Passkey
          </Button>
        )}
      </Row>
      {passkeys.map((passkey) => (
        <Row key={passkey.id} label={passkey.name} state={`Passkey, added ${showDayHere(passkey.createdAt)}`}>
          <Button
            variant="danger"
            aria-label={`Remove Passkey ${passkey.name}`}
            onPress={() => remove(passkey)}
          >
            Remove
          </Button>
        </Row>
      ))}
      {isAdding && (
        <AddPasskey hasPassword={hasPassword} onDone={onChanged} onClose={() => setAdding(false)} />
      )}
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

  return (
    <FormDialog
      title="Add a Passkey"
      action="Add"
      form={form}
      work={add}
      said="Passkey added"
      onDone={onDone}
      onClose={onClose}
    >
      <TextField label="Name" autoFocus description="For example, My phone." {...form.field('name')} />
      <ReauthenticateField form={form} hasPassword={hasPassword} />
    </FormDialog>
  );
}
