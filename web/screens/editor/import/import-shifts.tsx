import { useMemo, useState } from 'react';
import { calendarIn, readCalendar } from '../../../../client/calendar-file.ts';
import { readScheduleFile, type Sheet } from '../../../../client/schedule-file.ts';
import type { TimeRange } from '../../../../domain/clock-time.ts';
import type { Layout } from '../../../../domain/layout.ts';
import { sentence } from '../../../../domain/problem.ts';
import type { FileTerms } from '../../../../domain/schedule-file/entry.ts';
import type { DateOrder } from '../../../../domain/schedule-file/printed-day.ts';
import {
  likeliestSheet,
  readScheduleTable,
  type ScheduleTable,
} from '../../../../domain/schedule-file/schedule-table.ts';
import { useClient, useLayout, useTeam, useTeamId } from '../../../parts/client-context.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Actions, Page, Stack } from '../../../ui/page.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { urls } from '../../../urls.ts';
import { ColumnStep } from './column-step.tsx';
import { AskedTimesCard, DateOrderField } from './file-questions.tsx';
import { FileReview } from './file-review.tsx';
import { PasteBox } from './paste-box.tsx';

/** A schedule file, shown as it was understood before anything changes. */
export function ImportShiftsScreen() {
  const layout = useLayout();
  if (layout.state !== 'ready') return <Loading />;
  return <ImportShifts layout={layout.body} />;
}

interface Chosen {
  /** Each choice is a new one, also of the same file. */
  readonly nth: number;
  readonly name: string;
  readonly sheets?: readonly Sheet[];
  /** What was read of a calendar, which has no rows. */
  readonly calendar?: ScheduleTable;
  readonly error?: string;
}

/** What a person said about the chosen file. */
interface Said {
  /** Index of the sheet. */
  readonly sheet: number;
  readonly headerRow?: number;
  readonly dateOrder?: DateOrder;
  readonly answers: ReadonlyMap<string, TimeRange>;
}

const nothingSaid: Said = { sheet: 0, answers: new Map() };

function ImportShifts({ layout }: { layout: Layout }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const settings = useTeam();
  const { columns: titles, timeZone } = settings.state === 'ready' ? settings.body : {};
  const [chosen, setChosen] = useState<Chosen>();
  const [said, setSaid] = useState(nothingSaid);
  const [isMapping, setMapping] = useState(false);
  const { date, dayStart, rotations } = layout;
  const terms = useMemo<FileTerms>(
    () => ({ titles, timeZone, date, dayStart, rotations, ...said }),
    [titles, timeZone, date, dayStart, rotations, said],
  );
  const rows = chosen?.sheets?.[said.sheet]?.rows;
  const table = useMemo(() => (rows ? readScheduleTable(rows, terms) : undefined), [rows, terms]);
  const unclear = useMemo(() => (rows ? unclearDate(rows, terms) : undefined), [rows, terms]);
  const problem = table && !table.ok ? table.problem : undefined;
  const asksForColumns = rows && (isMapping || problem?.code === 'columns-missing');

  async function choose(file: File) {
    const { name } = file;
    const nth = (chosen?.nth ?? 0) + 1;
    setMapping(false);
    setSaid(nothingSaid);
    setChosen({ nth, name });
    const calendar = await calendarIn(file);
    if (calendar !== null) {
      const read = await readCalendar(client, team, { calendar, date, timeZone: timeZone ?? 'UTC' });
      const found = read.ok ? { calendar: read.value } : { error: sentence(read.problem) };
      return setChosen({ nth, name, ...found });
    }
    const outcome = await readScheduleFile(file);
    if (!outcome.ok) return setChosen({ nth, name, error: sentence(outcome.problem) });
    setSaid({ ...nothingSaid, sheet: likeliestSheet(outcome.value, { ...terms, ...nothingSaid }) });
    setChosen({ nth, name, sheets: outcome.value });
  }

  function answer(key: string, range: TimeRange | undefined) {
    const answers = new Map(said.answers);
    if (range) answers.set(key, range);
    else answers.delete(key);
    setSaid({ ...said, answers });
  }

  return (
    <Page title="Import File">
      <Stack>
        <FileDrop
          label="Schedule file"
          description="Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file or drop it here."
          accept=".csv,.tsv,.txt,.xlsx,.ics,text/csv,text/tab-separated-values,text/calendar"
          fileName={chosen?.name}
          error={chosen?.error ?? (problem && sentence(problem))}
          onFile={choose}
        />
        <PasteBox onFile={choose} />
        {chosen?.sheets && chosen.sheets.length > 1 && (
          <SelectField
            label="Sheet"
            name="sheet"
            value={String(said.sheet)}
            options={chosen.sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
            onChange={(sheet) => setSaid({ ...nothingSaid, sheet: Number(sheet) })}
          />
        )}
        {unclear && (
          <DateOrderField
            text={unclear}
            value={said.dateOrder}
            onChange={(dateOrder) => setSaid({ ...said, dateOrder })}
          />
        )}
        {asksForColumns && (
          <ColumnStep
            key={`${chosen?.nth} ${said.sheet} ${said.headerRow}`}
            rows={rows}
            terms={terms}
            onHeaderRow={(headerRow) => setSaid({ ...said, headerRow, answers: new Map() })}
            onChoose={(columns) => {
              const made = client.open('team', team, team).change({ type: 'team.columns', columns });
              if (made.ok) setMapping(false);
              return made;
            }}
          />
        )}
        {rows && !asksForColumns && (
          <Actions>
            <Button onPress={() => setMapping(true)}>Choose Columns</Button>
          </Actions>
        )}
        {chosen?.calendar && (
          <FileReview
            key={chosen.nth}
            layout={layout}
            table={chosen.calendar}
            provider="ics"
            questions={null}
          />
        )}
        {table?.ok && !asksForColumns ? (
          <FileReview
            key={`${chosen?.nth} ${said.sheet}`}
            layout={layout}
            table={table.value}
            provider="csv"
            questions={<AskedTimesCard asked={table.value.asked} answers={said.answers} onAnswer={answer} />}
          />
        ) : (
          !chosen?.calendar && (
            <Actions>
              <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
            </Actions>
          )
        )}
      </Stack>
    </Page>
  );
}

/** A date of the file that nothing but a person can tell the month of. */
function unclearDate(rows: Sheet['rows'], terms: FileTerms): string | undefined {
  const read = readScheduleTable(rows, { ...terms, dateOrder: undefined });
  return !read.ok && read.problem.code === 'dates-unclear' ? String(read.problem.details?.text) : undefined;
}
