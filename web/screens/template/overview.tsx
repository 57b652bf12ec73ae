import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import type { SingleChange } from '../../../domain/change/change.ts';
import { done } from '../../../domain/problem/problem.ts';
import { savedText } from '../../parts/forms/change-toast.ts';
import { useFormOutcome } from '../../parts/forms/submit.tsx';
import { useOpenTemplate } from '../../parts/frame/template-frame.tsx';
import { useNotesDraft } from '../../parts/notes/notes-drafts.ts';
import { NotesEditor } from '../../parts/notes/notes-editor.tsx';
import { useTeam } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

export function TemplateOverviewScreen() {
  const { id, template, document } = useOpenTemplate();
  const team = useTeam();
  // untouched fields show what others save
  const [typed, setTyped] = useState<{ name?: string; area?: string }>({});
  const [draft, setDraft] = useNotesDraft(id);
  const { attempt, at, whole } = useFormOutcome('name', 'area');
  const name = typed.name ?? template.name;
  const area = typed.area ?? template.area;
  const areas = team.state === 'ready' ? team.body.areas : [template.area];
  const isEdited = typed.name !== undefined || typed.area !== undefined || draft !== null;

  async function save() {
    const changes: SingleChange[] = [];
    if (name !== template.name) changes.push({ type: 'template.rename', name });
    if (area !== template.area) changes.push({ type: 'template.area', area });
    if (draft) changes.push({ type: 'notes.edit', ...draft });
    const saved = await attempt<unknown>(() =>
      changes.length > 0 ? document.change({ type: 'batch', changes }) : done(true),
    );
    if (!saved) return;
    setTyped({});
    setDraft(null);
    showToast(savedText('Template saved'));
  }

  return (
    <Page
      title="Overview"
      windowTitle={`${template.name} overview`}
      actions={
        template.rotations.length === 0 && (
          <ButtonLink variant="primary" href={urls.templatePlan(id).rotation('add')} icon={<IconPlus />}>
            Add First Rotation
          </ButtonLink>
        )
      }
    >
      <Form onSubmit={save}>
        <FormError>{whole}</FormError>
        <TextField
          label="Template Name"
          name="name"
          autoComplete="off"
          value={name}
          onChange={(next) => setTyped({ ...typed, name: next })}
          error={at('name')}
        />
        <SelectField
          label="Area"
          name="area"
          value={area}
          onChange={(next) => setTyped({ ...typed, area: next })}
          options={[...new Set([...areas, template.area])].map((each) => ({
            value: each,
            label: areas.includes(each) ? each : `${each} (no longer a team area)`,
          }))}
          error={at('area')}
        />
        <NotesEditor
          label="Shift notes"
          placeholder="Notes to start every layout with"
          notes={template.notes}
          draft={draft}
          onDraft={setDraft}
        />
        <FormFooter>
          <Button type="submit" variant="primary" isDisabled={!isEdited}>
            Save
          </Button>
        </FormFooter>
      </Form>
    </Page>
  );
}
