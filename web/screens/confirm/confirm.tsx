import { useState } from 'react';
import { openAccount } from '../../../client/sign-in.ts';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { FrontDoor } from '../../parts/front-door.tsx';
import { Submit } from '../../parts/submit.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';

/** Opens a new account by the link in the email; `onDone` leaves this address out of the browser's history. */
export function ConfirmScreen({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const { attempt, isBusy, at, whole } = useFormOutcome('password');

  async function send() {
    if (await attempt(() => openAccount(client, { token, password }))) onDone();
  }

  return (
    <FrontDoor>
      <Page title="Finish signing up" width="narrow">
        <Form onSubmit={send}>
          <FormError>{whole}</FormError>
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus
            description="The one you chose when you registered."
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
    </FrontDoor>
  );
}
