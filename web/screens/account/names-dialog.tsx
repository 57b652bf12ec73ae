import { useState } from 'react';
import { changeNames } from '../../../client/account.ts';
import { readPersonNames, type User } from '../../../domain/user.ts';
import { useClient } from '../../parts/client-context.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';

export function NamesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const { attempt, isBusy, at, whole } = useFormOutcome('firstName', 'lastName');

  async function save() {
    const saved = await attempt(() => {
      const names = readPersonNames(firstName, lastName);
      return names.ok ? changeNames(client, names.value) : names;
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
