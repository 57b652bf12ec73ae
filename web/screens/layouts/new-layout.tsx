import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { layLayout } from '../../../client/layouts.ts';
import { businessDay, type IsoDate } from '../../../domain/date.ts';
import { useClient, useTeam, useTeamId } from '../../parts/client-context.tsx';
import { useFormOutcome } from '../../parts/form-outcome.ts';
import { ListProblem } from '../../parts/list-problem.tsx';
import { useTemplates } from '../../parts/lists.ts';
import { Submit } from '../../parts/submit.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Form, FormError, FormFooter } from '../../ui/form.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { urls } from '../../urls.ts';

/** Lays a template on a date. */
export function NewLayoutScreen({ date }: { date?: IsoDate }) {
  const client = useClient();
  const team = useTeam();
  const teamId = useTeamId() ?? '';
  const list = useTemplates(teamId);
  if (team.state !== 'ready') return <Loading />;
  const day = date ?? businessDay(client.now(), team.body.timeZone, team.body.dayStart);
  return (
    <Page title="New Layout" width="narrow">
      <ListProblem list={list} />
      {!list.rows && !list.error && <Loading />}
      {list.rows?.length === 0 && <NoTemplates />}
      {list.rows && list.rows.length > 0 && <NewLayoutForm team={teamId} date={day} templates={list.rows} />}
    </Page>
  );
}

function NoTemplates() {
  return (
    <EmptyState
      title="No templates yet"
      actions={
        <ButtonLink variant="primary" href={urls.newTemplate} icon={<IconPlus />}>
          New Template
        </ButtonLink>
      }
    >
      A layout begins as a copy of a template: the rotations, areas and positions of a usual day.
    </EmptyState>
  );
}

type FormProps = {
  team: string;
  date: IsoDate;
  templates: readonly { id: string; name: string; area: string }[];
};

function NewLayoutForm({ team, date: suggested, templates }: FormProps) {
  const client = useClient();
  const go = useNavigateTo();
  const [date, setDate] = useState(suggested);
  const [template, setTemplate] = useState(templates.length === 1 ? (templates[0]?.id ?? '') : '');
  const { attempt, isBusy, at, whole } = useFormOutcome('date', 'template');

  async function create() {
    if (await attempt(() => layLayout(client, team, { date, from: { template } }))) go(urls.overview);
  }

  return (
    <Form onSubmit={create}>
      <FormError>{whole}</FormError>
      <TextField label="Date" name="date" type="date" value={date} onChange={setDate} error={at('date')} />
      <SelectField
        label="Template"
        name="template"
        placeholder="Choose a template"
        value={template}
        onChange={setTemplate}
        options={templates.map(({ id, name, area }) => ({ value: id, label: `${name} · ${area}` }))}
        error={at('template')}
      />
      <FormFooter>
        <Submit isBusy={isBusy}>Create</Submit>
        <ButtonLink href={urls.layouts}>Cancel</ButtonLink>
      </FormFooter>
    </Form>
  );
}
