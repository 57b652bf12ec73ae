import { useId, useState } from 'react';
import { sentence } from '../../../client/words/sentence.ts';
import { language, words } from '../../../client/words/words.ts';
import { register } from '../../../contract/account.ts';
import { type Problem, refuse } from '../../../domain/problem/problem.ts';
import { parsePersonNames, type Registration } from '../../../domain/team/user.ts';
import { PasswordFields } from '../../parts/forms/password-fields.tsx';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { SignInPage } from '../../parts/frame/frame.tsx';
import { fromPage, useSearch, withReturnPath } from '../../parts/page/address-search.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { richWords } from '../../parts/page/rich-words.tsx';
import { InvitationNote, invitationIn, useSignInOptions } from '../../parts/sign-in/sign-in-options.tsx';
import { useKeptEmail, useTypedEmail } from '../../parts/sign-in/typed-email.ts';
import { Button, QuietButton, QuietLink } from '../../ui/button/button.tsx';
import { FormRow, TextField } from '../../ui/form/form.tsx';
import { Alert } from '../../ui/message/message.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const t = words('sign-in');

export function RegisterScreen() {
  const { from } = fromPage(useSearch());
  const client = useClient();
  const { value: ways, error: unknown } = useSignInOptions();
  const form = useForm({ firstName: '', lastName: '', email: useTypedEmail(), password: '', confirm: '' }, [
    'firstName',
    'lastName',
    'confirm',
  ]);
  useKeptEmail(form.values.email);
  const { values, isBusy, code } = form;
  const [sentAgain, setSentAgain] = useState(false);
  const alertId = useId();
  const invitation = invitationIn(from);
  const closed = ways && closedReason(ways.registration, invitation);
  const bind = (name: keyof typeof values) => ({
    ...form.field(name),
    errorElsewhere: form.wholeIsAbout(name) ? alertId : undefined,
  });

  function send() {
    setSentAgain(code === 'email-to-confirm');
    const { confirm, ...body } = values;
    const names = parsePersonNames(body.firstName, body.lastName);
    if (!names.ok) return names;
    if (body.password !== confirm) return refuse('passwords-differ', { field: 'confirm' });
    return client.changeUser(register, {
      body: { ...body, ...names.value, email: body.email.trim(), language: language.get(), invitation },
    });
  }

  if (code === 'email-to-confirm') {
    return (
      <CheckEmail
        email={values.email.trim()}
        isBusy={isBusy}
        sentAgain={sentAgain && !isBusy}
        onSendAgain={() => form.attempt(send)}
        onChange={form.clear}
      />
    );
  }
  // wait: replacing the form later would lose what is typed
  return (
    <SignInPage title={t('register')} isLoading={!ways && !unknown}>
      <SubmitForm
        form={form}
        alertId={alertId}
        action={closed ? undefined : t('register')}
        work={send}
        footer={<QuietLink href={withReturnPath(urls.login, from)}>{t('have-account')}</QuietLink>}
      >
        {closed ? (
          <Alert>{sentence(closed)}</Alert>
        ) : (
          <>
            {/* errors of the sign-in service are an alert, as on /login */}
            <InvitationNote from={from} />
            <FormRow>
              <TextField label={t('first-name')} autoComplete="given-name" autoFocus {...bind('firstName')} />
              <TextField label={t('last-name')} autoComplete="family-name" {...bind('lastName')} />
            </FormRow>
            <TextField label={t('email')} type="email" autoComplete="username" {...bind('email')} />
            <PasswordFields
              next={{ label: t('password'), ...bind('password') }}
              confirm={{ label: t('confirm-password'), ...bind('confirm') }}
              minimum={ways?.passwordMinimum}
            />
          </>
        )}
      </SubmitForm>
    </SignInPage>
  );
}

function closedReason(registration: Registration, invitation: string | undefined): Problem | null {
  if (registration === 'closed') return { code: 'registration-closed' };
  const needsLink = registration === 'invited' && invitation === undefined;
  return needsLink ? { code: 'registration-invited' } : null;
}

type CheckEmailProps = {
  email: string;
  isBusy: boolean;
  sentAgain: boolean;
  onSendAgain: () => void;
  onChange: () => void;
};

/** Shown after registering when email confirmation is on; never reveals whether the address has an account. */
function CheckEmail({ email, isBusy, sentAgain, onSendAgain, onChange }: CheckEmailProps) {
  return (
    <SignInPage title={t('check-email')}>
      <Stack>
        {sentAgain && <Alert tone="success">{t('email-sent-again')}</Alert>}
        <p>{richWords((gaps) => t('email-sent', gaps), { email: <strong>{email}</strong> })}</p>
        <p>{t('email-not-received')}</p>
        <Actions>
          <Button isDisabled={isBusy} onPress={onSendAgain}>
            {t('send-again')}
          </Button>
          <QuietButton onPress={onChange}>{t('change-email')}</QuietButton>
        </Actions>
      </Stack>
    </SignInPage>
  );
}
