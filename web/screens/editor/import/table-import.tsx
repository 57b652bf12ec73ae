import { useEffect, useMemo, useState } from 'react';
import type { Sheet } from '../../../../client/files/schedule-file.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import type { FileContext } from '../../../../domain/schedule/entry.ts';
import type { DateOrder } from '../../../../domain/schedule/printed-day.ts';
import { likeliestSheet, parseScheduleTable, rowDays } from '../../../../domain/schedule/schedule-table.ts';
import type { TimeRange } from '../../../../domain/time/clock-time.ts';
import type { IsoDate } from '../../../../domain/time/date.ts';
import { useClient, useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/form/field.tsx';
import { Actions } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { AmbiguousTimesCard, DateOrderField, RowDaysField } from './file-questions.tsx';
import { FileReview } from './file-review.tsx';

type TableImportProps = {
  layout: Layout;
  sheets: readonly Sheet[];
  /** What is wrong with the file under the current options, if anything. */
  onProblem: (text: string | undefined) => void;
  /** Before another layout is opened: the file goes on there. The function returned says that none was. */
  onLeave: () => () => void;
};

/** How the user wants the file to be read. */
interface FileOptions {
  /** Index of the sheet; by default the one most likely to have the schedule. */
  readonly sheet?: number;
  readonly headerRow?: number;
  readonly dateOrder?: DateOrder;
  readonly rowsFor?: IsoDate | undefined;
  readonly answers: ReadonlyMap<string, TimeRange>;
}

/** Problems that a person solves by pointing out the columns. */
const columnProblems = new Set(['columns-missing', 'columns-unclear']);

const noOptions: FileOptions = { answers: new Map() };

/** A file with rows: how to read it, questions about it, and a review of the changes. */
export function TableImport({ layout, sheets, onProblem, onLeave }: TableImportProps) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const settings = useTeam();
  const { columns: titles, timeZone } = settings.state === 'ready' ? settings.body : {};
  const [options, setOptions] = useState(noOptions);
  const [isMapping, setMapping] = useState(false);
  const { date, dayStart, rotations } = layout;
  const known = useMemo<FileContext>(
    () => ({ titles, timeZone, date, dayStart, rotations, places: placesOf(rotations) }),
    [titles, timeZone, date, dayStart, rotations],
  );
  const likeliest = useMemo(() => likeliestSheet(sheets, known), [sheets, known]);
  const sheet = options.sheet ?? likeliest;
  const terms = useMemo<FileContext>(() => {
    const all = sheets.map(({ name }) => name);
    return { ...known, ...options, tab: { name: all[sheet] ?? '', all } };
  }, [known, options, sheets, sheet]);
  const rows = useMemo(() => sheets[sheet]?.rows ?? [], [sheets, sheet]);
  const table = useMemo(() => parseScheduleTable(rows, terms), [rows, terms]);
  const unclear = useMemo(() => unclearDate(rows, terms), [rows, terms]);
  const days = useMemo(() => rowDays(rows, terms), [rows, terms]);
  const problem = table.ok ? undefined : sentence(table.problem);
  const asksForColumns = isMapping || (!table.ok && columnProblems.has(table.problem.code));

  useEffect(() => onProblem(problem), [onProblem, problem]);

  function answer(key: string, range: TimeRange | undefined) {
    const answers = new Map(options.answers);
    if (range) answers.set(key, range);
    else answers.delete(key);
    setOptions({ ...options, answers });
  }

  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          name="sheet"
          value={String(sheet)}
          options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
          onChange={(index) => setOptions({ ...noOptions, sheet: Number(index) })}
        />
      )}
      {unclear && (
        <DateOrderField
          text={unclear}
          value={options.dateOrder}
          onChange={(dateOrder) => setOptions({ ...options, dateOrder })}
        />
      )}
      {days && <RowDaysField days={days} onChange={(rowsFor) => setOptions({ ...options, rowsFor })} />}
      {asksForColumns ? (
        <ColumnMapping
          key={`${sheet} ${options.headerRow}`}
          rows={rows}
          terms={terms}
          onHeaderRow={(headerRow) => setOptions({ ...options, headerRow, answers: new Map() })}
          onChoose={(columns) => {
            const made = client.open('team', team, team).change({ type: 'team.columns', columns });
            if (made.ok) setMapping(false);
            return made;
          }}
        />
      ) : (
        // lines of text have none
        rows.some((cells) => cells.length > 1) && (
          <Actions>
            <Button onPress={() => setMapping(true)}>Choose Columns</Button>
          </Actions>
        )
      )}
      {table.ok && !asksForColumns ? (
        <FileReview
          key={`${sheet} ${date} ${options.rowsFor}`}
          onLeave={onLeave}
          layout={layout}
          table={table.value}
          provider="csv"
          notices={sheets[sheet]?.notices ?? []}
          questions={
            <AmbiguousTimesCard asked={table.value.asked} answers={options.answers} onAnswer={answer} />
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

const placesOf = (rotations: Layout['rotations']): readonly string[] => [
  ...new Set(
    rotations.flatMap(({ subareas }) =>
      subareas.flatMap(({ name, positions }) => [name, ...positions.map((position) => position.name)]),
    ),
  ),
];

/** A date in the file whose month and day can't be told apart. */
function unclearDate(rows: Sheet['rows'], terms: FileContext): string | undefined {
  const read = parseScheduleTable(rows, { ...terms, dateOrder: undefined });
  return !read.ok && read.problem.code === 'dates-unclear' ? String(read.problem.details?.text) : undefined;
}
