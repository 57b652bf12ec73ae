import { useState } from 'react';
import { deleteTeam } from '../../../client/teams.ts';
import { useClient } from '../../parts/client-context.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The way to be rid of a team; it asks for the name, so that nobody does it by mistake. */
export function DeleteTeam({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title="Delete team" isPadded>
      <p className="team__words">
        Its templates, layouts, members and history are deleted for good, for everyone.
      </p>
      <Actions>
        <Button variant="danger" onPress={() => setOpen(true)}>
          Delete Team
        </Button>
      </Actions>
      {isOpen && <DeleteDialog id={id} name={name} onClose={() => setOpen(false)} />}
    </Card>
  );
}

type DeleteDialogProps = { id: string; name: string; onClose: () => void };

function DeleteDialog({ id, name, onClose }: DeleteDialogProps) {
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
      <p>Everything in it is deleted for good, for everyone. Nobody can take that back.</p>
      <TextField
        label="Team Name"
        name="name"
        autoComplete="off"
        value={typed}
        onChange={setTyped}
        description={`Type ${name} to delete it.`}
        error={at('name')}
      />
    </FormDialog>
  );
}
