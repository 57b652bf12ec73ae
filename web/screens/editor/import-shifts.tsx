import { useMemo, useState } from 'react';
import { readScheduleFile } from '../../../client/schedule-file.ts';
import { showShortDay } from '../../../domain/date.ts';
import type { Layout } from '../../../domain/layout.ts';
import { sentence } from '../../../domain/problem.ts';
import { type ReviewRow, reviewSchedule, type ScheduleReview, takeOf } from '../../../domain/schedule.ts';
import { readScheduleTable, type ScheduleTable } from '../../../domain/schedule-file/schedule-table.ts';
import { useClient, useLayout, useTeam, useTeamId } from '../../parts/client-context.tsx';
import { useLayoutChange } from '../../parts/use-layout-change.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Actions, Page, Stack } from '../../ui/page.tsx';
import { urls } from '../../urls.ts';
import { ColumnStep } from './column-step.tsx';
import { ReviewRows } from './review-rows.tsx';
import { rowCount, shiftCount } from './review-words.ts';
import { useAccepted } from './use-accepted.ts';

/** A schedule file, shown as it was understood before anything changes. */
export function ImportShiftsScreen() {
  const layout = useLayout();
  if (layout.state !== 'ready') return <Loading />;
  return <ImportShifts layout={layout.body} />;
}

interface Chosen {
  /** Each choice is a new one, also of the same file. */
  readonly nth: number;
  readonly name: string;
  readonly rows?: readonly (readonly string[])[];
  readonly error?: string;
}

function ImportShifts({ layout }: { layout: Layout }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const settings = useTeam();
  const titles = settings.state === 'ready' ? settings.body.columns : undefined;
  const [chosen, setChosen] = useState<Chosen>();
  const [isMapping, setMapping] = useState(false);
  const table = useMemo(
    () => (chosen?.rows ? readScheduleTable(chosen.rows, titles) : undefined),
    [chosen, titles],
  );
  const problem = table && !table.ok ? table.problem : undefined;
  const needsColumns = problem?.code === 'columns-missing';
  const asksForColumns = chosen?.rows && (isMapping || needsColumns);

  async function choose(file: File) {
    const { name } = file;
    const nth = (chosen?.nth ?? 0) + 1;
    setMapping(false);
    setChosen({ nth, name });
    const outcome = await readScheduleFile(file);
    setChosen(
      outcome.ok ? { nth, name, rows: outcome.value } : { nth, name, error: sentence(outcome.problem) },
    );
  }

  return (
    <Page title="Import File">
      <Stack>
        <FileDrop
          label="Schedule file"
          description="Choose a CSV, TSV, or Excel (XLSX) file or drop it here. One shift per row."
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
          fileName={chosen?.name}
          error={chosen?.error ?? (problem && sentence(problem))}
          onFile={choose}
        />
        {asksForColumns && chosen.rows && (
          <ColumnStep
            key={chosen.nth}
            rows={chosen.rows}
            titles={titles}
            onChoose={(columns) => {
              const made = client.open('team', team, team).change({ type: 'team.columns', columns });
              if (made.ok) setMapping(false);
              return made;
            }}
          />
        )}
        {chosen?.rows && !asksForColumns && (
          <Actions>
            <Button onPress={() => setMapping(true)}>Choose Columns</Button>
          </Actions>
        )}
        {table?.ok && !asksForColumns ? (
          <FileReview key={chosen?.nth} layout={layout} table={table.value} />
        ) : (
          <Actions>
            <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
          </Actions>
        )}
      </Stack>
    </Page>
  );
}

function FileReview({ layout, table }: { layout: Layout; table: ScheduleTable }) {
  const go = useNavigateTo();
  const change = useLayoutChange();
  const review = useMemo(
    () => reviewSchedule(layout, table.shifts, { provider: 'csv', roles: null }),
    [layout, table],
  );
  // A file may tell a part of the day only: who is not in it is no less there.
  const accepted = useAccepted(review, { gone: false });
  const count = accepted.ids.size;

  function confirm() {
    const take = takeOf(review, accepted.ids);
    if (take && change(take, `${shiftCount(count)} imported`)) go(urls.shifts);
  }

  return (
    <>
      <Understood table={table} review={review} layout={layout} />
      <div className="review-actions">
        <Actions>
          <Button variant="primary" isDisabled={count === 0} onPress={confirm}>
            {count > 0 ? `Import ${count} ${count === 1 ? 'Shift' : 'Shifts'}` : 'Nothing to Import'}
          </Button>
          <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
        </Actions>
      </div>
      <ReviewRows review={review} layout={layout} accepted={accepted} source="this file" />
    </>
  );
}

type UnderstoodProps = { table: ScheduleTable; review: ScheduleReview; layout: Layout };

function Understood({ table, review, layout }: UnderstoodProps) {
  const count = (of: ReviewRow['kind']) => review.rows.filter(({ kind }) => kind === of).length;
  const ofTheDate = table.shifts.length - review.otherDates;
  const kinds = [
    { count: count('added'), word: 'new' },
    { count: count('changed'), word: 'changed' },
    { count: review.unchanged, word: 'unchanged' },
  ].flatMap((kind) => (kind.count > 0 ? `${kind.count} ${kind.word}` : []));
  return (
    <>
      <Alert tone={ofTheDate > 0 ? 'success' : 'warning'}>
        {[
          `${kinds.join(', ') || 'No'} ${ofTheDate === 1 ? 'shift' : 'shifts'} for ${showShortDay(layout.date)}.`,
          review.otherDates > 0 && `${review.otherDates} on other dates.`,
          table.skipped.length > 0 && `${rowCount(table.skipped.length)} skipped.`,
        ]
          .filter(Boolean)
          .join(' ')}
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
