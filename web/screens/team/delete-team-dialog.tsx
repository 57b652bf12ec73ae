import { deleteTeam } from '../../../client/calls/teams.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/field.tsx';

export function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const client = useClient();
  const form = useForm({ name: '' });

  return (
    <FormDialog
      title={`Delete ${name}?`}
      action="Delete Team"
      variant="final"
      form={form}
      work={() => deleteTeam(client, id, form.values.name)}
      said={`${name} deleted`}
      onClose={onClose}
    >
      <p>This deletes everything in the team for everyone. You can’t undo this.</p>
      <TextField label="Team Name" description={`Type ${name} to confirm.`} {...form.field('name')} />
    </FormDialog>
  );
}
