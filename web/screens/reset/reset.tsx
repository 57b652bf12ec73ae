import { useState } from 'react';
import { resetPassword, whoIsSignedIn } from '../../../client/sign-in.ts';
import { refuse } from '../../../domain/problem.ts';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { FrontDoor } from '../../parts/front-door.tsx';
import { PasswordFields } from '../../parts/password-fields.tsx';
import { useSignInWays } from '../../parts/sign-in-ways.ts';
import { Submit } from '../../parts/submit.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { urls } from '../../urls.ts';

/** Chooses a new password by a link; `onDone` leaves this address out of the browser's history. */
export function ResetScreen({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useClient();
  const { value: ways } = useSignInWays();
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
    // It signed out every device, this one among them.
    await whoIsSignedIn(client);
    onDone();
  }

  return (
    <FrontDoor>
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
    </FrontDoor>
  );
}
