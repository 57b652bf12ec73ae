import { useState } from 'react';
import { confirmSecondFactor, signOutOthers, startSecondFactor } from '../../../../client/calls/account.ts';
import { CopyField } from '../../../parts/forms/copy-field.tsx';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../../parts/forms/form-outcome.ts';
import { showProblem } from '../../../parts/forms/problem-toast.ts';
import { QrCode } from '../../../parts/forms/qr-code.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { showToast } from '../../../ui/message/toast.tsx';
import { ReauthenticateField } from '../reauthenticate.tsx';
import { BackupCodes } from './backup-codes.tsx';

type Enrollment = { address: string; secret: string; backupCodes: readonly string[] };
type SetupProps = {
  hasPassword: boolean;
  /** How many other devices are signed in. */
  otherDevices: number;
  onDone: () => void;
  onClose: () => void;
};

/** Asks for the password, then for a code from the app, then shows the backup codes. */
export function SecondFactorSetup({ hasPassword, otherDevices, onDone, onClose }: SetupProps) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [signsOut, setSignsOut] = useState(false);
  const [isOn, setOn] = useState(false);
  const outcome = useFormOutcome('password', 'code');
  const { attempt, isBusy, at, whole } = outcome;
  const form = { isBusy, whole, onClose };

  if (enrollment && isOn) return <BackupCodes codes={enrollment.backupCodes} onClose={onClose} />;

  async function start() {
    const answer = await attempt(() => startSecondFactor(client, password));
    if (answer) setEnrollment(answer);
  }

  async function confirm() {
    if (!(await attempt(() => confirmSecondFactor(client, code.trim())))) return;
    setOn(true);
    if (signsOut) {
      const ended = await signOutOthers(client);
      if (ended.ok) showToast({ text: 'Other devices signed out' });
      else showProblem(ended.problem);
    }
    onDone();
  }

  if (!enrollment) {
    return (
      <FormDialog {...form} title="Set Up an Authenticator App" action="Continue" onSubmit={start}>
        <p>When you sign in, you’ll also enter a 6-digit code from an app on your phone.</p>
        <ReauthenticateField
          hasPassword={hasPassword}
          autoFocus
          value={password}
          onChange={setPassword}
          outcome={outcome}
        />
      </FormDialog>
    );
  }

  return (
    <FormDialog {...form} title="Set Up an Authenticator App" action="Turn On" onSubmit={confirm}>
      <p>Scan this code with your app, or enter the key. Then enter the 6-digit code from the app.</p>
      <QrCode
        text={enrollment.address}
        alt="QR code for your authenticator app. If you can’t scan it, enter the key below."
      />
      <CopyField isCode label="Key" noun="key" value={enrollment.secret} rows={2} />
      <TextField
        label="Code"
        name="code"
        maxLength={40}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={setCode}
        error={at('code')}
      />
      {otherDevices > 0 && (
        <Checkbox
          label="Sign out my other devices"
          description={`${otherDevices === 1 ? '1 other device is' : `${otherDevices} other devices are`} signed in without a code, such as wall displays.`}
          isSelected={signsOut}
          onChange={setSignsOut}
        />
      )}
    </FormDialog>
  );
}
