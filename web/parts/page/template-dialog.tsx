import { saveAsTemplate } from '../../../client/calls/templates.ts';
import { words } from '../../../client/words/words.ts';
import { copyName } from '../../../domain/plan/plan-copy.ts';
import { useNavigateTo } from '../../ui/button/button.tsx';
import { TextField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { urls } from '../../urls.ts';
import { savedText } from '../forms/change-toast.ts';
import { FormDialog, useForm } from '../forms/submit.tsx';
import { useClient, useTeamId } from './client-context.tsx';

const ofPage = words('page');
const t = words('layouts');

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
      ...savedText(t('saved-as-template', { name: name.trim() })),
      action: { label: ofPage('edit'), onPress: () => go(urls.template(made)) },
    });
  }

  return (
    <FormDialog
      title={t('save-this-as-template')}
      action={t('save')}
      form={form}
      work={() => saveAsTemplate(client, team, { layout, name })}
      onDone={sayAndOffer}
      onClose={onClose}
    >
      <TextField
        label={t('template-name')}
        autoFocus
        description={t('template-has')}
        {...form.field('name')}
      />
    </FormDialog>
  );
}
