import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense } from 'react';
import { mayManage, mayRunTheDay } from '../../../domain/account/access.ts';
import { businessDay, type IsoDate, showDate, weekday } from '../../../domain/time/date.ts';
import { Guide } from '../../parts/guide/guide.tsx';
import { useLayoutsOn } from '../../parts/lists/document-lists.ts';
import { ListProblem } from '../../parts/lists/list-problem.tsx';
import { useClient, useRole, useTeam, useTeamId } from '../../parts/page/client-context.tsx';
import { NotReady } from '../../parts/page/not-ready.tsx';
import { withReturnPath } from '../../parts/page/return-path.ts';
import { ButtonLink } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/message/empty-state.tsx';
import { Loading } from '../../ui/message/loading.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { urls } from '../../urls.ts';
import { DateStepper } from './date-stepper.tsx';
import { LayoutTable, newLayoutId } from './layout-table.tsx';

const MissingTemplate = lazy(async () => ({
  default: (await import('./missing-template.tsx')).MissingTemplate,
}));

type LayoutsProps = {
  /** The day to show; today by default. */
  date?: IsoDate;
  onDate: (date: IsoDate) => void;
  /** The page that needed a layout; Select goes there. */
  from?: string;
};

/** The team's layouts by day. */
export function LayoutsScreen({ date, onDate, from = urls.day }: LayoutsProps) {
  const client = useClient();
  const team = useTeam();
  const teamId = useTeamId() ?? '';
  const role = useRole();
  if (team.state !== 'ready') return <NotReady title="Layouts" view={team} />;
  const today = businessDay(client.now(), team.body.timeZone, team.body.dayStart);
  const shown = date ?? today;
  const newLayout = withReturnPath(`${urls.newLayout}?date=${shown}`, from);
  return (
    <Page
      title="Layouts"
      actions={
        mayRunTheDay(role) && (
          <>
            {mayManage(role) && <ButtonLink href={urls.templates}>Edit Templates</ButtonLink>}
            <ButtonLink variant="primary" href={newLayout} id={newLayoutId} icon={<IconPlus />}>
              New Layout
            </ButtonLink>
          </>
        )
      }
    >
      <Stack>
        <Guide />
        <DateStepper date={shown} today={today} onDate={onDate} />
        <Layouts
          key={`${teamId} ${shown}`}
          team={teamId}
          date={shown}
          isToCome={shown >= today}
          from={from}
          newLayout={newLayout}
        />
      </Stack>
    </Page>
  );
}

type DayProps = { team: string; date: IsoDate; isToCome: boolean; from: string; newLayout: string };

function Layouts({ team, date, isToCome, from, newLayout }: DayProps) {
  const list = useLayoutsOn(team, date);
  const settings = useTeam();
  return (
    <>
      <ListProblem list={list} />
      {list.rows && isToCome && settings.state === 'ready' && settings.body.laysTomorrow && (
        <Suspense>
          <MissingTemplate id={team} team={settings.body} date={date} rows={list.rows} />
        </Suspense>
      )}
      {!list.rows && !list.error && <Loading />}
      {list.rows?.length === 0 && <NoLayouts date={date} newLayout={newLayout} />}
      {list.rows && list.rows.length > 0 && <LayoutTable rows={list.rows} from={from} />}
    </>
  );
}

function NoLayouts({ date, newLayout }: { date: IsoDate; newLayout: string }) {
  const mayCreate = mayRunTheDay(useRole());
  return (
    <EmptyState
      title={`No layouts on ${weekday(date)}, ${showDate(date)}`}
      actions={
        mayCreate && (
          <ButtonLink href={newLayout} icon={<IconPlus />}>
            Create Layout
          </ButtonLink>
        )
      }
    >
      {mayCreate
        ? 'A layout starts from a template. Then you add the people who work that day.'
        : 'Ask a manager or lead to create one.'}
    </EmptyState>
  );
}
