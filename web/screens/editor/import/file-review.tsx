import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { layLayout } from '../../../../client/calls/layouts.ts';
import { loadDocument } from '../../../../client/document/load-document.ts';
import type { Sheet } from '../../../../client/files/schedule-file.ts';
import { showDate, showShortDay, weekday } from '../../../../client/words/formats.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import { type Layout, layoutLike } from '../../../../domain/day/layout.ts';
import { grouped } from '../../../../domain/list/list.ts';
import type { Outcome, Problem } from '../../../../domain/problem/problem.ts';
import type { Clock, Night } from '../../../../domain/schedule/file-questions.ts';
import {
  businessDateOf,
  type ReviewRow,
  reviewSchedule,
  type ScheduleReview,
  takeOf,
} from '../../../../domain/schedule/schedule.ts';
import type { AmbiguousTimes, FileContext } from '../../../../domain/schedule/schedule-entry.ts';
import {
  findHeaderRow,
  likeliestSheet,
  parseScheduleTable,
  type RowDays,
  rowDays,
  type ScheduleTable,
} from '../../../../domain/schedule/schedule-table.ts';
import { rowsOfLocation } from '../../../../domain/schedule/table-locations.ts';
import { type ColumnTitles, namedColumns } from '../../../../domain/team/team.ts';
import type { TimeRange } from '../../../../domain/time/clock-time.ts';
import { addDays, type IsoDate } from '../../../../domain/time/date.ts';
import type { DateOrder } from '../../../../domain/time/written-days.ts';
import { showProblem, useLayoutChange } from '../../../parts/forms/change-toast.ts';
import { SubmitForm, useFormOutcome } from '../../../parts/forms/submit.tsx';
import { asSomeone } from '../../../parts/kiosk/unlock-first.ts';
import { useLayoutsIn } from '../../../parts/lists/document-lists.ts';
import { useClient, useObservable, useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { forgetTyped } from '../../../parts/page/use-typed.ts';
import { Button, ButtonLink, useNavigateTo } from '../../../ui/button/button.tsx';
import { FormRow, SelectField } from '../../../ui/form/form.tsx';
import { Alert } from '../../../ui/message/message.tsx';
import { Actions, Card } from '../../../ui/page/page.tsx';
import { Table } from '../../../ui/table/table.tsx';
import { urls } from '../../../urls.ts';
import { ReviewRows, timesText, useRowSelection } from '../review/review-rows.tsx';
import { dateFormat, LocationField, QuestionField } from './question-fields.tsx';

const t = words('editor');
const page = words('page');

type ColumnMappingProps = {
  rows: readonly (readonly string[])[];
  terms: FileContext;
  onHeaderRow: (row: number) => void;
  onChoose: (titles: ColumnTitles) => Outcome<unknown>;
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
    { value: '', label: t('no-column') },
    ...[...new Set(named.map(({ title }) => title))].map((title) => ({ value: title, label: title })),
  ];
  const headerRows = rows.slice(0, offeredRows).flatMap((cells, index) => {
    const texts = filledCells(cells);
    if (texts.length === 0) return [];
    const value = String(index + 1);
    const shown = texts.slice(0, 4).join(', ').slice(0, 60);
    return [{ value, label: t('row-preview', { row: value, texts: shown }) }];
  });

  return (
    <Card title={t('columns')} isPadded>
      <SubmitForm form={form} label={t('columns')} action={t('use-columns')} work={() => onChoose(chosen)}>
        <p>{t('match-columns')}</p>
        <SelectField
          label={t('header-row')}
          name="headerRow"
          value={String(below)}
          options={headerRows}
          onChange={(row) => onHeaderRow(Number(row))}
        />
        <FormRow>
          {namedColumns.map((column) => (
            <SelectField
              key={column}
              label={t(`column-${column}`)}
              name={column}
              value={chosen[column] ?? ''}
              options={options}
              onChange={(title) => setChosen({ ...chosen, [column]: title })}
            />
          ))}
        </FormRow>
        <p>{t('both-times')}</p>
        <Table
          label={t('first-rows')}
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

function daysOfRows({ dates, isSaid }: RowDays) {
  const options = dates.map((date) => ({ value: date, label: `${weekday(date)}, ${showDate(date)}` }));
  return isSaid ? [{ value: '', label: t('dates-in-file') }, ...options] : options;
}

type AmbiguousTimesCardProps = {
  asked: readonly AmbiguousTimes[];
  answers: ReadonlyMap<string, TimeRange>;
  onAnswer: (key: string, range: TimeRange | undefined) => void;
};

/** With more than this, it's easier to fix the file. */
const mostAsked = 100;

function AmbiguousTimesCard({ asked, answers, onAnswer }: AmbiguousTimesCardProps) {
  if (asked.length === 0) return null;
  const open = asked.filter(({ key }) => !answers.has(key)).length;
  return (
    <Card
      title={t('check-times')}
      aside={open > 0 ? t('times-skipped', { count: open, all: asked.length }) : undefined}
      isPadded
    >
      <FormRow>
        {asked.slice(0, mostAsked).map(({ key, row, teamMember, written, choices }) => {
          const answer = answers.get(key);
          return (
            <SelectField
              key={key}
              label={t('times-asked', { name: teamMember, row, written })}
              name={`times-${key}`}
              value={answer ? timesText(answer) : ''}
              options={[{ value: '', label: t('skip') }, ...choices.map(timesText)]}
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
      {asked.length > mostAsked && <p>{t('more-skipped', { count: asked.length - mostAsked })}</p>}
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
  readonly location?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly shiftDates?: DateOrder | undefined;
  readonly nights?: Night | undefined;
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
  const own = useMemo(() => rowsOfLocation(rows, terms), [rows, terms]);
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
          label={t('sheet')}
          name="sheet"
          value={String(sheet)}
          options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
          onChange={(index) => setOptions({ ...noOptions, sheet: Number(index) })}
        />
      )}
      {unclear && (
        <SelectField
          label={t('date-format')}
          name="dateOrder"
          value={options.dateOrder ?? ''}
          placeholder={t('choose-date-format')}
          options={[dateFormat(unclear, 'month-first'), dateFormat(unclear, 'day-first')]}
          onChange={(dateOrder) => setOptions({ ...options, dateOrder })}
        />
      )}
      {days && (
        <SelectField
          label={days.isWeek ? t('rows-for-week') : t('rows-for')}
          name="rowsFor"
          value={days.used ?? ''}
          placeholder={days.used || days.isSaid ? undefined : t('choose-date')}
          options={daysOfRows(days)}
          onChange={(date) => setOptions({ ...options, rowsFor: date || undefined })}
        />
      )}
      <LocationField
        own={own}
        onChoose={(location) => setOptions({ ...options, location, answers: new Map() })}
      />
      {table.ok &&
        table.value.questions.map((question) => (
          <QuestionField
            key={question.about}
            question={question}
            onAnswer={(said) => setOptions({ ...options, answers: new Map(), ...said })}
          />
        ))}
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
            <Button onPress={() => setMapping(true)}>{t('choose-columns')}</Button>
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
          <ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>
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

/** So many days are offered: a file has a week, or two, and of a year nobody would find theirs. */
const mostDays = 14;
/** In days, from the first of them: layouts are listed for less than three months. */
const longest = 60;

/** The file goes on with the layout that is opened. */
function OtherDates({ layout, table }: { layout: Layout; table: ScheduleTable }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const current = useObservable(client.choices.layout) ?? '';
  const all = [...grouped(table.shifts, (shift) => businessDateOf(shift, layout.dayStart))]
    .filter(([date]) => date !== layout.date)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const dates = all.slice(0, mostDays).filter(([date]) => date <= addDays(all[0]?.[0] ?? date, longest));
  const [first, last] = [dates[0]?.[0] ?? layout.date, dates[dates.length - 1]?.[0] ?? layout.date];
  const rows = useLayoutsIn(team, { from: first, to: last }).rows;
  const [busy, setBusy] = useState<IsoDate | null>(null);

  async function open(date: IsoDate, id: string | undefined) {
    setBusy(date);
    const opened: Outcome<unknown> =
      id === undefined
        ? await layLayout(client, team, { date, from: { layout: current, people: false } })
        : await loadDocument(client, ['layout', team, id], 'layout-missing');
    setBusy(null);
    if (!opened.ok) return showProblem(opened.problem);
    // the board stays as it is
    if (id !== undefined) client.choices.openLayout(id);
  }

  if (!rows || dates.length === 0) return null;
  return (
    <Card title={t('other-dates')} isPadded>
      <ul className="stack stack--close">
        {dates.map(([date, shifts]) => {
          const ofArea = rows.filter((row) => row.date === date && row.area === layout.area);
          const found = layoutLike(ofArea, layout);
          const name = `${weekday(date)}, ${showDate(date)}`;
          return (
            <li key={date} className="line apart">
              <span>{t('date-shifts', { day: name, count: shifts.length })}</span>
              <Button
                isDisabled={busy !== null}
                aria-label={found ? t('open-date', { day: name }) : t('create-date', { day: name })}
                onPress={() => void open(date, found?.id)}
              >
                {found ? t('open-layout') : t('create-layout')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type FileReviewProps = {
  layout: Layout;
  table: ScheduleTable;
  /** The provider the shifts belong to: a calendar file has the same shifts as its feed. */
  provider: 'csv' | 'ics';
  notices: readonly Problem[];
  questions: ReactNode;
};

export function FileReview({ layout, table, provider, notices, questions }: FileReviewProps) {
  const go = useNavigateTo();
  const client = useClient();
  const change = useLayoutChange();
  const review = useMemo(
    () => reviewSchedule(layout, table.shifts, { provider, roles: null }),
    [layout, table, provider],
  );
  // a file may have only a part of the day, so people who aren't in it are not removed by default
  const selection = useRowSelection(review, { gone: false, doubtful: table.repeated });
  const count = selection.ids.size;

  function confirm() {
    const take = takeOf(review, selection.ids, new Set(), selection.same);
    if (!take || !change(take, t('shifts-imported', { count }))) return;
    forgetTyped();
    go(urls.shifts);
  }

  return (
    <>
      <ImportSummary table={table} review={review} layout={layout} hasRows={provider === 'csv'} />
      {notices.map((notice) => (
        <Alert key={notice.code}>{sentence(notice)}</Alert>
      ))}
      {questions}
      {provider === 'csv' && <OtherDates layout={layout} table={table} />}
      <div className="actions review-actions">
        <Button variant="primary" isDisabled={count === 0} onPress={() => asSomeone(client, confirm)}>
          {count > 0 ? t('import-shifts', { count }) : t('nothing-to-import')}
        </Button>
        <ButtonLink href={urls.shifts}>{page('cancel')}</ButtonLink>
      </div>
      <ReviewRows
        review={review}
        layout={layout}
        selection={selection}
        source="file"
        remarks={table.remarks}
      />
      <Skipped table={table} />
    </>
  );
}

type ImportSummaryProps = {
  table: ScheduleTable;
  review: ScheduleReview;
  layout: Layout;
  /** Calendars don't have rows. */
  hasRows: boolean;
};

function ImportSummary({ table, review, layout, hasRows }: ImportSummaryProps) {
  const count = (of: ReviewRow['kind']) => review.rows.filter(({ kind }) => kind === of).length;
  const onThisDate = table.shifts.length - review.otherDates;
  const shifts = [
    ['shifts-new', count('added')],
    ['shifts-matched', count('same')],
    ['shifts-changed', count('changed')],
    ['shifts-unchanged', review.unchanged],
  ] as const;
  const total = shifts.reduce((sum, [, each]) => sum + each, 0);
  const counts = shifts.flatMap(([key, each]) => (each > 0 ? [t(key, { count: each })] : [])).join(', ');
  const day = showShortDay(layout.date);
  const skipped = skippedCount(table);
  const repeated = review.rows.filter(({ id, kind }) => kind === 'added' && table.repeated.has(id)).length;
  return (
    <>
      <Alert tone={onThisDate > 0 ? 'success' : 'warning'}>
        {[
          total > 0 ? t('shifts-for', { counts, total, day }) : t('no-shifts-for', { day }),
          review.otherDates > 0 && t('on-other-dates', { count: review.otherDates }),
          repeated > 0 && t('duplicates-left', { count: repeated }),
          hasRows && skipped > 0 && t('rows-skipped', { count: skipped }),
        ]
          .filter(Boolean)
          .join(' ')}
      </Alert>
      {table.assumed && <Alert>{t('no-dates', { day: showShortDay(table.assumed) })}</Alert>}
    </>
  );
}

const skippedCount = ({ skipped }: ScheduleTable): number =>
  skipped.reduce((sum, { count = 1 }) => sum + count, 0);

const mostListed = 50;

function Skipped({ table }: { table: ScheduleTable }) {
  const { skipped } = table;
  if (skipped.length === 0) return null;
  return (
    <Card title={t('skipped')} aside={skippedCount(table)} isPadded>
      <ul className="import-shifts__skipped">
        {skipped.slice(0, mostListed).map((skip, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a row can be in it twice
          <li key={index}>{typeof skip.reason === 'string' ? skip.reason : sentence(skip.reason)}</li>
        ))}
        {skipped.length > mostListed && <li>{t('and-more', { count: skipped.length - mostListed })}</li>}
      </ul>
    </Card>
  );
}
