import { deleteTeam } from '../../../client/calls/teams.ts';
import type { LiveDocument } from '../../../client/document/document-view.ts';
import { words } from '../../../client/words/words.ts';
import { refuse } from '../../../domain/problem/problem.ts';
import type { Team } from '../../../domain/team/team.ts';
import { showChangeToast } from '../../parts/forms/change-toast.ts';
import { FormDialog, useForm } from '../../parts/forms/submit.tsx';
import { useClient } from '../../parts/page/client-context.tsx';
import { TextField } from '../../ui/form/form.tsx';

const t = words('team');

export function DeleteTeamDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const client = useClient();
  const form = useForm({ name: '' });

  return (
    <FormDialog
      title={t('delete-team-title', { team: name })}
      action={t('delete-team')}
      variant="final"
      form={form}
      work={() => deleteTeam(client, id, form.values.name)}
      said={t('team-deleted', { team: name })}
      onClose={onClose}
    >
      <p>{t('delete-team-final')}</p>
      <TextField
        label={t('team-name')}
        description={t('type-to-confirm', { team: name })}
        {...form.field('name')}
      />
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
      title={t('rename-named', { name: area })}
      action={t('save')}
      form={form}
      work={save}
      onDone={(made) => showChangeToast(made)}
      onClose={onClose}
    >
      <TextField label={t('area')} description={t('rename-area-about')} {...form.field('areas')} />
    </FormDialog>
  );
}
