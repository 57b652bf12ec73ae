import { useState } from 'react';
import { resetPassword, whoIsSignedIn } from '../../../client/calls/sign-in.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { Submit } from '../../parts/forms/submit.tsx';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

/** Sets a new password from the emailed link; `onDone` replaces this URL in the browser's history. */
export function ResetScreen({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const { attempt, isBusy, at, whole } = useFormOutcome('password', 'confirm');

  async function send() {
    const isSet = await attempt(() =>
      password === confirm
        ? resetPassword(client, token, password)
        : refuse('passwords-differ', { field: 'confirm' }),
    );
    if (!isSet) return;
    // the reset signed out every device, including this one
    await whoIsSignedIn(client);
    onDone();
  }

  return (
    <SignInFrame>
      <Page title="New Password" width="narrow">
        <Form onSubmit={send}>
          <FormError>{whole}</FormError>
          <PasswordFields
            autoFocus
            next={{
              label: 'New Password',
              name: 'password',
              value: password,
              onChange: setPassword,
              error: at('password'),
            }}
            confirm={{
              label: 'Confirm Password',
              name: 'confirm',
              value: confirm,
              onChange: setConfirm,
              error: at('confirm'),
            }}
            minimum={ways?.passwordMinimum}
          />
          <FormFooter>
            <Submit isBusy={isBusy}>Set Password</Submit>
            <ButtonLink variant="quiet" href={urls.forgot}>
              Request a New Link
            </ButtonLink>
          </FormFooter>
        </Form>
      </Page>
    </SignInFrame>
  );
}
