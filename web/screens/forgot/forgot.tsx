import { useState } from 'react';
import { requestReset } from '../../../client/calls/sign-in.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

/** Requests a password reset link; the answer never reveals whether an account exists. */
export function ForgotScreen({ from }: { from?: string }) {
  const client = useClient();
  const { value: ways, error: unknown } = useSignInOptions();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { attempt, isBusy, at, whole } = useFormOutcome('email');
  const needsOperator = ways?.resetByEmail === false;

  async function send() {
    setSentTo(null);
    const address = email.trim();
    if (await attempt(() => requestReset(client, address))) setSentTo(address);
  }

  // wait: replacing the form later would lose what is typed
  if (!ways && !unknown) {
    return (
      <SignInFrame>
        <Loading />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame>
      <Page title="Forgot your password?" width="narrow">
        <Form onSubmit={send}>
          {needsOperator ? (
            <Alert>{sentence({ code: 'mail-unavailable' })}</Alert>
          ) : (
            <>
              <FormError>{whole}</FormError>
              {sentTo !== null && (
                <Alert tone="success">
                  {`If there’s an account for ${sentTo}, we sent it a reset link. The link works once and expires in 30 minutes.`}
                </Alert>
              )}
              <TextField
                label="Email"
                name="email"
                type="email"
                autoComplete="username"
                autoFocus
                value={email}
                onChange={setEmail}
                error={at('email')}
              />
            </>
          )}
          <FormFooter>
            {!needsOperator && <Submit isBusy={isBusy}>Send Link</Submit>}
            <ButtonLink variant="quiet" href={withReturnPath(urls.login, from)}>
              Back to Sign In
            </ButtonLink>
          </FormFooter>
        </Form>
      </Page>
    </SignInFrame>
  );
}
