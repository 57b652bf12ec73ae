import { useRef, useState } from 'react';
import { addPasskey } from '../../../client/calls/account.ts';
import { words } from '../../../client/words/words.ts';
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

const t = words('account');

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
      title={t(hasPassword ? 'change-password' : 'set-a-password')}
      action={t('save')}
      form={form}
      work={save}
      said={t('password-saved')}
      onDone={onDone}
      onClose={onClose}
    >
      {!hasPassword && <SignInAgainButton form={form} />}
      <PasswordFields
        autoFocus
        current={hasPassword ? form.field('current') : undefined}
        next={{ label: t('new-password'), ...form.field('next') }}
        confirm={{ label: t('confirm-password'), ...form.field('confirm') }}
        minimum={ways?.passwordMinimum}
      />
      {hasPassword && (
        <Checkbox
          label={t('revoke-tokens')}
          description={t('revoke-tokens-about')}
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
    <Card title={t('sign-in')}>
      <Row label={t('password')} state={t(hasPassword ? 'is-set' : 'is-not-set')}>
        <Button onPress={() => setOpen('password')}>
          {t(hasPassword ? 'change-password' : 'set-password')}
        </Button>
      </Row>
      <Row label={t('app')} state={hasSecondFactor ? t('app-on', { count: backupCodesLeft }) : t('app-off')}>
        {hasSecondFactor ? (
          <Button onPress={() => setOpen('remove')}>{t('remove-app')}</Button>
        ) : (
          <Button onPress={() => setOpen('set-up')}>{t('set-up-app')}</Button>
        )}
      </Row>
      <Passkeys passkeys={security.passkeys} hasPassword={hasPassword} onChanged={onChanged} />
      {providers.length > 0 && <Row label={t('connected-accounts')} state={providers.join(', ')} />}
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
      title={t('remove-app-title')}
      action={t('remove')}
      variant="final"
      form={form}
      work={() => client.call(removeSecondFactor, { body: form.values })}
      said={t('app-removed')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('remove-app-about')}</p>
      <ReauthenticateField form={form} hasPassword={hasPassword} autoFocus />
      <TextField
        label={t('code')}
        description={t('code-about')}
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
      title: t('remove-named', { name }),
      action: t('remove-passkey'),
      text: t('remove-passkey-about'),
      work: () => client.call(removePasskey, { params: { passkey: id } }),
      onDone: finishRemoving,
    });

  return (
    <>
      <Row label={t('passkeys')} state={ways && !mayAdd ? whyNoPasskeys(ways) : t('passkeys-about')}>
        {mayAdd && (
          <Button ref={addButton} onPress={() => setAdding(true)}>
            {t('add-passkey')}
          </Button>
        )}
      </Row>
      {passkeys.map((passkey) => (
        <Row
          key={passkey.id}
          label={passkey.name}
          state={t('passkey-added-on', { date: showDayHere(passkey.createdAt) })}
        >
          <Button
            variant="danger"
            aria-label={t('remove-passkey-named', { name: passkey.name })}
            onPress={() => remove(passkey)}
          >
            {t('remove')}
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
      title={t('add-a-passkey')}
      action={t('add')}
      form={form}
      work={add}
      said={t('passkey-added')}
      onDone={onDone}
      onClose={onClose}
    >
      <TextField label={t('name')} autoFocus description={t('passkey-example')} {...form.field('name')} />
      <ReauthenticateField form={form} hasPassword={hasPassword} />
    </FormDialog>
  );
}
