import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { words } from '../../../client/words/words.ts';
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

const t = words('account');

/** Shown only once; prints on a page of its own. */
function BackupCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');

  useEffect(() => {
    document.body.classList.add('prints-codes');
    return () => document.body.classList.remove('prints-codes');
  }, []);

  return (
    <Dialog
      title={t('backup-codes-title')}
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose}>
          {t('done')}
        </Button>
      }
    >
      <Stack>
        <p>{t('backup-codes-about')}</p>
        <CopyField hasFocus isCode label={t('backup-codes')} what="codes" value={text} rows={codes.length} />
        <Actions>
          <ButtonLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="lineup-backup-codes.txt"
          >
            {t('download')}
          </ButtonLink>
          <Button onPress={() => window.print()}>{t('print')}</Button>
        </Actions>
      </Stack>
      {createPortal(
        <section className="backup-codes__print" aria-hidden="true">
          <h1>{t('backup-codes-print')}</h1>
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
  const cancel = <Button onPress={onClose}>{t('cancel')}</Button>;

  if (enrollment && isOn) return <BackupCodes codes={enrollment.backupCodes} onClose={onClose} />;

  async function finish() {
    setOn(true);
    if (signsOut) {
      const ended = await client.call(signOutOthers, {});
      if (ended.ok) showToast({ text: t('others-signed-out') });
      else showProblem(ended.problem);
    }
    onDone();
  }

  return (
    <Dialog title={t('app-title')} onClose={onClose}>
      {!enrollment ? (
        <SubmitForm
          form={form}
          action={t('continue')}
          work={() => client.call(startSecondFactor, { body: { password } })}
          onDone={setEnrollment}
          footer={cancel}
        >
          <p>{t('app-about')}</p>
          <ReauthenticateField form={form} hasPassword={hasPassword} autoFocus />
        </SubmitForm>
      ) : (
        <SubmitForm
          key="code"
          form={form}
          action={t('turn-on')}
          work={() => client.call(confirmSecondFactor, { body: { code: code.trim() } })}
          onDone={finish}
          footer={cancel}
        >
          <p>{t('app-scan')}</p>
          <QrCode text={enrollment.address} alt={t('app-qr')} />
          <CopyField isCode label={t('key')} what="key" value={enrollment.secret} rows={2} />
          <TextField
            label={t('code')}
            maxLength={40}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            {...form.field('code')}
          />
          {otherDevices > 0 && (
            <Checkbox
              label={t('sign-out-my-others')}
              description={t('others-without-code', { count: otherDevices })}
              {...form.checkbox('signsOut')}
            />
          )}
        </SubmitForm>
      )}
    </Dialog>
  );
}
