import { createTemplate } from '../../../client/calls/templates.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

export function NewTemplateScreen() {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const team = useTeam();
  const go = useNavigateTo();
  const areas = team.state === 'ready' ? team.body.areas : [];
  const form = useForm({ name: '', area: (areas.length === 1 ? areas[0] : '') ?? '' });
  if (team.state !== 'ready') return <NotReady title="New Template" view={team} />;
  return (
    <Page title="New Template" width="narrow">
      <SubmitForm
        form={form}
        action="Create"
        work={() => createTemplate(client, teamId, form.values)}
        onDone={(id) => go(urls.template(id))}
        footer={<ButtonLink href={urls.templates}>Cancel</ButtonLink>}
      >
        <TextField label="Template Name" autoFocus {...form.field('name')} />
        <SelectField label="Area" placeholder="Choose an area" options={areas} {...form.field('area')} />
      </SubmitForm>
    </Page>
  );
}
