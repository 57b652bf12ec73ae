import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { sentence } from '../../../client/words/sentence.ts';
import { language } from '../../../client/words/words.ts';
import { confirmEmail, openAccount, requestReset, resetPassword } from '../../../contract/account.ts';
import { getMe } from '../../../contract/me.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { fullName } from '../../../domain/team/user.ts';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { SubmitForm, useForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { fromPage, setSearch, useSearch, withReturnPath } from '../../parts/page/address-search.ts';
import { useClient, useMe } from '../../parts/page/client-context.tsx';
import { navigate } from '../../parts/page/navigation.ts';
import { endSignInWindow, takeWayBack } from '../../parts/sign-in/provider-sign-in.ts';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.tsx';
import { Button, ButtonLink, QuietLink, useNavigateTo } from '../../ui/button/button.tsx';
import { FormError, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const useToken = (): string => useParams<{ token: string }>().token;

/** Confirms a changed email address. Needs a button press, because email scanners open links. */
export function ConfirmEmailRoute() {
  const token = useToken();
  const client = useClient();
  const user = useMe()?.user;
  const go = useNavigateTo();
  const { attempt, isBusy, whole } = useFormOutcome();

  async function confirm() {
    const me = await attempt(() => client.call(confirmEmail, { body: { token } }));
    if (!me) return;
    showToast({ text: `Email confirmed. You sign in with ${me.user?.email}.` });
    go(urls.account);
  }

  return (
    <SignInPage title="Confirm your email">
      <Stack>
        <FormError>{whole}</FormError>
        <p>
          You’re signed in as <strong>{user && fullName(user)}</strong>. Do you want to use the email address
          that received this link?
        </p>
        <Actions>
          <Button variant="primary" isDisabled={isBusy} onPress={confirm}>
            Confirm Email
          </Button>
          <QuietLink href={urls.account}>Cancel</QuietLink>
        </Actions>
      </Stack>
    </SignInPage>
  );
}

/** Finishes registration from the emailed link. */
export function ConfirmRoute() {
  const token = useToken();
  const { from = urls.day } = fromPage(useSearch());
  const client = useClient();
  const form = useForm({ password: '' });
  const { password } = form.values;
  return (
    <SignInPage title="Finish signing up">
      <SubmitForm
        form={form}
        action="Finish"
        work={() => client.changeUser(openAccount, { body: { token, password } })}
        onDone={() => navigate(from, { replace: true })}
        footer={<QuietLink href={urls.register}>Register Again</QuietLink>}
      >
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          description="The password you chose when you registered."
          {...form.field('password')}
        />
      </SubmitForm>
    </SignInPage>
  );
}

/** Requests a password reset link; the answer never reveals whether an account exists. */
export function Forgot() {
  const { from } = fromPage(useSearch());
  const client = useClient();
  const { value: ways, error: unknown } = useSignInOptions();
  const form = useForm({ email: '' });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const email = form.values.email.trim();
  const needsOperator = ways?.resetByEmail === false;

  function send() {
    setSentTo(null);
    return client.call(requestReset, { body: { email, language: language.get() } });
  }

  // wait: replacing the form later would lose what is typed
  return (
    <SignInPage title="Forgot your password?" isLoading={!ways && !unknown}>
      <SubmitForm
        form={form}
        action={needsOperator ? undefined : 'Send Link'}
        work={send}
        onDone={() => setSentTo(email)}
        footer={<QuietLink href={withReturnPath(urls.login, from)}>Back to Sign In</QuietLink>}
      >
        {sentTo !== null && (
          <Alert tone="success">
            {`If there’s an account for ${sentTo}, we sent it a reset link. The link works once and expires in 30 minutes.`}
          </Alert>
        )}
        {needsOperator ? (
          <Alert>{sentence({ code: 'mail-unavailable' })}</Alert>
        ) : (
          <TextField label="Email" type="email" autoComplete="username" autoFocus {...form.field('email')} />
        )}
      </SubmitForm>
    </SignInPage>
  );
}

export function ResetRoute() {
  const token = useToken();
  const client = useClient();
  const { value: ways } = useSignInOptions();
  const form = useForm({ password: '', confirm: '' });
  const { password, confirm } = form.values;

  const send = () =>
    password === confirm
      ? client.call(resetPassword, { body: { token, password } })
      : refuse('passwords-differ', { field: 'confirm' });

  async function finish() {
    // the reset signed out every device, including this one
    await client.changeUser(getMe, {});
    setSearch(urls.login, { reset: 'done' });
  }

  return (
    <SignInPage title="New Password">
      <SubmitForm
        form={form}
        action="Set Password"
        work={send}
        onDone={finish}
        footer={<QuietLink href={urls.forgot}>Request a New Link</QuietLink>}
      >
        <PasswordFields
          autoFocus
          next={{ label: 'New Password', ...form.field('password') }}
          confirm={{ label: 'Confirm Password', ...form.field('confirm') }}
          minimum={ways?.passwordMinimum}
        />
      </SubmitForm>
    </SignInPage>
  );
}

/** The provider redirects here after sign-in, in a pop-up window or in the page itself. */
export function SignedInRoute() {
  const { problem } = useSearch();
  const [isLeft, setLeft] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the return address can be used only once
  useEffect(() => {
    const from = takeWayBack();
    if (from !== null && problem) return setSearch(urls.login, { from, problem });
    if (from !== null) return navigate(from, { replace: true });
    endSignInWindow(problem);
    // not every browser lets a window close itself
    setLeft(true);
  }, []);

  return (
    <SignInPage title="Sign In" isLoading={!isLeft}>
      <Stack>
        <p>{problem ? 'That didn’t work.' : 'You’re signed in.'} Close this window and go back to Lineup.</p>
        <ButtonLink href={urls.day}>Continue Here</ButtonLink>
      </Stack>
    </SignInPage>
  );
}
