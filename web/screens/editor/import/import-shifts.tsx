import { lazy, Suspense, useRef, useState } from 'react';
import { readScheduleFile, type Sheet } from '../../../../client/schedule-file/schedule-file.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { type Outcome, sentence } from '../../../../domain/problem/problem.ts';
import type { ScheduleTable } from '../../../../domain/schedule-file/schedule-table.ts';
import { useClient, useLayout, useTeam, useTeamId } from '../../../parts/page/client-context.tsx';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { FileDrop } from '../../../ui/form/file-drop.tsx';
import { Loading } from '../../../ui/message/loading.tsx';
import { Actions, Page, Stack } from '../../../ui/page/page.tsx';
import { urls } from '../../../urls.ts';
import { PasteBox } from './paste-box.tsx';

// What reads a file comes when one is chosen.
const TableImport = lazy(async () => ({ default: (await import('./table-import.tsx')).TableImport }));
const FileReview = lazy(async () => ({ default: (await import('./file-review.tsx')).FileReview }));

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
  /** What the file holds; null while it is read. */
  readonly found: Outcome<Found> | null;
}

/** A calendar has no rows. */
type Found = { readonly sheets: readonly Sheet[] } | { readonly calendar: ScheduleTable };

function ImportShifts({ layout }: { layout: Layout }) {
  const client = useClient();
  const team = useTeamId() ?? '';
  const settings = useTeam();
  const timeZone = settings.state === 'ready' ? settings.body.timeZone : 'UTC';
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef(0);

  async function read(file: File): Promise<Outcome<Found>> {
    const { calendarIn, readCalendar } = await import('../../../../client/schedule-file/calendar-file.ts');
    const calendar = await calendarIn(file);
    if (calendar === null) {
      const sheets = await readScheduleFile(file);
      return sheets.ok ? { ok: true, value: { sheets: sheets.value } } : sheets;
    }
    const table = await readCalendar(client, team, { calendar, date: layout.date, timeZone });
    return table.ok ? { ok: true, value: { calendar: table.value } } : table;
  }

  async function choose(file: File) {
    latest.current += 1;
    const nth = latest.current;
    setProblem(undefined);
    setChosen({ nth, name: file.name, found: null });
    const found = await read(file);
    // Another one may have been chosen meanwhile.
    if (latest.current === nth) setChosen({ nth, name: file.name, found });
  }

  const found = chosen?.found?.ok ? chosen.found.value : undefined;
  return (
    <Page title="Import File">
      <Stack>
        <FileDrop
          label="Schedule file"
          description="Choose a CSV, TSV, Excel (XLSX), or calendar (ICS) file, or drop it here."
          accept=".csv,.tsv,.txt,.xlsx,.ics,text/csv,text/tab-separated-values,text/calendar"
          fileName={chosen?.name}
          error={chosen?.found && !chosen.found.ok ? sentence(chosen.found.problem) : problem}
          onFile={choose}
        />
        <PasteBox onFile={choose} />
        {found ? (
          <Suspense fallback={<Loading />}>
            {'sheets' in found ? (
              <TableImport key={chosen?.nth} layout={layout} sheets={found.sheets} onProblem={setProblem} />
            ) : (
              <FileReview
                key={chosen?.nth}
                layout={layout}
                table={found.calendar}
                provider="ics"
                questions={null}
              />
            )}
          </Suspense>
        ) : (
          <Actions>
            <ButtonLink href={urls.shifts}>Cancel</ButtonLink>
          </Actions>
        )}
      </Stack>
    </Page>
  );
}
