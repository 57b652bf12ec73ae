import { useState } from 'react';
import { openAccount } from '../../../client/calls/sign-in.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

/** Finishes registration from the emailed link; `onDone` replaces this URL in the browser's history. */
export function ConfirmRegistrationScreen({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const { attempt, isBusy, at, whole } = useFormOutcome('password');

  async function send() {
    if (await attempt(() => openAccount(client, { token, password }))) onDone();
  }

  return (
    <SignInFrame>
      <Page title="Finish signing up" width="narrow">
        <Form onSubmit={send}>
          <FormError>{whole}</FormError>
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
            description="The password you chose when you registered."
            value={password}
            onChange={setPassword}
            error={at('password')}
          />
          <FormFooter>
            <Submit isBusy={isBusy}>Finish</Submit>
            <ButtonLink variant="quiet" href={urls.register}>
              Register Again
            </ButtonLink>
          </FormFooter>
        </Form>
      </Page>
    </SignInFrame>
  );
}
