import { deleteTeam } from '../../../client/calls/teams.ts';
import type { LiveDocument } from '../../../client/document/document-view.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/form.tsx';

export function DeleteTeamDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
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

type RenameAreaProps = {
  document: LiveDocument<Team>;
  areas: readonly string[];
  area: string;
  onClose: () => void;
};

export function RenameArea({ document, areas, area, onClose }: RenameAreaProps) {
  const form = useForm({ areas: area });

  function save() {
    // someone else may have renamed or deleted it in the meantime
    if (!areas.includes(area)) return refuse('document-missing', { field: 'areas' });
    return document.change({ type: 'area.rename', area, name: form.values.areas });
  }

  return (
    <FormDialog
      title={`Rename ${area}`}
      action="Save"
      form={form}
      work={save}
      onDone={(made) => showChangeToast(made)}
      onClose={onClose}
    >
      <TextField
        label="Area"
        description="Also updates templates and layouts from today on."
        {...form.field('areas')}
      />
    </FormDialog>
  );
}
