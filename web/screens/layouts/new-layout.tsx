import { useState } from 'react';
import { layLayout } from '../../../client/calls/layouts.ts';
import { dayToCopy, weeksBack } from '../../../domain/day/same-weekday.ts';
import { addDays, businessDay, type IsoDate, isIsoDate } from '../../../domain/time/date.ts';
import { useFormOutcome } from '../../parts/forms/form-outcome.ts';
import { Submit } from '../../parts/forms/submit.tsx';
import { useLayoutsIn, useTemplates } from '../../parts/lists/document-lists.ts';
import { useClient, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { useNavigateTo } from '../../ui/button/link.tsx';
import { Form, FormError, FormFooter } from '../../ui/form/form.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { PillRow } from '../../ui/menu/pill.tsx';
import { Page } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { CopyLayoutFields } from './copy-layout-fields.tsx';
import { TemplateField } from './template-field.tsx';
import './new-layout.css';

type NewLayoutProps = {
  date?: IsoDate;
  /** The layout to copy, and its date. */
  copy?: string;
  of?: IsoDate;
  /** The page that needed a layout. */
  from?: string;
};

/** Creates a layout from a template or from another day. */
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
  /** The day the user came from. */
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
