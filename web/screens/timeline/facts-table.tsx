import { useMemo } from 'react';
import { coverageCurve, missing } from '../../../domain/day/curve.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { jobOf } from '../../../domain/day/shift.ts';
import type { TimelineRow } from '../../../domain/day/timeline.ts';
import type { Span } from '../../../domain/time/clock-time.ts';
import { useNames } from '../../parts/board/board-names.tsx';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { Table, type TableColumn } from '../../ui/table/table.tsx';
import { showAttendance, showBreaks, showSpan, showStints } from './facts.ts';

type FactsTableProps = { layout: Layout; rows: readonly TimelineRow[] };

/** What the chart draws, in words. */
export function FactsTable({ layout, rows }: FactsTableProps) {
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
      <Table label="Coverage" columns={coverage} rows={stretches} rowKey={({ start }) => `${start}`} />
    </>
  );
}

type Stretch = Span & { people: number; seated: number; positions: number; open: number; short: number };

const coverage: readonly TableColumn<Stretch>[] = [
  { label: 'Time', cell: showSpan },
  { label: 'People at Work', cell: ({ people }) => people },
  { label: 'With a Position', cell: ({ seated }) => seated },
  { label: 'Positions', cell: ({ positions }) => positions },
  { label: 'Open', cell: ({ open }) => open },
  { label: 'Short', cell: ({ short }) => (short > 0 ? `Short ${short}` : '') },
];

function stretchesOf(day: Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>): readonly Stretch[] {
  const curve = coverageCurve(day);
  return curve.slice(0, -1).map((point, index) => ({
    start: point.minute,
    end: curve[index + 1]?.minute ?? point.minute,
    people: point.present,
    seated: point.seated,
    positions: point.positions,
    open: point.positions - point.covered,
    short: missing(point),
  }));
}
