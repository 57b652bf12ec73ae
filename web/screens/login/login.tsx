import { useState } from 'react';
import { isProblemCode } from '../../../domain/problem/sentences.ts';
import { SignInFrame } from '../../parts/frame/sign-in-frame.tsx';
import { useClient, useObservable } from '../../parts/page/client-context.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { InvitationNote } from '../../parts/sign-in/invitation-note.tsx';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { Alert } from '../../ui/message/alert.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { CodeForm } from './code-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { PasswordlessSignIn } from './passwordless-sign-in.tsx';

type LoginProps = {
  /** Where to go after signing in; the route guard redirects there. */
  from?: string;
  /** Why signing in with a provider failed, as the address says. */
  problem?: string;
  /** Whether the user just chose a new password. */
  hasNewPassword?: boolean;
};

export function LoginScreen({ from, problem, hasNewPassword }: LoginProps) {
  const { value: ways } = useSignInOptions();
  const details = { provider: ways?.provider ?? 'the provider', address: 'its usual address' };
  const hasEnded = useObservable(useClient().choices.hasEnded);
  const [needsCode, setNeedsCode] = useState(false);
  const [email, setEmail] = useState('');

  return (
    <SignInFrame>
      <Page title="Sign In" width="narrow">
        {needsCode ? (
          <CodeForm onBack={() => setNeedsCode(false)} />
        ) : (
          <Stack>
            {hasNewPassword && (
              <Alert tone="success">Your password was changed. Sign in with the new one.</Alert>
            )}
            {hasEnded && <Alert>Your session ended. Sign in to pick up where you left off.</Alert>}
            <InvitationNote from={from} />
            <PasswordForm
              from={from}
              email={email}
              onEmail={setEmail}
              onCode={() => setNeedsCode(true)}
              problem={isProblemCode(problem) ? { code: problem, details } : undefined}
            />
            <PasswordlessSignIn ways={ways} from={from} />
            <Actions>
              <ButtonLink variant="quiet" href={withReturnPath(urls.forgot, from)}>
                Forgot your password?
              </ButtonLink>
            </Actions>
          </Stack>
        )}
      </Page>
    </SignInFrame>
  );
}
