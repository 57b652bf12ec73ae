import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { deleteTemplate, duplicateTemplate } from '../../../client/calls/templates.ts';
import { weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { TemplateRow } from '../../../contract/documents.ts';
import { type Team, type Weekday, weekdays } from '../../../domain/team/team.ts';
import { addDays } from '../../../domain/time/date.ts';
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

const ofPage = words('page');
const t = words('layouts');

const aMonday = '2023-01-02';
const nameOf = (day: Weekday): string => weekday(addDays(aMonday, weekdays.indexOf(day)));

type WeekdayTemplatesProps = { id: string; team: Team; templates: readonly TemplateRow[] };

function WeekdayTemplates({ id, team, templates }: WeekdayTemplatesProps) {
  const document = useClient().open('team', id, id);
  const [chosen, setArea] = useState('');
  const area = team.areas.includes(chosen) ? chosen : (team.areas[0] ?? '');

  const choose = (day: Weekday, template: string) =>
    changeWithToast(document, { type: 'team.weekday', day, area, template: template || null });

  return (
    <Card title={t('templates-by-weekday')} isPadded>
      <Stack>
        {team.areas.length > 1 && (
          <SelectField
            label={t('area')}
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
                label={nameOf(day)}
                name={day}
                value={template ?? ''}
                onChange={(next) => choose(day, next)}
                options={[
                  { value: '', label: t('none') },
                  ...(isGone ? [{ value: template, label: t('deleted-template') }] : []),
                  ...fitting.map((row) => ({ value: row.id, label: row.name })),
                ]}
                error={isGone ? t('template-gone-choose') : undefined}
              />
            );
          })}
        </FormRow>
        <Checkbox
          label={t('make-tomorrow')}
          name="lays-tomorrow"
          description={t('make-tomorrow-how')}
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
      title={t('templates')}
      actions={
        <>
          <ButtonLink href={urls.layouts}>{t('view-layouts')}</ButtonLink>
          <ButtonLink variant="primary" href={urls.newTemplate} id="new-template" icon={<IconPlus />}>
            {t('new-template')}
          </ButtonLink>
        </>
      }
    >
      <Stack>
        <Guide />
        <ListState list={list} />
        {list.rows?.length === 0 && (
          <EmptyState title={t('no-templates-yet')}>{t('template-is-typical-day')}</EmptyState>
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
      text: t('template-duplicated', { name: row.name }),
      action: { label: ofPage('edit'), onPress: () => go(urls.template(made.value)) },
    });
  }

  function remove(row: TemplateRow) {
    const deleted = deleteTemplate(client, team, row.id);
    if (!deleted.ok) return showProblem(deleted.problem);
    showToast({
      text: t('template-was-deleted', { name: row.name }),
      action: { label: ofPage('undo'), does: 'undo', onPress: deleted.value },
    });
    if (rows.length > 1) focusNextRow();
    else document.getElementById('new-template')?.focus({ preventScroll: true });
  }

  const search = useSearch(rows, {
    label: t('search-templates'),
    noneText: (typed) => t('no-template-matches', { typed }),
    textOf: ({ name, area }) => `${name} ${area}`,
  });
  const table = (
    <Table
      key={search.key}
      label={t('templates')}
      rows={search.rows}
      rowKey={(row) => row.id}
      columns={[
        { label: t('name'), cell: (row) => row.name },
        { label: t('area'), cell: (row) => row.area },
        {
          label: t('actions'),
          isActions: true,
          cell: (row) => (
            <>
              <ButtonLink href={urls.template(row.id)} aria-label={t('edit-named', { name: row.name })}>
                {ofPage('edit')}
              </ButtonLink>
              <Button aria-label={t('duplicate-named', { name: row.name })} onPress={() => copy(row)}>
                {t('duplicate')}
              </Button>
              <Button
                variant="danger"
                aria-label={t('delete-named', { name: row.name })}
                onPress={() => remove(row)}
              >
                {t('delete')}
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
