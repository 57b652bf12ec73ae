import { deleteAccount } from '../../../client/calls/account.ts';
import { words } from '../../../client/words/words.ts';
import { changeEmail, changeNames } from '../../../contract/account.ts';
import { done } from '../../../domain/problem/problem.ts';
import { parsePersonNames, type User } from '../../../domain/team/user.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { urls } from '../../urls.ts';
import { ReauthenticateField } from './reauthenticate.tsx';

const t = words('account');

type EmailDialogProps = { user: User; hasPassword: boolean; onClose: () => void };

export function EmailDialog({ user, hasPassword, onClose }: EmailDialogProps) {
  const client = useClient();
  const form = useForm({ email: user.email, password: '' });
  const email = form.values.email.trim();

  async function save() {
    const changed = await client.call(changeEmail, { body: { ...form.values, email } });
    if (changed.ok) return done(t('sign-in-with-now', { email: changed.value.user?.email ?? '' }));
    return changed.problem.code === 'email-to-confirm' ? done(t('confirmation-sent', { email })) : changed;
  }

  return (
    <FormDialog
      title={t('change-email')}
      action={t('save')}
      form={form}
      work={save}
      onDone={(text) => showToast({ text })}
      onClose={onClose}
    >
      <TextField
        label={t('email')}
        type="email"
        autoComplete="email"
        autoFocus
        description={t('change-email-about')}
        {...form.field('email')}
      />
      <ReauthenticateField form={form} hasPassword={hasPassword} />
    </FormDialog>
  );
}

export function NamesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useClient();
  const form = useForm({ firstName: user.firstName, lastName: user.lastName });

  async function save() {
    const names = parsePersonNames(form.values.firstName, form.values.lastName);
    return names.ok ? client.call(changeNames, { body: names.value }) : names;
  }

  return (
    <FormDialog
      title={t('edit-names')}
      action={t('save')}
      form={form}
      work={save}
      said={t('names-saved')}
      onClose={onClose}
    >
      <TextField label={t('first-name')} autoComplete="given-name" autoFocus {...form.field('firstName')} />
      <TextField label={t('last-name')} autoComplete="family-name" {...form.field('lastName')} />
    </FormDialog>
  );
}

export function DeleteAccountDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const client = useClient();
  const go = useNavigateTo();
  const form = useForm({ password: '' });

  return (
    <FormDialog
      title={t('delete-account')}
      action={t('delete-account')}
      variant="final"
      form={form}
      work={() => deleteAccount(client, form.values.password)}
      said={t('account-deleted')}
      onDone={() => go(urls.login, { replace: true })}
      onClose={onClose}
    >
      <p>{t('delete-account-final')}</p>
      <ReauthenticateField form={form} hasPassword={hasPassword} autoFocus />
    </FormDialog>
  );
}
