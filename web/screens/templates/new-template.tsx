import { useState } from 'react';
import { createTemplate } from '../../../client/calls/templates.ts';
import { Submit, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/field.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

export function NewTemplateScreen() {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const team = useTeam();
  const go = useNavigateTo();
  const [typed, setTyped] = useState<{ name: string; area?: string }>({ name: '' });
  const { attempt, isBusy, at, whole } = useFormOutcome('name', 'area');
  if (team.state !== 'ready') return <NotReady title="New Template" view={team} />;

  const { areas } = team.body;
  const area = typed.area ?? (areas.length === 1 ? areas[0] : '') ?? '';

  async function create() {
    const id = await attempt(() => createTemplate(client, teamId, { name: typed.name, area }));
    if (id) go(urls.template(id));
  }

  return (
    <Page title="New Template" width="narrow">
      <Form onSubmit={create}>
        <FormError>{whole}</FormError>
        <TextField
          label="Template Name"
          name="name"
          autoComplete="off"
          autoFocus
          value={typed.name}
          onChange={(name) => setTyped({ ...typed, name })}
          error={at('name')}
        />
        <SelectField
          label="Area"
          name="area"
          placeholder="Choose an area"
          value={area}
          onChange={(chosen) => setTyped({ ...typed, area: chosen })}
          options={areas.map((each) => ({ value: each, label: each }))}
          error={at('area')}
        />
        <FormFooter>
          <Submit isBusy={isBusy}>Create</Submit>
          <ButtonLink href={urls.templates}>Cancel</ButtonLink>
        </FormFooter>
      </Form>
    </Page>
  );
}
