import { useState } from 'react';
import { changeEmail, changeNames } from '../../../contract/account.ts';
import { parsePersonNames, type User } from '../../../domain/team/user.ts';
import { FormDialog, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { ReauthenticateField } from './reauthenticate.tsx';

export function EmailDialog({
  user,
  hasPassword,
  onClose,
}: {
  user: User;
  hasPassword: boolean;
  onClose: () => void;
}) {
  const client = useClient();
  const [email, setEmail] = useState(user.email);
  const [password, setPassword] = useState('');
  const outcome = useFormOutcome('email', 'password');
  const { attempt, isBusy, at, whole } = outcome;

  async function save() {
    const address = email.trim();
    let isSent = false;
    const saved = await attempt(async () => {
      const changed = await client.call(changeEmail, { body: { email: address, password } });
      isSent = !changed.ok && changed.problem.code === 'email-to-confirm';
      return changed;
    });
    if (isSent) {
      onClose();
      showToast({ text: `We sent a confirmation link to ${address}` });
      return;
    }
    if (!saved) return;
    onClose();
    showToast({ text: `You now sign in with ${saved.user?.email}` });
  }

  return (
    <FormDialog
      title="Change Email"
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        autoFocus
        description="You use it to sign in."
        value={email}
        onChange={setEmail}
        error={at('email')}
      />
      <ReauthenticateField
        hasPassword={hasPassword}
        value={password}
        onChange={setPassword}
        outcome={outcome}
      />
    </FormDialog>
  );
}

export function NamesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const { attempt, isBusy, at, whole } = useFormOutcome('firstName', 'lastName');

  async function save() {
    const saved = await attempt(() => {
      const names = parsePersonNames(firstName, lastName);
      return names.ok ? client.call(changeNames, { body: names.value }) : names;
    });
    if (!saved) return;
    onClose();
    showToast({ text: 'Names saved' });
  }

  return (
    <FormDialog
      title="Edit Names"
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="First Name"
        name="firstName"
        autoComplete="given-name"
        autoFocus
        value={firstName}
        onChange={setFirstName}
        error={at('firstName')}
      />
      <TextField
        label="Last Name"
        name="lastName"
        autoComplete="family-name"
        value={lastName}
        onChange={setLastName}
        error={at('lastName')}
      />
    </FormDialog>
  );
}
