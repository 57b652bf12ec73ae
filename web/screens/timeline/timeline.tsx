import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useDeferredValue, useMemo, useState } from 'react';
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
    { label: 'Team Member', cell: ({ shift }) => nameOf(shift).full },
    { label: 'Shift', cell: ({ span }) => showSpan(span) },
    { label: 'Job', cell: ({ shift }) => jobOf(shift) },
    { label: 'Positions', cell: showStints },
    { label: 'Breaks', cell: (row) => showBreaks(row, layout, { now: client.now(), timeZone }) },
    { label: 'Attendance', cell: showAttendance },
  ];
  return (
    <>
      <Table label="People" columns={columns} rows={rows} rowKey={({ shift }) => shift.id} />
      <Table label="Coverage" columns={coverage} rows={stretches} rowKey={({ minute }) => `${minute}`} />
    </>
  );
}

/** Until the next point of the curve. */
type Stretch = CurvePoint & { end: number };

const coverage: readonly TableColumn<Stretch>[] = [
  { label: 'Time', cell: ({ minute, end }) => showSpan({ start: minute, end }) },
  { label: 'People at Work', cell: ({ present }) => present },
  { label: 'With a Position', cell: ({ seated }) => seated },
  { label: 'Positions', cell: ({ positions }) => positions },
  { label: 'Open', cell: ({ positions, covered }) => positions - covered },
  { label: 'Short', cell: (point) => (missingPeople(point) > 0 ? `Short ${missingPeople(point)}` : '') },
];

function stretchesOf(day: Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>): readonly Stretch[] {
  const curve = coverageCurve(day);
  return curve
    .slice(0, -1)
    .map((point, index) => ({ ...point, end: curve[index + 1]?.minute ?? point.minute }));
}

const groupings = [
  { value: 'none', label: 'By start' },
  { value: 'job', label: 'By job' },
  { value: 'subarea', label: 'By subarea' },
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
        <title>Timeline · Lineup</title>
        {rows.length === 0 ? (
          <NobodyYet mayRun={mayRun} />
        ) : (
          <>
            <div className="actions timeline__tools screen-only">
              <TextField
                label="Search"
                isLabelHidden
                type="search"
                placeholder="Search"
                value={typed}
                onChange={type}
              />
              <SelectField
                label="Order"
                isLabelHidden
                value={grouping}
                options={groupings}
                onChange={(value) => group(value as Grouping)}
              />
              <Button
                icon={<IconTable />}
                aria-label="Table"
                aria-pressed={isTable}
                onPress={() => showTable(!isTable)}
              >
                <span className="timeline__button-words">Table</span>
              </Button>
            </div>
            <p className="quiet" role="status">
              {found.length === 0 && 'Nobody found'}
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
          {breakStates[state]}
        </span>
      ))}
      <span>
        <span className="timeline__break timeline__break--none" />
        No position
      </span>
    </div>
  );
}

const breakStates = { due: 'Break due', running: 'On break', over: 'Late back', taken: 'Break taken' };

function NobodyYet({ mayRun }: { mayRun: boolean }) {
  return (
    <EmptyState
      title="Nobody on this day yet"
      actions={
        <ButtonLink
          size="big"
          variant={mayRun ? 'primary' : 'secondary'}
          href={mayRun ? urls.shifts : urls.day}
        >
          {mayRun ? 'Add People' : 'Day View'}
        </ButtonLink>
      }
    >
      Once people are on the schedule, their shifts, positions and breaks show here.
    </EmptyState>
  );
}
