import { useEffect, useState } from 'react';
import { useParams } from 'wouter';
import { sentence } from '../../../client/words/sentence.ts';
import { language, words } from '../../../client/words/words.ts';
import {
  confirmEmail,
  getSecurity,
  openAccount,
  requestReset,
  resetPassword,
} from '../../../contract/account.ts';
import { getMe } from '../../../contract/me.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import { fullName } from '../../../domain/team/user.ts';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { SubmitForm, useForm, useFormOutcome } from '../../parts/forms/submit.tsx';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { useQuery } from '../../parts/lists/use-list.tsx';
import { fromPage, setSearch, useSearch, withReturnPath } from '../../parts/page/address-search.ts';
import { useClient, useMe } from '../../parts/page/client-context.tsx';
import { navigate } from '../../parts/page/navigation.ts';
import { richWords } from '../../parts/page/rich-words.tsx';
import { endSignInWindow, takeWayBack } from '../../parts/sign-in/provider-sign-in.ts';
import { useSignInOptions } from '../../parts/sign-in/sign-in-options.tsx';
import { useKeptEmail, useTypedEmail } from '../../parts/sign-in/typed-email.ts';
import { Button, ButtonLink, QuietLink, useNavigateTo } from '../../ui/button/button.tsx';
import { FormError, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const t = words('sign-in');

const useToken = (): string => useParams<{ token: string }>().token;

/** Confirms a changed email address. Needs a button press, because email scanners open links. */
export function ConfirmEmailRoute() {
  const token = useToken();
  const client = useClient();
  const user = useMe()?.user;
  const go = useNavigateTo();
  const { attempt, isBusy, whole } = useFormOutcome();
  const isFirst = useQuery((from) => from.call(getSecurity, {})).value?.canConfirmEmail === true;

  async function confirm() {
    const me = await attempt(() => client.call(confirmEmail, { body: { token } }));
    if (!me) return;
    showToast({ text: t('email-confirmed', { email: me.user?.email ?? '' }) });
    go(urls.account);
  }

  return (
    <SignInPage title={t('confirm-your-email')}>
      <Stack>
        <FormError>{whole}</FormError>
        <p>
          {richWords((gaps) => t('confirm-email-question', gaps), {
            name: <strong>{user && fullName(user)}</strong>,
          })}
        </p>
        {isFirst && <p>{t('confirm-email-ends')}</p>}
        <Actions>
          <Button variant="primary" isDisabled={isBusy} onPress={confirm}>
            {t('confirm-email')}
          </Button>
          <QuietLink href={urls.account}>{t('cancel')}</QuietLink>
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
    <SignInPage title={t('finish-signing-up')}>
      <SubmitForm
        form={form}
        action={t('finish')}
        work={() => client.changeUser(openAccount, { body: { token, password } })}
        onDone={() => navigate(from, { replace: true })}
        footer={<QuietLink href={urls.register}>{t('register-again')}</QuietLink>}
      >
        <TextField
          label={t('password')}
          type="password"
          autoComplete="current-password"
          autoFocus
          description={t('password-of-registration')}
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
  const form = useForm({ email: useTypedEmail() });
  useKeptEmail(form.values.email);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const email = form.values.email.trim();
  const needsOperator = ways?.resetByEmail === false;

  function send() {
    setSentTo(null);
    return client.call(requestReset, { body: { email, language: language.get() } });
  }

  // wait: replacing the form later would lose what is typed
  return (
    <SignInPage title={t('forgot-password')} isLoading={!ways && !unknown}>
      <SubmitForm
        form={form}
        action={needsOperator ? undefined : t('send-link')}
        work={send}
        onDone={() => setSentTo(email)}
        footer={<QuietLink href={withReturnPath(urls.login, from)}>{t('back-to-sign-in')}</QuietLink>}
      >
        {sentTo !== null && <Alert tone="success">{t('reset-link-sent', { email: sentTo })}</Alert>}
        {needsOperator ? (
          <Alert>{sentence({ code: 'mail-unavailable' })}</Alert>
        ) : (
          <TextField
            label={t('email')}
            type="email"
            autoComplete="username"
            autoFocus
            {...form.field('email')}
          />
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
    <SignInPage title={t('new-password')}>
      <SubmitForm
        form={form}
        action={t('set-password')}
        work={send}
        onDone={finish}
        footer={<QuietLink href={urls.forgot}>{t('request-new-link')}</QuietLink>}
      >
        <PasswordFields
          autoFocus
          next={{ label: t('new-password'), ...form.field('password') }}
          confirm={{ label: t('confirm-password'), ...form.field('confirm') }}
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
    <SignInPage title={t('sign-in')} isLoading={!isLeft}>
      <Stack>
        <p>{t(problem ? 'signed-in-window-failed' : 'signed-in-window')}</p>
        <ButtonLink href={urls.day}>{t('continue-here')}</ButtonLink>
      </Stack>
    </SignInPage>
  );
}
