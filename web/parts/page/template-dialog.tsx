import { useState } from 'react';
import { saveAsTemplate } from '../../../client/calls/templates.ts';
import { copyName } from '../../../domain/plan/plan-copy.ts';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/field.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { urls } from '../../urls.ts';
import { savedText } from '../forms/change-toast.ts';
import { FormDialog, useFormOutcome } from '../forms/submit.tsx';
import { useClient, useTeamId } from './client-context.tsx';

type TemplateDialogProps = {
  layout: string;
  template: string;
  onClose: () => void;
};

export function TemplateDialog({ layout, template, onClose }: TemplateDialogProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const [name, setName] = useState(copyName(template));
  const { attempt, isBusy, at, whole } = useFormOutcome('name');

  async function save() {
    const made = await attempt(() => saveAsTemplate(client, team, { layout, name }));
    if (!made) return;
    showToast({
      ...savedText(`${name.trim()} saved as a template`),
      action: { label: 'Edit', onPress: () => go(urls.template(made)) },
    });
    onClose();
  }

  return (
    <FormDialog
      title="Save as Template"
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
        description="Includes this day’s rotations, areas, positions, and notes, but not the people."
        value={name}
        onChange={setName}
        error={at('name')}
      />
    </FormDialog>
  );
}
