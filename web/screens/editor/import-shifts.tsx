import { useState } from 'react';
import { readScheduleFile } from '../../../client/schedule-file.ts';
import { showDate } from '../../../domain/date.ts';
import type { Layout } from '../../../domain/layout.ts';
import { sentence } from '../../../domain/problem.ts';
import { type ReviewRow, reviewSchedule, type ScheduleReview, takeOf } from '../../../domain/schedule.ts';
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

  const review =
    chosen?.table && reviewSchedule(layout, chosen.table.shifts, { provider: 'csv', roles: null });
  const rows = review?.rows.filter(isNews) ?? [];
  const take = review && takeOf(review, new Set(rows.map(({ id }) => id)));

  function confirm() {
    if (!take) return;
    const live = client.open('layout', team, document);
    const outcome = live.change(take);
    if (!outcome.ok) {
      setChosen({ name: chosen?.name ?? '', error: sentence(outcome.problem) });
      return;
    }
    const { undo } = outcome.value;
    showToast({
      text: `${shiftCount(rows.length)} imported`,
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
        {chosen?.table && review && (
          <>
            <Understood table={chosen.table} review={review} layout={layout} />
            <Actions>
              <Button variant="primary" isDisabled={rows.length === 0} onPress={confirm}>
                {rows.length > 0 ? `Import ${shiftCount(rows.length)}` : 'Nothing to import'}
              </Button>
              <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
            </Actions>
            <NewsTable rows={rows} />
          </>
        )}
        {!review && (
          <Actions>
            <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
          </Actions>
        )}
      </Stack>
    </Page>
  );
}

/** A file may tell only a part of the day, so what it does not name is left alone. */
const isNews = ({ kind }: ReviewRow): boolean => kind === 'added' || kind === 'changed';

type UnderstoodProps = { table: ScheduleTable; review: ScheduleReview; layout: Layout };

function Understood({ table, review, layout }: UnderstoodProps) {
  const count = (of: ReviewRow['kind']) => review.rows.filter(({ kind }) => kind === of).length;
  const ofTheDate = count('added') + count('changed') + review.unchanged;
  return (
    <>
      <Alert tone={ofTheDate > 0 ? 'success' : 'warning'}>
        {`${rowCount(table.rows)} read: ${shiftCount(ofTheDate)} on ${showDate(layout.date)}`}
        {` (${count('added')} new, ${count('changed')} changed, ${review.unchanged} as before)`}
        {`, ${review.otherDates} on other dates, ${table.skipped.length} skipped.`}
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

function NewsTable({ rows }: { rows: readonly ReviewRow[] }) {
  if (rows.length === 0) return null;
  return (
    <Table
      label="Shifts to import"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { label: 'Team Member', cell: ({ theirs }) => theirs?.teamMember },
        { label: 'Start', cell: ({ theirs }) => theirs?.startTime },
        { label: 'End', cell: ({ theirs }) => theirs?.endTime },
        { label: 'Schedule', cell: ({ theirs }) => theirs?.schedule },
        { label: 'Note', cell: ({ theirs }) => theirs?.note },
        { label: 'What', cell: ({ kind }) => (kind === 'added' ? 'New' : 'Changed') },
      ]}
    />
  );
}

const counted = (one: string, many: string) => (count: number) => `${count} ${count === 1 ? one : many}`;
const shiftCount = counted('shift', 'shifts');

const rowCount = counted('row', 'rows');
