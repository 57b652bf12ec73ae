import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { confirmEmail } from '../../../contract/account.ts';
import { openAccount, requestReset, resetPassword } from '../../../contract/auth.ts';
import { getMe } from '../../../contract/me.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { SignedOut } from '../../guards.tsx';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { Submit, useFormOutcome } from '../../parts/forms/submit.tsx';
import { SignInFrame } from '../../parts/frame/frame.tsx';
import { fromPage, setSearch, useSearch } from '../../parts/page/address-search.ts';
import { useClient, useMe } from '../../parts/page/client-context.tsx';
import { navigate } from '../../parts/page/navigation.ts';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { endSignInWindow, takeWayBack } from '../../parts/sign-in/provider-sign-in.ts';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.ts';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { Alert, Loading } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

/** Confirms a changed email address. Needs a button press, because email scanners open links. */
function ConfirmEmailScreen({ token }: { token: string }) {
  const client = useClient();
  const name = useMe()?.user;
  const go = useNavigateTo();
  const { attempt, isBusy, whole } = useFormOutcome();

  async function confirm() {
    const me = await attempt(() => client.call(confirmEmail, { body: { token } }));
    if (!me) return;
    showToast({ text: `Email confirmed. You sign in with ${me.user?.email}.` });
    go(urls.account);
  }

  return (
    <SignInFrame>
      <Page title="Confirm your email" width="narrow">
        <Stack>
          <FormError>{whole}</FormError>
          <p>
            You’re signed in as{' '}
            <strong>
              {name?.firstName} {name?.lastName}
            </strong>
            . Do you want to use the email address that received this link?
          </p>
          <Actions>
            <Button variant="primary" isDisabled={isBusy} onPress={confirm}>
              Confirm Email
            </Button>
            <ButtonLink variant="quiet" href={urls.account}>
              Cancel
            </ButtonLink>
          </Actions>
        </Stack>
      </Page>
    </SignInFrame>
  );
}

/** Finishes registration from the emailed link; `onDone` replaces this URL in the browser's history. */
function ConfirmRegistrationScreen({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const { attempt, isBusy, at, whole } = useFormOutcome('password');

  async function send() {
    if (await attempt(() => client.changeUser(openAccount, { body: { token, password } }))) onDone();
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

/** Requests a password reset link; the answer never reveals whether an account exists. */
function ForgotScreen({ from }: { from?: string }) {
  const client = useClient();
  const { value: ways, error: unknown } = useSignInOptions();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { attempt, isBusy, at, whole } = useFormOutcome('email');
  const needsOperator = ways?.resetByEmail === false;

  async function send() {
    setSentTo(null);
    const address = email.trim();
    if (await attempt(() => client.call(requestReset, { body: { email: address } }))) setSentTo(address);
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

function ResetScreen({ token, onDone }: { token: string; onDone: () => void }) {
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const { attempt, isBusy, at, whole } = useFormOutcome('password', 'confirm');

  async function send() {
    const isSet = await attempt(() =>
      password === confirm
        ? client.call(resetPassword, { body: { token, password } })
        : refuse('passwords-differ', { field: 'confirm' }),
    );
    if (!isSet) return;
    // the reset signed out every device, including this one
    await client.changeUser(getMe, {});
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

type SignedInProps = {
  problem?: string;
  goOn: (from: string) => void;
};

/** The provider redirects here after sign-in, in a pop-up window or in the page itself. */
function SignedInScreen({ problem, goOn }: SignedInProps) {
  const [isLeft, setLeft] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the return address can be used only once
  useEffect(() => {
    const from = takeWayBack();
    if (from !== null) return goOn(from);
    endSignInWindow(problem);
    // not every browser lets a window close itself
    setLeft(true);
  }, []);

  return (
    <SignInFrame>
      <Page title="Sign In" width="narrow">
        {isLeft ? (
          <Stack>
            <p>
              {problem
                ? 'That didn’t work. Close this window and go back to Lineup.'
                : 'You’re signed in. Close this window and go back to Lineup.'}
            </p>
            <ButtonLink href={urls.day}>Continue Here</ButtonLink>
          </Stack>
        ) : (
          <Loading />
        )}
      </Page>
    </SignInFrame>
  );
}

const useToken = (): string => useParams<{ token: string }>().token;

export function ForgotRoute() {
  const { from } = fromPage(useSearch());
  return (
    <SignedOut from={from}>
      <ForgotScreen from={from} />
    </SignedOut>
  );
}

export function ResetRoute() {
  return <ResetScreen token={useToken()} onDone={() => setSearch(urls.login, { reset: 'done' })} />;
}

export function ConfirmRoute() {
  const { from = urls.day } = fromPage(useSearch());
  return <ConfirmRegistrationScreen token={useToken()} onDone={() => navigate(from, { replace: true })} />;
}

export function SignedInRoute() {
  const { problem } = useSearch();
  return (
    <SignedInScreen
      problem={problem}
      goOn={(from) =>
        problem ? setSearch(urls.login, { from, problem }) : navigate(from, { replace: true })
      }
    />
  );
}

export function ConfirmEmailRoute() {
  return <ConfirmEmailScreen token={useToken()} />;
}
