import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useDeferredValue, useMemo, useState } from 'react';
import { words } from '../../../client/words/words.ts';
import { type CurvePoint, coverageCurve, missingPeople } from '../../../domain/day/curve.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { jobOf } from '../../../domain/day/shift.ts';
import { type TimelineRow, timelineRows } from '../../../domain/day/timeline.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { BoardNames, useNames } from '../../parts/board/use-board.tsx';
import { useClient, useReadyLayout, useRole, useTimeZone } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField, TextField } from '../../ui/form/form.tsx';
import { EmptyState } from '../../ui/message/message.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { urls } from '../../urls.ts';
import { Chart, showAttendance, showBreaks, showSpan, showStints } from './chart.tsx';
import { type Grouping, groupRows, searchRows } from './scale.ts';
import './timeline.css';

const t = words('timeline');

type FactsTableProps = { layout: Layout; rows: readonly TimelineRow[] };

function FactsTable({ layout, rows }: FactsTableProps) {
  const nameOf = useNames();
  const client = useClient();
  const timeZone = useTimeZone();
  const { shifts, rotations, dayStart } = layout;
  const stretches = useMemo(
    () => stretchesOf({ shifts, rotations, dayStart }),
    [shifts, rotations, dayStart],
  );
  const columns: readonly TableColumn<TimelineRow>[] = [
    { label: t('team-member'), cell: ({ shift }) => nameOf(shift).full },
    { label: t('shift'), cell: ({ span }) => showSpan(span) },
    { label: t('job'), cell: ({ shift }) => jobOf(shift) },
    { label: t('positions'), cell: showStints },
    { label: t('breaks'), cell: (row) => showBreaks(row, layout, { now: client.now(), timeZone }) },
    { label: t('attendance'), cell: showAttendance },
  ];
  return (
    <>
      <Table label={t('people')} columns={columns} rows={rows} rowKey={({ shift }) => shift.id} />
      <Table
        label={t('coverage')}
        columns={coverageColumns()}
        rows={stretches}
        rowKey={({ minute }) => `${minute}`}
      />
    </>
  );
}

/** Until the next point of the curve. */
type Stretch = CurvePoint & { end: number };

const coverageColumns = (): readonly TableColumn<Stretch>[] => [
  { label: t('time'), cell: ({ minute, end }) => showSpan({ start: minute, end }) },
  { label: t('people-at-work-column'), cell: ({ present }) => present },
  { label: t('with-position'), cell: ({ seated }) => seated },
  { label: t('positions'), cell: ({ positions }) => positions },
  { label: t('open'), cell: ({ positions, covered }) => positions - covered },
  {
    label: t('short'),
    cell: (point) => (missingPeople(point) > 0 ? t('short-by', { count: missingPeople(point) }) : ''),
  },
];

function stretchesOf(day: Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>): readonly Stretch[] {
  const curve = coverageCurve(day);
  return curve
    .slice(0, -1)
    .map((point, index) => ({ ...point, end: curve[index + 1]?.minute ?? point.minute }));
}

const groupings = () => [
  { value: 'none', label: t('by-start') },
  { value: 'job', label: t('by-job') },
  { value: 'subarea', label: t('by-subarea') },
];

const none: readonly TimelineRow[] = [];

export function TimelineScreen() {
  const layout = useReadyLayout();
  const mayRun = mayRunTheDay(useRole());
  const [typed, type] = useState('');
  const [grouping, group] = useState<Grouping>('none');
  const [isTable, showTable] = useState(false);
  const rows = useMemo(() => timelineRows(layout), [layout]);
  const found = useMemo(() => searchRows(rows, typed), [rows, typed]);
  // most people see the chart, so the table can wait until it is drawn
  const tableRows = useDeferredValue(found, none);
  const groups = useMemo(() => groupRows(found, grouping), [found, grouping]);

  return (
    <BoardNames shifts={layout.shifts}>
      <main className="stack timeline">
        <title>{`${t('title')} · Lineup`}</title>
        {rows.length === 0 ? (
          <NobodyYet mayRun={mayRun} />
        ) : (
          <>
            <div className="actions timeline__tools screen-only">
              <TextField
                label={t('search')}
                isLabelHidden
                type="search"
                placeholder={t('search')}
                value={typed}
                onChange={type}
              />
              <SelectField
                label={t('order')}
                isLabelHidden
                value={grouping}
                options={groupings()}
                onChange={(value) => group(value as Grouping)}
              />
              <Button
                icon={<IconTable />}
                aria-label={t('table')}
                aria-pressed={isTable}
                onPress={() => showTable(!isTable)}
              >
                <span className="timeline__button-words">{t('table')}</span>
              </Button>
            </div>
            <p className="quiet" role="status">
              {found.length === 0 && t('nobody-found')}
            </p>
            {!isTable && <Chart layout={layout} groups={groups} isLink={mayRun} />}
            {!isTable && <Legend />}
            <div className={isTable ? 'stack timeline__table' : 'visually-hidden'}>
              {tableRows !== none && <FactsTable layout={layout} rows={tableRows} />}
            </div>
          </>
        )}
      </main>
    </BoardNames>
  );
}

function Legend() {
  return (
    <div className="timeline__legend" aria-hidden="true">
      {(['due', 'running', 'over', 'taken'] as const).map((state) => (
        <span key={state}>
          <span className={`timeline__break timeline__break--${state}`} />
          {t(`break-${state}`)}
        </span>
      ))}
      <span>
        <span className="timeline__break timeline__break--none" />
        {t('no-position')}
      </span>
    </div>
  );
}

function NobodyYet({ mayRun }: { mayRun: boolean }) {
  return (
    <EmptyState
      title={t('nobody-yet')}
      actions={
        <ButtonLink
          size="big"
          variant={mayRun ? 'primary' : 'secondary'}
          href={mayRun ? urls.shifts : urls.day}
        >
          {mayRun ? t('add-people') : t('day-view')}
        </ButtonLink>
      }
    >
      {t('once-scheduled')}
    </EmptyState>
  );
}
