import { useState } from 'react';
import { words } from '../../../client/words/words.ts';
import {
  signIn,
  signInByPasskey,
  signInBySecondFactor,
  signOut,
  startPasskeySignIn,
} from '../../../contract/account.ts';
import { type Outcome, refuse } from '../../../domain/problem/problem.ts';
import { Button } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { Stack } from '../../ui/page/page.tsx';
import { SubmitForm, useForm, useFormOutcome } from '../forms/submit.tsx';
import { useClient, useTeamId } from '../page/client-context.tsx';

const t = words('kiosk');

/** People who have an account can say so with it. Its session lasts as long as that takes, two minutes at most: the tablet stays everybody's. */
export function AccountForm({ onBack, onUnlocked }: { onBack: () => void; onUnlocked: () => void }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const form = useForm({ email: '', password: '', code: '' });
  const passkey = useFormOutcome();
  const [asksCode, setAsksCode] = useState(false);

  async function unlock(signedIn: Outcome<unknown>): Promise<Outcome<unknown>> {
    if (!signedIn.ok) return signedIn;
    const unlocked = await client.kiosk.unlockByAccount(team);
    if (!unlocked.ok) await client.call(signOut, {});
    return unlocked;
  }

  async function byPassword(): Promise<Outcome<unknown>> {
    const { email, password, code } = form.values;
    const signedIn = asksCode
      ? await client.call(signInBySecondFactor, { body: { code: code.trim(), trust: false, kiosk: true } })
      : await client.call(signIn, { body: { email: email.trim(), password, kiosk: true } });
    if (!signedIn.ok && signedIn.problem.code === 'multi-factor-auth-required') setAsksCode(true);
    return unlock(signedIn);
  }

  async function byPasskey(): Promise<Outcome<unknown>> {
    const begun = await client.call(startPasskeySignIn, {});
    if (!begun.ok) return begun;
    try {
      const { askForPasskey } = await import('../sign-in/passkey-prompt.ts');
      const answer = await askForPasskey(begun.value.options);
      return unlock(await client.call(signInByPasskey, { body: { answer, kiosk: true } }));
    } catch {
      return refuse('passkey-failed');
    }
  }

  return (
    <Stack>
      <SubmitForm
        form={{ ...form, whole: form.whole ?? passkey.whole }}
        label={t('by-account')}
        action={t('unlock')}
        work={byPassword}
        onDone={onUnlocked}
        footer={<Button onPress={onBack}>{t('someone-else')}</Button>}
      >
        {asksCode ? (
          <TextField
            label={t('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...form.field('code')}
          />
        ) : (
          <>
            <TextField
              label={t('email')}
              type="email"
              autoComplete="username"
              autoFocus
              {...form.field('email')}
            />
            <TextField
              label={t('password')}
              type="password"
              autoComplete="current-password"
              {...form.field('password')}
            />
          </>
        )}
      </SubmitForm>
      {window.isSecureContext && (
        <Button
          isWide
          onPress={async () => {
            if ((await passkey.attempt(byPasskey)) !== undefined) onUnlocked();
          }}
        >
          {t('by-passkey')}
        </Button>
      )}
    </Stack>
  );
}
