import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { confirmSecondFactor, signOutOthers, startSecondFactor } from '../../../contract/account.ts';
import { showProblem } from '../../parts/forms/change-toast.ts';
import { CopyField } from '../../parts/forms/copy-field.tsx';
import { QrCode } from '../../parts/forms/qr-code.tsx';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Checkbox, TextField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Actions, Stack } from '../../ui/page/page.tsx';
import { ReauthenticateField } from './reauthenticate.tsx';
import './second-factor-setup.css';

/** Shown only once; prints on a page of its own. */
function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');

  useEffect(() => {
    document.body.classList.add('prints-codes');
    return () => document.body.classList.remove('prints-codes');
  }, []);

  return (
    <Dialog
      title="Save Your Backup Codes"
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <Stack>
        <p>
          The app is set up. If you lose your phone, use one of these instead of a code. Each works once. You
          won’t see them again.
        </p>
        <CopyField hasFocus isCode label="Backup codes" what="codes" value={text} rows={codes.length} />
        <Actions>
          <ButtonLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="lineup-backup-codes.txt"
          >
            Download
          </ButtonLink>
          <Button onPress={() => window.print()}>Print</Button>
        </Actions>
      </Stack>
      {createPortal(
        <section className="backup-codes__print" aria-hidden="true">
          <h1>Backup codes for Lineup</h1>
          <pre>{text}</pre>
        </section>,
        document.body,
      )}
    </Dialog>
  );
}

type Enrollment = { address: string; secret: string; backupCodes: readonly string[] };
type SetupProps = {
  hasPassword: boolean;
  otherDevices: number;
  onDone: () => void;
  onClose: () => void;
};

export function SecondFactorSetup({ hasPassword, otherDevices, onDone, onClose }: SetupProps) {
  const client = useClient();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [isOn, setOn] = useState(false);
  const form = useForm({ password: '', code: '', signsOut: false });
  const { password, code, signsOut } = form.values;
  const cancel = <Button onPress={onClose}>Cancel</Button>;

  if (enrollment && isOn) return <BackupCodes codes={enrollment.backupCodes} onClose={onClose} />;

  async function finish() {
    setOn(true);
    if (signsOut) {
      const ended = await client.call(signOutOthers, {});
      if (ended.ok) showToast({ text: 'Other devices signed out' });
      else showProblem(ended.problem);
    }
    onDone();
  }

  return (
    <Dialog title="Set Up an Authenticator App" onClose={onClose}>
      {!enrollment ? (
        <SubmitForm
          form={form}
          action="Continue"
          work={() => client.call(startSecondFactor, { body: { password } })}
          onDone={setEnrollment}
          footer={cancel}
        >
          <p>When you sign in, you’ll also enter a 6-digit code from an app on your phone.</p>
          <ReauthenticateField form={form} hasPassword={hasPassword} autoFocus />
        </SubmitForm>
      ) : (
        <SubmitForm
          key="code"
          form={form}
          action="Turn On"
          work={() => client.call(confirmSecondFactor, { body: { code: code.trim() } })}
          onDone={finish}
          footer={cancel}
        >
          <p>Scan this code with your app, or enter the key. Then enter the 6-digit code from the app.</p>
          <QrCode
            text={enrollment.address}
            alt="QR code for your authenticator app. If you can’t scan it, enter the key below."
          />
          <CopyField isCode label="Key" what="key" value={enrollment.secret} rows={2} />
          <TextField
            label="Code"
            maxLength={40}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...form.field('code')}
          />
          {otherDevices > 0 && (
            <Checkbox
              label="Sign out my other devices"
              description={`${otherDevices === 1 ? '1 other device is' : `${otherDevices} other devices are`} signed in without a code, such as wall displays.`}
              {...form.checkbox('signsOut')}
            />
          )}
        </SubmitForm>
      )}
    </Dialog>
  );
}
