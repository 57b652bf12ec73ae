import { useState } from 'react';
import { signInBySecondFactor } from '../../../client/calls/sign-in.ts';
import { sentence } from '../../../domain/problem/sentence.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button } from '../../ui/button/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';

/** The second step of signing in, for users with an authenticator app. */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const client = useClient();
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const [trust, setTrust] = useState(false);
  const { attempt, isBusy, at, whole, clear } = useFormOutcome('code');

  async function send() {
    await attempt(() => signInBySecondFactor(client, { code: code.trim(), trust }));
  }

  return (
    <Form onSubmit={send}>
      <p>{isBackup ? 'Enter one of your backup codes.' : sentence({ code: 'multi-factor-auth-required' })}</p>
      <FormError>{whole}</FormError>
      <TextField
        // a new element, so that phones switch the keyboard
        key={String(isBackup)}
        label={isBackup ? 'Backup code' : 'Code'}
        name="code"
        maxLength={40}
        inputMode={isBackup ? 'text' : 'numeric'}
        autoComplete={isBackup ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        description={isBackup ? 'You saved them when you set up the app. Each works once.' : undefined}
        value={code}
        onChange={setCode}
        error={at('code')}
      />
      <Checkbox
        label="Don’t ask for a code on this device for 30 days"
        isSelected={trust}
        onChange={setTrust}
      />
      <FormFooter>
        <Submit isBusy={isBusy}>Sign In</Submit>
        <Button
          variant="quiet"
          onPress={() => {
            setBackup(!isBackup);
            setCode('');
            clear();
          }}
        >
          {isBackup ? 'Use the App' : 'Use a Backup Code'}
        </Button>
        <Button variant="quiet" onPress={onBack}>
          Back
        </Button>
      </FormFooter>
    </Form>
  );
}
