import type { ComponentProps } from 'react';
import { signOut } from '../../../client/calls/sign-in.ts';
import { words } from '../../../client/words/words.ts';
import type { FormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { Actions } from '../../ui/page/page.tsx';

const t = words('account');

type ReauthenticateFieldProps = {
  /** Users without a password must have signed in recently instead. */
  hasPassword: boolean;
  form: FormOutcome & { field: (name: 'password') => Omit<ComponentProps<typeof TextField>, 'label'> };
  autoFocus?: boolean;
};

export function ReauthenticateField({ hasPassword, form, autoFocus }: ReauthenticateFieldProps) {
  if (!hasPassword) return <SignInAgainButton form={form} />;
  return (
    <TextField
      label={t('your-password')}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      {...form.field('password')}
    />
  );
}

/** Shown if the last sign-in is too old; signing in again leads back to this page. */
export function SignInAgainButton({ form: { code, attempt } }: { form: FormOutcome }) {
  const client = useClient();
  if (code !== 'sign-in-again') return null;
  return (
    <Actions>
      <Button onPress={() => attempt(() => signOut(client))}>{t('sign-in-again')}</Button>
    </Actions>
  );
}
