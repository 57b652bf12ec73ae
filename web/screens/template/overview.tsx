import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useParams } from 'wouter';
import { words } from '../../../client/words/words.ts';
import type { SingleChange } from '../../../domain/change/change.ts';
import { done, type Outcome } from '../../../domain/problem/problem.ts';
import { savedText } from '../../parts/forms/change-toast.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { NotesEditor } from '../../parts/notes/notes-editor.tsx';
import { useClient, useTeam, useTeamId, useTemplate } from '../../parts/page/client-context.tsx';
import { ButtonLink } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const ofPage = words('page');
const t = words('layouts');

export function TemplateOverviewScreen() {
  const { template: id } = useParams<{ template: string }>();
  const view = useTemplate(id);
  if (view.state !== 'ready') throw new Error('TemplateOverviewScreen needs a TemplateFrame around it');
  const template = view.body;
  const document = useClient().open('template', useTeamId() ?? '', id);
  const team = useTeam();
  const form = useForm({ name: template.name, area: template.area });
  const [draft, setDraft] = useNotesDraft(id);
  const areas = team.state === 'ready' ? team.body.areas : [template.area];

  function save(): Outcome<unknown> {
    const { name, area } = form.values;
    const changes: SingleChange[] = [];
    if (name !== template.name) changes.push({ type: 'template.rename', name });
    if (area !== template.area) changes.push({ type: 'template.area', area });
    if (draft) changes.push({ type: 'notes.edit', ...draft });
    return changes.length > 0 ? document.change({ type: 'batch', changes }) : done(true);
  }

  function finish() {
    form.reset();
    setDraft(null);
    showToast(savedText(t('template-saved')));
  }

  return (
    <Page
      title={ofPage('overview')}
      windowTitle={t('template-overview', { template: template.name })}
      actions={
        template.rotations.length === 0 && (
          <ButtonLink variant="primary" href={urls.templatePlan(id).rotation('add')} icon={<IconPlus />}>
            {t('add-first-rotation')}
          </ButtonLink>
        )
      }
    >
      <SubmitForm
        form={form}
        action={t('save')}
        isDisabled={!form.isTouched && draft === null}
        work={save}
        onDone={finish}
      >
        <TextField label={t('template-name')} {...form.field('name')} />
        <SelectField
          label={t('area')}
          {...form.field('area')}
          options={[...new Set([...areas, template.area])].map((each) => ({
            value: each,
            label: areas.includes(each) ? each : t('area-no-longer', { area: each }),
          }))}
        />
        <NotesEditor
          label={t('shift-notes')}
          placeholder={t('notes-to-start-with')}
          notes={template.notes}
          draft={draft}
          onDraft={setDraft}
        />
      </SubmitForm>
    </Page>
  );
}
