import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Layout } from '../../../domain/day/layout.ts';
import { type TimelineRow, timelineRows } from '../../../domain/day/timeline.ts';
import { mayRunTheDay } from '../../../domain/team/user.ts';
import { BoardNames, useNamesIn } from '../../parts/board/board-names.tsx';
import { useLayout, useRole } from '../../parts/page/client-context.tsx';
import { Button, ButtonLink } from '../../ui/button/button.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { urls } from '../../urls.ts';
import { Chart } from './chart.tsx';
import { FactsTable } from './facts-table.tsx';
import { type Grouping, groupRows, searchRows } from './groups.ts';
import '../../ui/page/visually-hidden.css';
import './timeline.css';

const groupings = [
  { value: 'none', label: 'By start' },
  { value: 'job', label: 'By job' },
  { value: 'subarea', label: 'By subarea' },
];

const none: readonly TimelineRow[] = [];

/** Everyone's day as bars against the rotations, and people against positions. */
export function TimelineScreen() {
  const layout = useLayout();
  return layout.state === 'ready' ? <Timeline layout={layout.body} /> : <Loading />;
}

function Timeline({ layout }: { layout: Layout }) {
  const mayRun = mayRunTheDay(useRole());
  const nameOf = useNamesIn(layout.shifts);
  const [typed, type] = useState('');
  const [grouping, group] = useState<Grouping>('none');
  const [isTable, showTable] = useState(false);
  const rows = useMemo(() => timelineRows(layout), [layout]);
  const found = useMemo(() => searchRows(rows, typed), [rows, typed]);
  // most people see the chart, so the table can wait until it is drawn
  const tableRows = useDeferredValue(found, none);
  const groups = useMemo(() => groupRows(found, grouping), [found, grouping]);

  return (
    <BoardNames nameOf={nameOf}>
      <main className="timeline">
        <title>Timeline · Lineup</title>
        {rows.length === 0 ? (
          <NobodyYet mayRun={mayRun} />
        ) : (
          <>
            <div className="timeline__tools">
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
            <p className="timeline__none" role="status">
              {found.length === 0 && 'Nobody found'}
            </p>
            {!isTable && <Chart layout={layout} groups={groups} isLink={mayRun} />}
            {!isTable && <Legend />}
            <div className={isTable ? 'timeline__table' : 'visually-hidden'}>
              {tableRows !== none && <FactsTable layout={layout} rows={tableRows} />}
            </div>
          </>
        )}
      </main>
    </BoardNames>
  );
}

/** What marks on bars mean; the table says it in words. */
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
        <span className="timeline__no-position" />
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
        mayRun ? (
          <ButtonLink size="big" variant="primary" href={urls.shifts}>
            Add People
          </ButtonLink>
        ) : (
          <ButtonLink size="big" href={urls.day}>
            Day View
          </ButtonLink>
        )
      }
    >
      Once people are on the schedule, their shifts, positions and breaks show here.
    </EmptyState>
  );
}
