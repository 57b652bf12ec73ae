import { useState } from 'react';
import { createTemplate } from '../../../client/templates.ts';
import { useClient, useTeam, useTeamId } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { Submit } from '../../parts/submit.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';

export function NewTemplateScreen() {
  const client = useClient();
  const teamId = useTeamId() ?? '';
  const team = useTeam();
  const go = useNavigateTo();
  const [typed, setTyped] = useState({ name: '', area: '' });
  const { attempt, isBusy, at, whole } = useFormOutcome('name', 'area');
  if (team.state !== 'ready') return <Loading />;

  async function create() {
    const id = await attempt(() => createTemplate(client, teamId, typed));
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
          value={typed.area}
          onChange={(area) => setTyped({ ...typed, area })}
          options={team.body.areas.map((area) => ({ value: area, label: area }))}
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
