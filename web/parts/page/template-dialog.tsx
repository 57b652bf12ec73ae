import { saveAsTemplate } from '../../../client/calls/templates.ts';
import { copyName } from '../../../domain/plan/plan-copy.ts';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { urls } from '../../urls.ts';
import { savedText } from '../forms/change-toast.ts';
import { FormDialog, useForm } from '../forms/submit.tsx';
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
  const form = useForm({ name: copyName(template) });
  const { name } = form.values;

  function sayAndOffer(made: string) {
    showToast({
      ...savedText(`${name.trim()} saved as a template`),
      action: { label: 'Edit', onPress: () => go(urls.template(made)) },
    });
  }

  return (
    <FormDialog
      title="Save as Template"
      action="Save"
      form={form}
      work={() => saveAsTemplate(client, team, { layout, name })}
      onDone={sayAndOffer}
      onClose={onClose}
    >
      <TextField
        label="Template Name"
        autoFocus
        description="Includes this day’s rotations, areas, positions, and notes, but not the people."
        {...form.field('name')}
      />
    </FormDialog>
  );
}
