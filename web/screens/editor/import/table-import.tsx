import { useEffect, useMemo, useState } from 'react';
import type { Sheet } from '../../../../client/schedule-file/schedule-file.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { sentence } from '../../../../domain/problem/problem.ts';
import type { FileTerms } from '../../../../domain/schedule-file/entry.ts';
import type { DateOrder } from '../../../../domain/schedule-file/printed-day.ts';
import { likeliestSheet, readScheduleTable } from '../../../../domain/schedule-file/schedule-table.ts';
import type { TimeRange } from '../../../../domain/time/clock-time.ts';
import { useClient, useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Actions } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { AmbiguousTimesCard, DateOrderField } from './file-questions.tsx';
import { FileReview } from './file-review.tsx';

type TableImportProps = {
  layout: Layout;
  sheets: readonly Sheet[];
  /** What is wrong with the file as it is read now; undefined for nothing. */
  onProblem: (text: string | undefined) => void;
};

/** What a person said about the file. */
interface Said {
  /** Index of the sheet; the likeliest one where nobody said it. */
  readonly sheet?: number;
  readonly headerRow?: number;
  readonly dateOrder?: DateOrder;
  readonly answers: ReadonlyMap<string, TimeRange>;
}

const nothingSaid: Said = { answers: new Map() };

/** A file with rows: how it is read, what is asked about it, and what it would do. */
export function TableImport({ layout, sheets, onProblem }: TableImportProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const settings = useTeam();
  const { columns: titles, timeZone } = settings.state === 'ready' ? settings.body : {};
  const [said, setSaid] = useState(nothingSaid);
  const [isMapping, setMapping] = useState(false);
  const { date, dayStart, rotations } = layout;
  const known = useMemo<FileTerms>(
    () => ({ titles, timeZone, date, dayStart, rotations }),
    [titles, timeZone, date, dayStart, rotations],
  );
  const terms = useMemo<FileTerms>(() => ({ ...known, ...said }), [known, said]);
  const likeliest = useMemo(() => likeliestSheet(sheets, known), [sheets, known]);
  const sheet = said.sheet ?? likeliest;
  const rows = useMemo(() => sheets[sheet]?.rows ?? [], [sheets, sheet]);
  const table = useMemo(() => readScheduleTable(rows, terms), [rows, terms]);
  const unclear = useMemo(() => unclearDate(rows, terms), [rows, terms]);
  const problem = table.ok ? undefined : sentence(table.problem);
  const asksForColumns = isMapping || (!table.ok && table.problem.code === 'columns-missing');

  useEffect(() => onProblem(problem), [onProblem, problem]);

  function answer(key: string, range: TimeRange | undefined) {
    const answers = new Map(said.answers);
    if (range) answers.set(key, range);
    else answers.delete(key);
    setSaid({ ...said, answers });
  }

  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          name="sheet"
          value={String(sheet)}
          options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
          onChange={(index) => setSaid({ ...nothingSaid, sheet: Number(index) })}
        />
      )}
      {unclear && (
        <DateOrderField
          text={unclear}
          value={said.dateOrder}
          onChange={(dateOrder) => setSaid({ ...said, dateOrder })}
        />
      )}
      {asksForColumns ? (
        <ColumnMapping
          key={`${sheet} ${said.headerRow}`}
          rows={rows}
          terms={terms}
          onHeaderRow={(headerRow) => setSaid({ ...said, headerRow, answers: new Map() })}
          onChoose={(columns) => {
            const made = client.open('team', team, team).change({ type: 'team.columns', columns });
            if (made.ok) setMapping(false);
            return made;
          }}
        />
      ) : (
        <Actions>
          <Button onPress={() => setMapping(true)}>Choose Columns</Button>
        </Actions>
      )}
      {table.ok && !asksForColumns ? (
        <FileReview
          key={sheet}
          layout={layout}
          table={table.value}
          provider="csv"
          questions={
            <AmbiguousTimesCard asked={table.value.asked} answers={said.answers} onAnswer={answer} />
          }
        />
      ) : (
        <Actions>
          <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
        </Actions>
      )}
    </>
  );
}

/** A date of the file that nothing but a person can tell the month of. */
function unclearDate(rows: Sheet['rows'], terms: FileTerms): string | undefined {
  const read = readScheduleTable(rows, { ...terms, dateOrder: undefined });
  return !read.ok && read.problem.code === 'dates-unclear' ? String(read.problem.details?.text) : undefined;
}
