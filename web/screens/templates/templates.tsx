import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { deleteTemplate, duplicateTemplate } from '../../../client/calls/templates.ts';
import type { TemplateRow } from '../../../contract/documents.ts';
import { type Team, type Weekday, weekdays } from '../../../domain/team/team.ts';
import { changeWithToast, showProblem } from '../../parts/forms/change-toast.ts';
import { Guide } from '../../parts/guide/guide.tsx';
import { useTemplates } from '../../parts/lists/document-lists.ts';
import { useSearch } from '../../parts/lists/search.tsx';
import { ListState } from '../../parts/lists/use-list.tsx';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Checkbox, FormRow, SelectField } from '../../ui/form/form.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { showToast } from '../../ui/message/toast.tsx';
import { focusNextRow } from '../../ui/page/focus.ts';
import { Card, Page, Stack } from '../../ui/page/page.tsx';
import { Table } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';

type WeekdayTemplatesProps = { id: string; team: Team; templates: readonly TemplateRow[] };

function WeekdayTemplates({ id, team, templates }: WeekdayTemplatesProps) {
  const document = useClient().open('team', id, id);
  const [chosen, setArea] = useState('');
  const area = team.areas.includes(chosen) ? chosen : (team.areas[0] ?? '');

  const choose = (day: Weekday, template: string) =>
    changeWithToast(document, { type: 'team.weekday', day, area, template: template || null });

  return (
    <Card title="Templates by Weekday" isPadded>
      <Stack>
        {team.areas.length > 1 && (
          <SelectField
            label="Area"
            name="weekday-area"
            value={area}
            onChange={setArea}
            options={team.areas}
          />
        )}
        <FormRow>
          {weekdays.map((day) => {
            const template = team.weekdays?.find((each) => each.day === day && each.area === area)?.template;
            const fitting = templates.filter((row) => row.area === area);
            const isGone = template !== undefined && !fitting.some((row) => row.id === template);
            return (
              <SelectField
                key={day}
                label={day}
                name={day}
                value={template ?? ''}
                onChange={(next) => choose(day, next)}
                options={[
                  { value: '', label: 'None' },
                  ...(isGone ? [{ value: template, label: 'Deleted template' }] : []),
                  ...fitting.map((row) => ({ value: row.id, label: row.name })),
                ]}
                error={isGone ? 'This template was deleted or moved. Choose another.' : undefined}
              />
            );
          })}
        </FormRow>
        <Checkbox
          label="Make tomorrow’s layouts automatically"
          name="lays-tomorrow"
          description="At noon, for each area with a template for tomorrow and no layout yet. People in the schedule are placed as on the last same weekday."
          isSelected={team.laysTomorrow ?? false}
          onChange={(tomorrow) => changeWithToast(document, { type: 'team.lays', tomorrow })}
        />
      </Stack>
    </Card>
  );
}

export function TemplatesScreen() {
  const id = useTeamId() ?? '';
  const list = useTemplates(id);
  const team = useTeam();
  return (
    <Page
      title="Templates"
      actions={
        <>
          <ButtonLink href={urls.layouts}>View Layouts</ButtonLink>
          <ButtonLink variant="primary" href={urls.newTemplate} id="new-template" icon={<IconPlus />}>
            New Template
          </ButtonLink>
        </>
      }
    >
      <Stack>
        <Guide />
        <ListState list={list} />
        {list.rows?.length === 0 && (
          <EmptyState title="No templates yet">
            A template is a typical day: its rotations, areas, and positions. Each layout starts as a copy of
            one.
          </EmptyState>
        )}
        {list.rows && list.rows.length > 0 && (
          <>
            <TemplateTable rows={list.rows} />
            {team.state === 'ready' && <WeekdayTemplates id={id} team={team.body} templates={list.rows} />}
          </>
        )}
      </Stack>
    </Page>
  );
}

function TemplateTable({ rows }: { rows: readonly TemplateRow[] }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();

  async function copy(row: TemplateRow) {
    const taken = rows.map(({ name }) => name);
    const made = await duplicateTemplate(client, team, { template: row.id, taken });
    if (!made.ok) return showProblem(made.problem);
    showToast({
      text: `${row.name} duplicated`,
      action: { label: 'Edit', onPress: () => go(urls.template(made.value)) },
    });
  }

  function remove(row: TemplateRow) {
    const deleted = deleteTemplate(client, team, row.id);
    if (!deleted.ok) return showProblem(deleted.problem);
    showToast({ text: `${row.name} deleted`, action: { label: 'Undo', onPress: deleted.value } });
    if (rows.length > 1) focusNextRow();
    else document.getElementById('new-template')?.focus({ preventScroll: true });
  }

  const search = useSearch(rows, {
    label: 'Search templates',
    noneText: (typed) => `No template matches “${typed}”`,
    textOf: ({ name, area }) => `${name} ${area}`,
  });
  const table = (
    <Table
      key={search.key}
      label="Templates"
      rows={search.rows}
      rowKey={(row) => row.id}
      columns={[
        { label: 'Name', cell: (row) => row.name },
        { label: 'Area', cell: (row) => row.area },
        {
          label: 'Actions',
          isActions: true,
          cell: (row) => (
            <>
              <ButtonLink href={urls.template(row.id)} aria-label={`Edit ${row.name}`}>
                Edit
              </ButtonLink>
              <Button aria-label={`Duplicate ${row.name}`} onPress={() => copy(row)}>
                Duplicate
              </Button>
              <Button variant="danger" aria-label={`Delete ${row.name}`} onPress={() => remove(row)}>
                Delete
              </Button>
            </>
          ),
        },
      ]}
    />
  );
  return (
    <>
      {search.field}
      {search.none ?? table}
    </>
  );
}
