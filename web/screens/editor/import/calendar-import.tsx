import { useEffect, useState } from 'react';
import type { NamedCalendar } from '../../../../client/files/calendar-archive.ts';
import { parseCalendarFile } from '../../../../client/files/schedule-file.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { done, type Outcome } from '../../../../domain/problem/problem.ts';
import { readTitle } from '../../../../domain/schedule/calendar-titles.ts';
import type { ScheduleTable } from '../../../../domain/schedule/schedule-table.ts';
import { SubmitForm, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { SelectField, TextField } from '../../../ui/form/form.tsx';
import { Loading } from '../../../ui/message/message.tsx';
import { Actions, Card } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { FileReview } from './file-review.tsx';

const t = words('editor');
const page = words('page');

type CalendarImportProps = {
  layout: Layout;
  calendars: readonly NamedCalendar[];
  onProblem: (text: string | undefined) => void;
};

interface Read {
  readonly query: string;
  readonly table: Outcome<ScheduleTable>;
}

/** A file can have the calendars of several stores, or somebody's own beside the schedule: then a person chooses one. */
export function CalendarImport({ layout, calendars, onProblem }: CalendarImportProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const settings = useTeam();
  const timeZone = settings.state === 'ready' ? settings.body.timeZone : 'UTC';
  const [index, setIndex] = useState(calendars.length === 1 ? 0 : -1);
  const [person, setPerson] = useState('');
  const [read, setRead] = useState<Read>();
  const { date, dayStart, rotations } = layout;
  const calendar = calendars[index];
  const query = JSON.stringify([index, person, date, timeZone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: changes of the day meanwhile are compared in the review
  useEffect(() => {
    if (!calendar) return;
    let isCurrent = true;
    const times = rotations.map(({ startTime, endTime }) => ({ startTime, endTime }));
    const about = { calendar: calendar.text, date, timeZone, person, day: { dayStart, rotations: times } };
    void parseCalendarFile(client, team, about).then((table) => {
      if (isCurrent) setRead({ query, table });
    });
    return () => {
      isCurrent = false;
    };
  }, [client, team, calendar, query]);

  const table = read?.query === query ? read.table : undefined;
  const problem = table && !table.ok ? sentence(table.problem) : undefined;
  useEffect(() => onProblem(problem), [onProblem, problem]);

  return (
    <>
      {calendars.length > 1 && (
        <SelectField
          label={t('calendar')}
          name="calendar"
          value={index < 0 ? '' : String(index)}
          placeholder={t('choose-calendar')}
          options={calendars.map(({ name }, nth) => ({ value: String(nth), label: name || String(nth + 1) }))}
          onChange={(chosen) => {
            setIndex(Number(chosen));
            setPerson('');
          }}
        />
      )}
      {calendar && !table && <Loading />}
      {table?.ok ? (
        <FileReview
          key={query}
          layout={layout}
          table={table.value}
          provider="ics"
          notices={[]}
          questions={
            (person !== '' || hasNameless(table.value)) && (
              <PersonCard suggested={person || ownerOf(calendar?.name ?? '')} onPerson={setPerson} />
            )
          }
        />
      ) : (
        <Actions>
          <ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>
        </Actions>
      )}
    </>
  );
}

const hasNameless = ({ skipped }: ScheduleTable): boolean =>
  skipped.some(({ reason }) => typeof reason !== 'string' && reason.code === 'skipped-no-person');

/** 'Ana Lopez' of 'Ana Lopez's shifts'; '' of 'Maple crew'. */
const ownerOf = (calendar: string): string => readTitle(calendar).name;

type PersonCardProps = { suggested: string; onPerson: (name: string) => void };

function PersonCard({ suggested, onPerson }: PersonCardProps) {
  const [name, setName] = useState(suggested);
  const form = useFormOutcome();
  return (
    <Card title={t('calendar-person')} isPadded>
      <SubmitForm
        form={form}
        label={t('calendar-person')}
        action={t('use-name')}
        work={() => {
          onPerson(name.trim());
          return done({});
        }}
      >
        <TextField
          label={t('column-name')}
          name="person"
          description={t('calendar-person-hint')}
          value={name}
          maxLength={100}
          onChange={setName}
        />
      </SubmitForm>
    </Card>
  );
}
