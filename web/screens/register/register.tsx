import { useId, useState } from 'react';
import { register } from '../../../client/sign-in.ts';
import { refuse } from '../../../domain/problem.ts';
import { readPersonNames } from '../../../domain/user.ts';
import { rememberingFrom } from '../../parts/came-from.ts';
import { useClient } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { FrontDoor } from '../../parts/front-door.tsx';
import { PasswordFields } from '../../parts/password-fields.tsx';
import { useSignInWays } from '../../parts/sign-in-ways.ts';
import { Submit } from '../../parts/submit.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter, FormRow } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';

const nothingTyped = { firstName: '', lastName: '', email: '', password: '', confirm: '' };

export function RegisterScreen({ from }: { from?: string }) {
  const client = useClient();
  const [typed, setTyped] = useState(nothingTyped);
  const { value: ways } = useSignInWays();
  const { attempt, isBusy, at, whole, wholeIsAbout } = useFormOutcome('firstName', 'lastName', 'confirm');
  const refusal = useId();
  const bind = (name: keyof typeof nothingTyped) => ({
    name,
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: at(name),
    errorElsewhere: wholeIsAbout(name) ? refusal : undefined,
  });

  async function send() {
    await attempt(() => {
      const { confirm, ...form } = typed;
      const names = readPersonNames(form.firstName, form.lastName);
      if (!names.ok) return names;
      if (form.password !== confirm) return refuse('passwords-differ', { field: 'confirm' });
      return register(client, { ...form, ...names.value, email: form.email.trim() });
    });
  }

  return (
    <FrontDoor>
      <Page title="Register" width="narrow">
        <Form onSubmit={send}>
          {/* what the sign-in itself refuses is an alert, here as on /login */}
          <FormError id={refusal}>{whole}</FormError>
          <FormRow>
            <TextField label="First Name" autoComplete="given-name" autoFocus {...bind('firstName')} />
            <TextField label="Last Name" autoComplete="family-name" {...bind('lastName')} />
          </FormRow>
          <TextField label="Email" type="email" autoComplete="username" {...bind('email')} />
          <PasswordFields
            next={{ label: 'Password', ...bind('password') }}
            confirm={{ label: 'Confirm Password', ...bind('confirm') }}
            minimum={ways?.passwordMinimum}
          />
          <FormFooter>
            <Submit isBusy={isBusy}>Register</Submit>
            <ButtonLink variant="quiet" href={rememberingFrom(urls.login, from)}>
              Have an account? Sign in
            </ButtonLink>
          </FormFooter>
        </Form>
      </Page>
    </FrontDoor>
  );
}
