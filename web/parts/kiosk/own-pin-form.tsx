import { words } from '../../../client/words/words.ts';
import { changeOwnPin } from '../../../contract/kiosk.ts';
import { TextField } from '../../ui/form/form.tsx';
import { FormDialog, useForm } from '../forms/submit.tsx';
import { useClient, useTeamId } from '../page/client-context.tsx';

const t = words('kiosk');

/** Who is at the tablet changes their own PIN, which asks for the one they have. */
export function OwnPinForm({ person, onClose }: { person: string; onClose: () => void }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const form = useForm({ pin: '', next: '' });

  async function change() {
    const changed = await client.call(changeOwnPin, { params: { team }, body: { person, ...form.values } });
    if (changed.ok) client.kiosk.pinChanged(person, form.values.next.trim());
    return changed;
  }

  const field = { type: 'password', inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <FormDialog
      title={t('change-pin')}
      form={form}
      action={t('save')}
      work={change}
      said={t('own-pin-changed')}
      onClose={onClose}
    >
      <TextField label={t('current-pin')} autoFocus {...field} {...form.field('pin')} />
      <TextField label={t('new-pin')} description={t('pin-about')} {...field} {...form.field('next')} />
    </FormDialog>
  );
}
