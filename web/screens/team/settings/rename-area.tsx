import { useState } from 'react';
import type { LiveDocument } from '../../../../client/document/document-view.ts';
import { refuse } from '../../../../domain/problem/problem.ts';
import type { Team } from '../../../../domain/team/team.ts';
import { showChangeToast } from '../../../parts/forms/change-toast.ts';
import { FormDialog, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { TextField } from '../../../ui/form/field.tsx';

type RenameAreaProps = {
  document: LiveDocument<Team>;
  areas: readonly string[];
  area: string;
  onClose: () => void;
};

export function RenameArea({ document, areas, area, onClose }: RenameAreaProps) {
  const [name, setName] = useState(area);
  const { attempt, isBusy, at, whole } = useFormOutcome('areas');

  async function save() {
    const made = await attempt(() =>
      // someone else may have renamed or deleted it in the meantime
      areas.includes(area)
        ? document.change({ type: 'area.rename', area, name })
        : refuse('document-missing', { field: 'areas' }),
    );
    if (!made) return;
    onClose();
    showChangeToast(made);
  }

  return (
    <FormDialog
      title={`Rename ${area}`}
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Area"
        name="area"
        autoComplete="off"
        value={name}
        onChange={setName}
        error={at('areas')}
        description="Also updates templates and layouts from today on."
      />
    </FormDialog>
  );
}
