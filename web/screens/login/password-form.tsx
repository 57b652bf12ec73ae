import { useState } from 'react';
import { signIn } from '../../../client/calls/sign-in.ts';
import type { Problem } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { urls } from '../../urls.ts';

type PasswordFormProps = {
  from?: string;
  /** Kept by the page, so that it survives the second step. */
  email: string;
  onEmail: (email: string) => void;
  /** Called when the password is correct and a code is required. */
  onCode: () => void;
  /** Shown until the form is submitted. */
  problem?: Problem;
};

export function PasswordForm({ from, email, onEmail, onCode, problem }: PasswordFormProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(false);
  const [hasTried, setTried] = useState(false);
  const { attempt, isBusy, whole } = useFormOutcome();

  async function send() {
    setTried(true);
    await attempt(async () => {
      const outcome = await signIn(client, { email: email.trim(), password });
      if (!outcome.ok && outcome.problem.code === 'multi-factor-auth-required') onCode();
      return outcome;
    });
  }

  return (
    <Form onSubmit={send}>
      <FormError>{whole ?? (hasTried || !problem ? undefined : sentence(problem))}</FormError>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        value={email}
        onChange={onEmail}
      />
      <TextField
        label="Password"
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Checkbox label="Show password" isSelected={isShown} onChange={setShown} />
      <FormFooter>
        <Submit isBusy={isBusy}>Sign In</Submit>
        <ButtonLink variant="quiet" href={withReturnPath(urls.register, from)}>
          Need to register?
        </ButtonLink>
      </FormFooter>
    </Form>
  );
}
