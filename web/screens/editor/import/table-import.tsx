import { useEffect, useMemo, useState } from 'react';
import type { Sheet } from '../../../../client/files/schedule-file.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { Outcome } from '../../../../domain/problem/problem.ts';
import { sentence } from '../../../../domain/problem/sentence.ts';
import { type DateOrder, parsePrintedDay } from '../../../../domain/schedule/printed-day.ts';
import type { AmbiguousTimes, FileContext } from '../../../../domain/schedule/schedule-entry.ts';
import {
  findHeaderRow,
  likeliestSheet,
  parseScheduleTable,
  type RowDays,
  rowDays,
} from '../../../../domain/schedule/schedule-table.ts';
import type { ColumnTitles, NamedColumn } from '../../../../domain/team/team.ts';
import type { TimeRange } from '../../../../domain/time/clock-time.ts';
import { type IsoDate, showDate, showShortDay, weekday } from '../../../../domain/time/date.ts';
import { SubmitForm, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { useClient, useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../../ui/button/button.tsx';
import { FormRow, SelectField } from '../../../ui/form/form.tsx';
import { Actions, Card } from '../../../ui/page/page.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { urls } from '../../../urls.ts';
import { FileReview } from './file-review.tsx';

type ColumnMappingProps = {
  rows: readonly (readonly string[])[];
  terms: FileContext;
  onHeaderRow: (row: number) => void;
  onChoose: (titles: ColumnTitles) => Outcome<unknown>;
};

const labels: Readonly<Record<NamedColumn, string>> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  date: 'Date',
  start: 'Start time',
  end: 'End time',
  job: 'Job',
  note: 'Note',
};
const shownRows = 3;
const offeredRows = 50;

const filledCells = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '');

function ColumnMapping({ rows, terms, onHeaderRow, onChoose }: ColumnMappingProps) {
  const { header, columns, below } = findHeaderRow(rows, terms);
  const [chosen, setChosen] = useState(columns);
  const form = useFormOutcome();
  const preview = rows
    .slice(below)
    .filter((cells) => filledCells(cells).length > 0)
    .slice(0, shownRows)
    .map((cells, index) => ({ cells, index }));
  const named = header.map((title, index) => ({ title, index })).filter(({ title }) => title !== '');
  const options = [
    { value: '', label: 'None' },
    ...[...new Set(named.map(({ title }) => title))].map((title) => ({ value: title, label: title })),
  ];
  const headerRows = rows.slice(0, offeredRows).flatMap((cells, index) => {
    const texts = filledCells(cells);
    const value = String(index + 1);
    return texts.length > 0
      ? [{ value, label: `Row ${value}: ${texts.slice(0, 4).join(', ').slice(0, 60)}` }]
      : [];
  });

  return (
    <Card title="Columns" isPadded>
      <SubmitForm form={form} label="Columns" action="Use These Columns" work={() => onChoose(chosen)}>
        <p>Match your columns. We’ll remember them for next time.</p>
        <SelectField
          label="Header row"
          name="headerRow"
          value={String(below)}
          options={headerRows}
          onChange={(row) => onHeaderRow(Number(row))}
        />
        <FormRow>
          {(Object.keys(labels) as NamedColumn[]).map((column) => (
            <SelectField
              key={column}
              label={labels[column]}
              name={column}
              value={chosen[column] ?? ''}
              options={options}
              onChange={(title) => setChosen({ ...chosen, [column]: title })}
            />
          ))}
        </FormRow>
        <p>If one column has both times, such as 9a-5p, choose it for start and end.</p>
        <Table
          label="First rows of the file"
          rows={preview}
          rowKey={({ index }) => String(index)}
          columns={named.slice(0, 8).map(({ title, index }, nth) => ({
            label: named.slice(0, nth).some((before) => before.title === title)
              ? `${title} ${index + 1}`
              : title,
            cell: ({ cells }: (typeof preview)[number]) => (cells[index] ?? '').slice(0, 60),
          }))}
        />
      </SubmitForm>
    </Card>
  );
}

function dateFormat(text: string, order: DateOrder) {
  const day = parsePrintedDay(text, { order });
  const words = order === 'month-first' ? 'Month first' : 'Day first';
  return { value: order, label: day ? `${words}: ${text} is ${showShortDay(day)}` : words };
}

function daysOfRows({ dates, isSaid }: RowDays) {
  const options = dates.map((date) => ({ value: date, label: `${weekday(date)}, ${showDate(date)}` }));
  return isSaid ? [{ value: '', label: 'The dates in the file' }, ...options] : options;
}

const timesText = ({ startTime, endTime }: TimeRange): string => `${startTime} – ${endTime}`;

type AmbiguousTimesCardProps = {
  asked: readonly AmbiguousTimes[];
  answers: ReadonlyMap<string, TimeRange>;
  onAnswer: (key: string, range: TimeRange | undefined) => void;
};

/** With more than this, it's easier to fix the file. */
const mostShown = 100;

function AmbiguousTimesCard({ asked, answers, onAnswer }: AmbiguousTimesCardProps) {
  if (asked.length === 0) return null;
  const open = asked.filter(({ key }) => !answers.has(key)).length;
  return (
    <Card
      title="Check These Times"
      aside={open > 0 ? `${open} of ${asked.length} skipped` : undefined}
      isPadded
    >
      <FormRow>
        {asked.slice(0, mostShown).map(({ key, row, teamMember, printed, choices }) => {
          const answer = answers.get(key);
          return (
            <SelectField
              key={key}
              label={`${teamMember}, row ${row}: ${printed}`}
              name={`times-${key}`}
              value={answer ? timesText(answer) : ''}
              options={[{ value: '', label: 'Skip' }, ...choices.map(timesText)]}
              onChange={(text) =>
                onAnswer(
                  key,
                  choices.find((range) => timesText(range) === text),
                )
              }
            />
          );
        })}
      </FormRow>
      {asked.length > mostShown && <p>{`And ${asked.length - mostShown} more that will be skipped.`}</p>}
    </Card>
  );
}

type TableImportProps = {
  layout: Layout;
  sheets: readonly Sheet[];
  onProblem: (text: string | undefined) => void;
};

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

export function TableImport({ layout, sheets, onProblem }: TableImportProps) {
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
        <SelectField
          label="Date format"
          name="dateOrder"
          value={options.dateOrder ?? ''}
          placeholder="Choose a date format"
          options={[dateFormat(unclear, 'month-first'), dateFormat(unclear, 'day-first')]}
          onChange={(dateOrder) => setOptions({ ...options, dateOrder })}
        />
      )}
      {days && (
        <SelectField
          label={days.isWeek ? 'These rows are for the week of' : 'These rows are for'}
          name="rowsFor"
          value={days.used ?? ''}
          placeholder={days.used || days.isSaid ? undefined : 'Choose a date'}
          options={daysOfRows(days)}
          onChange={(date) => setOptions({ ...options, rowsFor: date || undefined })}
        />
      )}
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

function unclearDate(rows: Sheet['rows'], terms: FileContext): string | undefined {
  const read = parseScheduleTable(rows, { ...terms, dateOrder: undefined });
  return !read.ok && read.problem.code === 'dates-unclear' ? String(read.problem.details?.text) : undefined;
}
