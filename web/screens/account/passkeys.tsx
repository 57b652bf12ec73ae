import { useRef, useState } from 'react';
import { addPasskey, removePasskey } from '../../../client/calls/account.ts';
import type { AccountSecurity } from '../../../contract/account.ts';
import { parseName } from '../../../domain/problem/name.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { hasPasskeys, useSignInOptions, whyNoPasskeys } from '../../parts/sign-in/sign-in-options.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { useDeviceTime } from './device-time.ts';
import { ReauthenticateField } from './reauthenticate.tsx';
import { SettingRow } from './setting-row.tsx';

type Passkey = AccountSecurity['passkeys'][number];
type PasskeysProps = { passkeys: readonly Passkey[]; hasPassword: boolean; onChanged: () => Promise<void> };

export function Passkeys({ passkeys, hasPassword, onChanged }: PasskeysProps) {
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
          work={() => removePasskey(client, removed.id)}
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
