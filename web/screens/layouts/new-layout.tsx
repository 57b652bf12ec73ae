import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useState } from 'react';
import { layLayout } from '../../../client/calls/layouts.ts';
import { showDate, weekday } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { dayToCopy, weeksBack } from '../../../domain/day/same-weekday.ts';
import { mayManage } from '../../../domain/team/user.ts';
import { addDays, businessDay, type IsoDate, isIsoDate } from '../../../domain/time/date.ts';
import { SubmitForm, useForm } from '../../parts/forms/submit.tsx';
import { useLayoutsIn, useLayoutsOn, useTemplates } from '../../parts/lists/document-lists.ts';
import { ListState } from '../../parts/lists/use-list.tsx';
import { fromPage, useSearch, withReturnPath } from '../../parts/page/address-search.ts';
import { useClient, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { ButtonLink, useNavigateTo } from '../../ui/button/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/form/form.tsx';
import { PillRow } from '../../ui/menu/pill.tsx';
import { Alert, EmptyState } from '../../ui/message/message.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';

const ofPage = words('page');
const t = words('layouts');

export function NewLayoutScreen() {
  const client = useClient();
  const team = useTeam();
  const search = useSearch();
  const { copy, of } = search;
  const copied = copy !== undefined && isIsoDate(of) ? { layout: copy, date: of } : undefined;
  const date = isIsoDate(search.date) ? search.date : undefined;
  if (team.state !== 'ready') return <NotReady title={t('new-layout')} view={team} />;
  const today = businessDay(client.now(), team.body.timeZone, team.body.dayStart);
  const afterCopied = copied && copied.date >= today ? addDays(copied.date, 1) : today;
  return (
    <Page title={t('new-layout')} width="narrow">
      <NewLayoutForm
        key={`${date} ${copy}`}
        date={date ?? afterCopied}
        copied={copied}
        cancelTo={withReturnPath(urls.layoutsOn(date ?? copied?.date), fromPage(search).from)}
      />
    </Page>
  );
}

type FormProps = {
  date: IsoDate;
  copied?: { layout: string; date: IsoDate };
  cancelTo: string;
};

const sources = () => [
  { id: 'template', label: t('from-template') },
  { id: 'day', label: t('from-day') },
];

function NewLayoutForm({ date: proposed, copied, cancelTo }: FormProps) {
  // what a field shows stays in it, also past midnight
  const [suggested] = useState(proposed);
  const client = useClient();
  const team = useTeamId() ?? '';
  const go = useNavigateTo();
  const [source, setSource] = useState(copied ? 'day' : 'template');
  const templates = useTemplates(team);
  const form = useForm({
    date: suggested as string,
    template: '',
    day: copied?.date as string | undefined,
    layout: copied?.layout ?? '',
    people: true,
  });
  const { date, people } = form.values;
  const template = chosenIn(templates.rows, form.values.template);
  const copiedFor = isIsoDate(date) ? date : suggested;
  const { rows: former } = useLayoutsIn(team, { from: addDays(copiedFor, -7 * weeksBack), to: copiedFor });
  const day = form.values.day ?? dayToCopy(former ?? [], copiedFor) ?? addDays(copiedFor, -7);
  const layouts = useLayoutsOn(team, isIsoDate(day) ? day : suggested);
  const isCopied = copied !== undefined && day === copied.date;
  const layout = !layouts.rows && isCopied ? copied.layout : chosenIn(layouts.rows, form.values.layout);
  const canCreate = source === 'day' || (templates.rows?.length ?? 0) > 0;

  return (
    <SubmitForm
      form={form}
      action={canCreate ? t('create') : undefined}
      work={() => {
        const from = source === 'template' ? { template } : { layout, people };
        return layLayout(client, team, { date, from });
      }}
      onDone={() => go(urls.overview)}
      footer={<ButtonLink href={cancelTo}>{ofPage('cancel')}</ButtonLink>}
    >
      <TextField label={t('date')} type="date" {...form.field('date')} />
      <div>
        <PillRow
          label={t('start-from')}
          items={sources()}
          currentId={source}
          onChoose={(next) => {
            form.clear();
            setSource(next);
          }}
        />
      </div>
      {source === 'template' ? (
        <TemplateField list={templates} field={{ ...form.field('template'), value: template }} />
      ) : (
        <>
          <TextField
            label={t('day-to-copy')}
            type="date"
            {...form.field('day')}
            value={day}
            description={isIsoDate(day) ? weekday(day) : undefined}
            error={isIsoDate(day) ? undefined : form.at('layout')}
          />
          {isIsoDate(day) && (
            <LayoutField list={layouts} day={day} field={{ ...form.field('layout'), value: layout }} />
          )}
          <Checkbox
            label={t('copy-people')}
            description={t('copy-people-without')}
            {...form.checkbox('people')}
          />
        </>
      )}
    </SubmitForm>
  );
}

type Field = { name: string; value: string; onChange: (id: string) => void; error: string | undefined };

function TemplateField({ list, field }: { list: ReturnType<typeof useTemplates>; field: Field }) {
  if (!list.rows) return <ListState list={list} />;
  if (list.rows.length === 0) return <NoTemplates />;
  return (
    <>
      <ListState list={list} />
      <SelectField
        label={t('template')}
        placeholder={t('choose-a-template')}
        options={list.rows.map(({ id, name, area }) => ({ value: id, label: `${name} · ${area}` }))}
        {...field}
      />
    </>
  );
}

function NoTemplates() {
  const mayCreate = mayManage(useRole());
  return (
    <EmptyState
      title={t('no-templates-yet')}
      actions={
        mayCreate && (
          <ButtonLink variant="primary" href={urls.newTemplate} icon={<IconPlus />}>
            {t('new-template')}
          </ButtonLink>
        )
      }
    >
      {t(mayCreate ? 'layout-from-template' : 'ask-for-template')}
    </EmptyState>
  );
}

type LayoutFieldProps = { list: ReturnType<typeof useLayoutsOn>; day: IsoDate; field: Field };

function LayoutField({ list, day, field }: LayoutFieldProps) {
  if (!list.rows) return <ListState list={list} />;
  if (list.rows.length === 0) {
    return (
      <Alert tone={field.error ? 'problem' : 'warning'}>{t('no-layouts-on', { day: dayAndDate(day) })}</Alert>
    );
  }
  return (
    <SelectField
      label={t('layout')}
      placeholder={t('choose-a-layout')}
      options={list.rows.map(({ id, area, template }) => ({ value: id, label: `${area} · ${template}` }))}
      {...field}
    />
  );
}

const dayAndDate = (day: IsoDate): string =>
  t('weekday-and-date', { weekday: weekday(day), date: showDate(day) });

/** The choice for as long as it is in the list, and the only row without a press. */
function chosenIn(rows: readonly { readonly id: string }[] | undefined, id: string): string {
  const [only] = rows?.length === 1 ? rows : [];
  return rows?.some((row) => row.id === id) ? id : (only?.id ?? '');
}
