import { useState } from 'react';
import { readScheduleFile } from '../../../client/schedule-file.ts';
import { showDate } from '../../../domain/date.ts';
import type { Layout } from '../../../domain/layout.ts';
import { sentence } from '../../../domain/problem.ts';
import { mergeSchedule, type ScheduledShift } from '../../../domain/schedule.ts';
import type { ScheduleTable } from '../../../domain/schedule-table.ts';
import { useClient, useLayout, useReadable, useTeamId } from '../../parts/client-context.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Actions, Page, Stack } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { showToast } from '../../ui/toast.tsx';
import { urls } from '../../urls.ts';

/** A schedule file, shown as it was understood before anything changes. */
export function ImportShiftsScreen() {
  const layout = useLayout();
  if (layout.state !== 'ready') return <Loading />;
  return <ImportShifts layout={layout.body} />;
}

interface Chosen {
  readonly name: string;
  readonly table?: ScheduleTable;
  readonly error?: string;
}

function ImportShifts({ layout }: { layout: Layout }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const document = useReadable(client.choices.layout) ?? '';
  const go = useNavigateTo();
  const [chosen, setChosen] = useState<Chosen>();

  async function choose(file: File) {
    setChosen({ name: file.name });
    const outcome = await readScheduleFile(file);
    setChosen(
      outcome.ok
        ? { name: file.name, table: outcome.value }
        : { name: file.name, error: sentence(outcome.problem) },
    );
  }

  const merge = chosen?.table && mergeSchedule(layout, chosen.table.shifts, { provider: 'csv' });

  function confirm() {
    if (!merge?.batch) return;
    const live = client.open('layout', team, document);
    const outcome = live.change(merge.batch);
    if (!outcome.ok) {
      setChosen({ name: chosen?.name ?? '', error: sentence(outcome.problem) });
      return;
    }
    const { undo } = outcome.value;
    showToast({
      text: `${shiftCount(merge.added.length + merge.changed.length)} imported`,
      action: undo ? { label: 'Undo', onPress: () => live.change(undo) } : undefined,
    });
    go(urls.shifts);
  }

  return (
    <Page title="Import CSV">
      <Stack>
        <FileDrop
          label="Schedule file"
          description="Choose a CSV file or drop it here: names, start and end times, one shift a row"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          fileName={chosen?.name}
          error={chosen?.error}
          onFile={choose}
        />
        {chosen?.table && merge && (
          <>
            <Understood table={chosen.table} merge={merge} layout={layout} />
            <Actions>
              <Button variant="primary" isDisabled={!merge.batch} onPress={confirm}>
                {merge.batch
                  ? `Import ${shiftCount(merge.added.length + merge.changed.length)}`
                  : 'Nothing to import'}
              </Button>
              <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
            </Actions>
            <MergeTable added={merge.added} changed={merge.changed} />
          </>
        )}
        {!merge && (
          <Actions>
            <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
          </Actions>
        )}
      </Stack>
    </Page>
  );
}

type Merge = ReturnType<typeof mergeSchedule>;

function Understood({ table, merge, layout }: { table: ScheduleTable; merge: Merge; layout: Layout }) {
  const ofTheDate = merge.added.length + merge.changed.length + merge.unchanged.length;
  return (
    <>
      <Alert tone={ofTheDate > 0 ? 'success' : 'warning'}>
        {`${rowCount(table.rows)} read: ${shiftCount(ofTheDate)} on ${showDate(layout.date)}`}
        {` (${merge.added.length} new, ${merge.changed.length} changed, ${merge.unchanged.length} as before)`}
        {`, ${merge.otherDates.length} on other dates, ${table.skipped.length} skipped.`}
      </Alert>
      {table.skipped.length > 0 && (
        <Card title="Skipped" aside={table.skipped.length} isPadded>
          <ul className="import-shifts__skipped">
            {table.skipped.slice(0, 50).map((skip) => (
              <li key={skip.row}>{skip.reason}</li>
            ))}
            {table.skipped.length > 50 && <li>{`and ${table.skipped.length - 50} more`}</li>}
          </ul>
        </Card>
      )}
    </>
  );
}

function MergeTable({ added, changed }: Pick<Merge, 'added' | 'changed'>) {
  const lines = [
    ...added.map((shift) => ({ shift, what: 'New' })),
    ...changed.map((shift) => ({ shift, what: 'Changed' })),
  ];
  if (lines.length === 0) return null;
  type Line = { shift: ScheduledShift; what: string };
  return (
    <Table<Line>
      label="Shifts to import"
      rows={lines}
      rowKey={({ shift }) => shift.id}
      columns={[
        { label: 'Team Member', cell: ({ shift }) => shift.teamMember },
        { label: 'Start', cell: ({ shift }) => shift.startTime },
        { label: 'End', cell: ({ shift }) => shift.endTime },
        { label: 'Schedule', cell: ({ shift }) => shift.job },
        { label: 'Note', cell: ({ shift }) => shift.note },
        { label: 'What', cell: ({ what }) => what },
      ]}
    />
  );
}

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;
const shiftCount = counted('shift', 'shifts');

const rowCount = counted('row', 'rows');
