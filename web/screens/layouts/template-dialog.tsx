import { useState } from 'react';
import { saveAsTemplate } from '../../../client/templates.ts';
import type { LayoutRow } from '../../../contract/documents.ts';
import { copyName } from '../../../domain/plan-copy.ts';
import { useClient, useTeamId } from '../../parts/client-context.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { useNavigateTo } from '../../ui/link.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { urls } from '../../urls.ts';

/** Makes a template of what a day became. */
export function TemplateDialog({ row, onClose }: { row: LayoutRow; onClose: () => void }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const [name, setName] = useState(copyName(row.template));
  const { attempt, isBusy, at, whole } = useFormOutcome('name');

  async function save() {
    const made = await attempt(() => saveAsTemplate(client, team, { layout: row.id, name }));
    if (!made) return;
    showToast({
      text: `${name.trim()} is a template now`,
      action: { label: 'Edit', onPress: () => go(urls.template(made)) },
    });
    onClose();
  }

  return (
    <FormDialog
      title="Save as template"
      action="Save"
      isBusy={isBusy}
      whole={whole}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Template Name"
        name="name"
        autoComplete="off"
        autoFocus
        description="It gets this day’s rotations, areas, positions and notes, without the people."
        value={name}
        onChange={setName}
        error={at('name')}
      />
    </FormDialog>
  );
}
