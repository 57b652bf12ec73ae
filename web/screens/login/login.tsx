import { useState } from 'react';
import { rememberingFrom } from '../../parts/came-from.ts';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { FrontDoor } from '../../parts/front-door.tsx';
import { Submit } from '../../parts/submit.tsx';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';

/** `from` is where the person wanted to go; the guard of this page takes them there once they are signed in. */
export function LoginScreen({ from }: { from?: string }) {
  const client = useClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const { attempt, isBusy, whole } = useFormOutcome();

  return (
    <FrontDoor>
      <Page title="Sign in" width="narrow">
        <Form
          onSubmit={async () => {
            await attempt(() => client.signIn({ email: email.trim(), password }));
          }}
        >
          {from?.startsWith('/join/') && !whole && <Alert>Sign in or register to join the team.</Alert>}
          <FormError>{whole}</FormError>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            value={email}
            onChange={setEmail}
          />
          <TextField
            label="Password"
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          <Checkbox label="Show what I type" isSelected={isShown} onChange={setShown} />
          <FormFooter>
            <Submit isBusy={isBusy}>Sign in</Submit>
            <ButtonLink variant="quiet" href={rememberingFrom(urls.register, from)}>
              Need to register?
            </ButtonLink>
          </FormFooter>
        </Form>
      </Page>
    </FrontDoor>
  );
}
