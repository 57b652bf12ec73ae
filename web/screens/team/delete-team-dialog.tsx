import { useState } from 'react';
import { deleteTeam } from '../../../client/calls/teams.ts';
import { FormDialog, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';

type DeleteDialogProps = { id: string; name: string; onClose: () => void };

export function DeleteDialog({ id, name, onClose }: DeleteDialogProps) {
  const client = useClient();
  const [typed, setTyped] = useState('');
  const { attempt, isBusy, at, whole } = useFormOutcome('name');

  async function remove() {
    if (!(await attempt(() => deleteTeam(client, id, typed)))) return;
    showToast({ text: `${name} deleted` });
    onClose();
  }

  return (
    <FormDialog
      title={`Delete ${name}?`}
      action="Delete Team"
      isFinal
      isBusy={isBusy}
      whole={whole}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>This deletes everything in the team for everyone. You can’t undo this.</p>
      <TextField
        label="Team Name"
        name="name"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        description={`Type ${name} to confirm.`}
        error={at('name')}
      />
    </FormDialog>
  );
}
