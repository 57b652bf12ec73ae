import { useEffect, useState } from 'react';
import { layLayout } from '../../../client/calls/layouts.ts';
import { dayToCopy, weeksBack } from '../../../domain/day/same-weekday.ts';
import {
  addDays,
  businessDay,
  type IsoDate,
  isIsoDate,
  showDate,
  weekday,
} from '../../../domain/time/date.ts';
import { Submit, useFormOutcome } from '../../parts/forms/submit.tsx';
import { useLayoutsIn, useLayoutsOn, useTemplates } from '../../parts/lists/document-lists.ts';
import { useClient, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/form/field.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { PillRow } from '../../ui/menu/pill.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import './new-layout.css';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { mayManage } from '../../../domain/team/user.ts';
import { ListState } from '../../parts/lists/list-problem.tsx';
import { Alert, EmptyState } from '../../ui/message/message.tsx';

type NewLayoutProps = {
  date?: IsoDate;
  copy?: string;
  of?: IsoDate;
  from?: string;
};

export function NewLayoutScreen({ date, copy, of, from }: NewLayoutProps) {
  const client = useClient();
  const team = useTeam();
  if (team.state !== 'ready') return <NotReady title="New Layout" view={team} />;
  const today = businessDay(client.now(), team.body.timeZone, team.body.dayStart);
  const afterCopied = of !== undefined && of >= today ? addDays(of, 1) : today;
  return (
    <Page title="New Layout" width="narrow">
      <NewLayoutForm
        key={`${date} ${copy}`}
        date={date ?? (copy ? afterCopied : today)}
        copied={copy && of ? { layout: copy, date: of } : undefined}
        cancelTo={withReturnPath(urls.layoutsOn(date ?? of), from)}
      />
    </Page>
  );
}

type FormProps = {
  date: IsoDate;
  copied?: { layout: string; date: IsoDate };
  cancelTo: string;
};

const sources = [
  { id: 'template', label: 'From a template' },
  { id: 'day', label: 'From another day' },
];

function NewLayoutForm({ date: suggested, copied, cancelTo }: FormProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const [date, setDate] = useState<string>(suggested);
  const [source, setSource] = useState(copied ? 'day' : 'template');
  const templates = useTemplates(team);
  const [template, setTemplate] = useState('');
  const [chosenDay, setDay] = useState<string | undefined>(copied?.date);
  const [layout, setLayout] = useState(copied?.layout ?? '');
  const [people, setPeople] = useState(true);
  const { attempt, isBusy, at, whole, clear } = useFormOutcome('date', 'template', 'layout');

  const copiedFor = isIsoDate(date) ? date : suggested;
  const { rows: former } = useLayoutsIn(team, { from: addDays(copiedFor, -7 * weeksBack), to: copiedFor });
  const day = chosenDay ?? dayToCopy(former ?? [], copiedFor) ?? addDays(copiedFor, -7);
  const canCreate = source === 'day' || (templates.rows?.length ?? 0) > 0;

  async function create() {
    const from = source === 'template' ? { template } : { layout, people };
    if (await attempt(() => layLayout(client, team, { date, from }))) go(urls.overview);
  }

  return (
    <Form onSubmit={create}>
      <FormError>{whole}</FormError>
      <TextField label="Date" name="date" type="date" value={date} onChange={setDate} error={at('date')} />
      <div className="new-layout__ways">
        <PillRow
          label="Start from"
          items={sources}
          currentId={source}
          onChoose={(next) => {
            clear();
            setSource(next);
          }}
        />
      </div>
      {source === 'template' ? (
        <TemplateField list={templates} template={template} onTemplate={setTemplate} error={at('template')} />
      ) : (
        <CopyLayoutFields
          {...{ day, layout, people }}
          onDay={setDay}
          onLayout={setLayout}
          onPeople={setPeople}
          error={at('layout')}
        />
      )}
      <FormFooter>
        {canCreate && <Submit isBusy={isBusy}>Create</Submit>}
        <ButtonLink href={cancelTo}>Cancel</ButtonLink>
      </FormFooter>
    </Form>
  );
}

type TemplateFieldProps = {
  list: ReturnType<typeof useTemplates>;
  template: string;
  onTemplate: (template: string) => void;
  error: string | undefined;
};

function TemplateField({ list, template, onTemplate, error }: TemplateFieldProps) {
  usePreselect(list.rows, template, onTemplate);
  if (!list.rows) return <ListState list={list} />;
  if (list.rows.length === 0) return <NoTemplates />;
  return (
    <>
      <ListState list={list} />
      <SelectField
        label="Template"
        name="template"
        placeholder="Choose a template"
        value={template}
        onChange={onTemplate}
        options={list.rows.map(({ id, name, area }) => ({ value: id, label: `${name} · ${area}` }))}
        error={error}
      />
    </>
  );
}

function NoTemplates() {
  const mayCreate = mayManage(useRole());
  return (
    <EmptyState
      title="No templates yet"
      actions={
        mayCreate && (
          <ButtonLink variant="primary" href={urls.newTemplate} icon={<IconPlus />}>
            New Template
          </ButtonLink>
        )
      }
    >
      {mayCreate
        ? 'A layout starts as a copy of a template: the rotations, areas, and positions of a typical day.'
        : 'Ask a manager to create a template.'}
    </EmptyState>
  );
}

type CopyLayoutFieldsProps = {
  day: string;
  layout: string;
  people: boolean;
  onDay: (day: string) => void;
  onLayout: (layout: string) => void;
  onPeople: (people: boolean) => void;
  error: string | undefined;
};

function CopyLayoutFields({ day, layout, people, onDay, onLayout, onPeople, error }: CopyLayoutFieldsProps) {
  return (
    <>
      <TextField
        label="Day to copy"
        name="day"
        type="date"
        value={day}
        onChange={onDay}
        description={isIsoDate(day) ? weekday(day) : undefined}
        error={isIsoDate(day) ? undefined : error}
      />
      {isIsoDate(day) && <LayoutField key={day} {...{ day, layout, onLayout, error }} />}
      <Checkbox
        label="Copy shifts and positions"
        name="people"
        description="Breaks, walk-ins, and who was out or late aren’t copied."
        isSelected={people}
        onChange={onPeople}
      />
    </>
  );
}

type LayoutFieldProps = Pick<CopyLayoutFieldsProps, 'layout' | 'onLayout' | 'error'> & { day: IsoDate };

function LayoutField({ day, layout, onLayout, error }: LayoutFieldProps) {
  const list = useLayoutsOn(useTeamId() ?? '', day);
  usePreselect(list.rows, layout, onLayout);
  if (!list.rows) return <ListState list={list} />;
  if (list.rows.length === 0) {
    return (
      <Alert tone={error ? 'problem' : 'warning'}>{`No layouts on ${weekday(day)}, ${showDate(day)}`}</Alert>
    );
  }
  return (
    <SelectField
      label="Layout"
      name="layout"
      placeholder="Choose a layout"
      value={layout}
      onChange={onLayout}
      options={list.rows.map(({ id, area, template }) => ({ value: id, label: `${area} · ${template}` }))}
      error={error}
    />
  );
}

/** Picks the only row, and drops a choice that is no longer in the list. */
function usePreselect(
  rows: readonly { readonly id: string }[] | undefined,
  chosen: string,
  onChoose: (id: string) => void,
): void {
  const only = rows?.length === 1 ? (rows[0]?.id ?? '') : '';
  const isThere = rows?.some(({ id }) => id === chosen) ?? true;
  useEffect(() => {
    if (!isThere || (chosen === '' && only !== '')) onChoose(only);
  }, [isThere, chosen, only, onChoose]);
}
