import { useEffect, useRef, useState } from 'react';
import { signInByPasskey } from '../../../client/calls/sign-in.ts';
import { sentence } from '../../../client/words/sentence.ts';
import { words } from '../../../client/words/words.ts';
import { type SignInOptions, signIn, signInBySecondFactor } from '../../../contract/account.ts';
import type { Problem, ProblemCode } from '../../../domain/problem/problem.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { fromPage, useSearch, withReturnPath } from '../../parts/page/address-search.ts';
import { useClient, useObservable } from '../../parts/page/client-context.tsx';
import { signInByPage, signInByWindow } from '../../parts/sign-in/provider-sign-in.ts';
import { hasPasskeys, InvitationNote, useSignInOptions } from '../../parts/sign-in/sign-in-options.tsx';
import { useKeptEmail, useTypedEmail } from '../../parts/sign-in/typed-email.ts';
import { Button, QuietButton, QuietLink } from '../../ui/button/button.tsx';
import { Checkbox, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const t = words('sign-in');

export function LoginScreen() {
  const search = useSearch();
  const { problem, reset } = search;
  const { from } = fromPage(search);
  const { value: ways } = useSignInOptions();
  const details = {
    provider: ways?.provider ?? t('sign-in-the-provider'),
    address: t('sign-in-usual-address'),
  };
  const hasEnded = useObservable(useClient().choices.hasEnded);
  const [needsCode, setNeedsCode] = useState(false);
  // kept here, so that it survives the second step
  const form = useForm({ email: useTypedEmail(), password: '' }, []);
  useKeptEmail(form.values.email);

  return (
    <SignInPage title={t('sign-in')}>
      {needsCode ? (
        <CodeForm
          onBack={() => {
            form.reset(['password']);
            setNeedsCode(false);
          }}
        />
      ) : (
        <Stack>
          {reset === 'done' && <Alert tone="success">{t('password-was-changed')}</Alert>}
          {hasEnded && <Alert>{t('session-ended')}</Alert>}
          <InvitationNote from={from} />
          <PasswordForm
            from={from}
            form={form}
            onCode={() => setNeedsCode(true)}
            problem={problem ? { code: problem as ProblemCode, details } : undefined}
          />
          <PasswordlessSignIn ways={ways} from={from} />
          <Actions>
            <QuietLink href={withReturnPath(urls.forgot, from)}>{t('forgot-password')}</QuietLink>
          </Actions>
        </Stack>
      )}
    </SignInPage>
  );
}

function CodeForm({ onBack }: { onBack: () => void }) {
  const client = useClient();
  const [isBackup, setBackup] = useState(false);
  const form = useForm({ code: '', trust: false });

  function switchKind() {
    setBackup(!isBackup);
    form.reset(['code']);
  }

  return (
    <SubmitForm
      form={form}
      action={t('sign-in')}
      work={() => {
        const { code, trust } = form.values;
        return client.changeUser(signInBySecondFactor, { body: { code: code.trim(), trust } });
      }}
      footer={
        <>
          <QuietButton onPress={switchKind}>{t(isBackup ? 'use-app' : 'use-backup-code')}</QuietButton>
          <QuietButton onPress={onBack}>{t('back')}</QuietButton>
        </>
      }
    >
      <p>{isBackup ? t('enter-backup-code') : sentence({ code: 'multi-factor-auth-required' })}</p>
      <TextField
        // a new element, so that phones switch the keyboard
        key={String(isBackup)}
        label={t(isBackup ? 'backup-code' : 'code')}
        maxLength={40}
        inputMode={isBackup ? 'text' : 'numeric'}
        autoComplete={isBackup ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        description={isBackup ? t('backup-code-about') : undefined}
        {...form.field('code')}
      />
      <Checkbox label={t('trust-device')} {...form.checkbox('trust')} />
    </SubmitForm>
  );
}

type PasswordFormProps = {
  from?: string;
  form: ReturnType<typeof useForm<{ email: string; password: string }>>;
  onCode: () => void;
  problem?: Problem;
};

function PasswordForm({ from, form, onCode, problem }: PasswordFormProps) {
  const client = useClient();
  const [isShown, setShown] = useState(false);
  const [hasTried, setTried] = useState(false);
  const { email, password } = form.values;
  const whole = form.whole ?? (hasTried || !problem ? undefined : sentence(problem));

  async function send() {
    setTried(true);
    const outcome = await client.changeUser(signIn, { body: { email: email.trim(), password } });
    if (!outcome.ok && outcome.problem.code === 'multi-factor-auth-required') onCode();
    return outcome;
  }

  return (
    <SubmitForm
      form={{ ...form, whole }}
      action={t('sign-in')}
      work={send}
      footer={<QuietLink href={withReturnPath(urls.register, from)}>{t('need-to-register')}</QuietLink>}
    >
      <TextField label={t('email')} type="email" autoComplete="username" autoFocus {...form.field('email')} />
      <TextField
        label={t('password')}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        {...form.field('password')}
      />
      <Checkbox label={t('show-password')} isSelected={isShown} onChange={setShown} />
    </SubmitForm>
  );
}

function PasswordlessSignIn({ ways, from = urls.day }: { ways: SignInOptions | undefined; from?: string }) {
  const client = useClient();
  const [problem, setProblem] = useState<Problem | null>(null);
  const isBusy = useRef(false);
  const endWindow = useRef<(() => void) | null>(null);
  useEffect(() => () => endWindow.current?.(), []);
  const provider = ways?.provider ?? null;
  const offersPasskeys = hasPasskeys(ways);
  if (provider === null && !offersPasskeys) return null;

  function showProblem(found: Problem) {
    endWindow.current = found.code === 'popup-closed-by-user' ? endWindow.current : null;
    setProblem({ ...found, details: { provider: provider ?? '', ...found.details } });
  }

  async function byPasskey() {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    const outcome = await signInByPasskey(client, async (options) => {
      const { askForPasskey } = await import('../../parts/sign-in/passkey-prompt.ts');
      return askForPasskey(options);
    });
    isBusy.current = false;
    if (!outcome.ok) showProblem(outcome.problem);
  }

  function byWindow() {
    const wasOpen = endWindow.current !== null && problem === null;
    endWindow.current?.();
    setProblem(wasOpen ? { code: 'cancelled-popup-request' } : null);
    endWindow.current = signInByWindow(client, showProblem);
  }

  async function byPage() {
    setProblem(null);
    const outcome = await signInByPage(client, from);
    if (!outcome.ok) showProblem(outcome.problem);
  }

  return (
    <Stack>
      {problem && (
        <Alert
          tone="problem"
          action={
            problem.code === 'popup-blocked' && <Button onPress={byPage}>{t('continue-in-tab')}</Button>
          }
        >
          {sentence(problem)}
        </Alert>
      )}
      {offersPasskeys && (
        <Button isWide onPress={byPasskey}>
          {t('sign-in-by-passkey')}
        </Button>
      )}
      {provider !== null && (
        <Button isWide onPress={byWindow}>
          {t('sign-in-by', { provider })}
        </Button>
      )}
    </Stack>
  );
}
