import { useState } from 'react';
import { changeNames } from '../../../client/calls/account.ts';
import { parsePersonNames, type User } from '../../../domain/team/user.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { showToast } from '../../ui/message/toast.tsx';

export function NamesDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useClient();
  const [firstName, setFirstName] = useState(user.firstName);
  const [lastName, setLastName] = useState(user.lastName);
  const { attempt, isBusy, at, whole } = useFormOutcome('firstName', 'lastName');

  async function save() {
    const saved = await attempt(() => {
      const names = parsePersonNames(firstName, lastName);
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
