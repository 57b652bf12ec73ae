import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { mayManage, mayRunTheDay } from '../../../domain/access.ts';
import { businessDay, type IsoDate, showDate, weekday } from '../../../domain/date.ts';
import { useClient, useReadable, useRole, useTeam, useTeamId } from '../../parts/client-context.tsx';
import { ListProblem } from '../../parts/list-problem.tsx';
import { type List, useLayoutsOn } from '../../parts/lists.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useNavigateTo } from '../../ui/link.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Page, Stack } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';
import { urls } from '../../urls.ts';
import { DateStepper } from './date-stepper.tsx';
import './layouts.css';

type LayoutsProps = {
  /** The day looked at; today where the address names none. */
  date?: IsoDate;
  onDate: (date: IsoDate) => void;
  /** Where a person without a layout wanted to go; Select goes on there. */
  from?: string;
};

/** The days of the team. */
export function LayoutsScreen({ date, onDate, from = urls.day }: LayoutsProps) {
  const client = useClient();
  const team = useTeam();
  const teamId = useTeamId() ?? '';
  const role = useRole();
  if (team.state !== 'ready') return <Loading />;
  const today = businessDay(client.now(), team.body.timeZone, team.body.dayStart);
  const shown = date ?? today;
  const newLayout = `${urls.newLayout}?date=${shown}`;
  return (
    <Page
      title="Layouts"
      actions={
        mayManage(role) && (
          <>
            <ButtonLink href={urls.templates}>Edit Templates</ButtonLink>
            <ButtonLink variant="primary" href={newLayout} icon={<IconPlus />}>
              New Layout
            </ButtonLink>
          </>
        )
      }
    >
      <Stack>
        <DateStepper date={shown} today={today} onDate={onDate} />
        <Layouts key={`${teamId} ${shown}`} team={teamId} date={shown} from={from} newLayout={newLayout} />
      </Stack>
    </Page>
  );
}

type DayProps = { team: string; date: IsoDate; from: string; newLayout: string };
type Row = { id: string; date: string; area: string; template: string };

function Layouts({ team, date, from, newLayout }: DayProps) {
  const list = useLayoutsOn(team, date);
  return (
    <>
      <ListProblem list={list} />
      {!list.rows && !list.error && <Loading />}
      {list.rows?.length === 0 && <NoLayouts date={date} newLayout={newLayout} />}
      {list.rows && list.rows.length > 0 && <LayoutTable list={list} from={from} />}
    </>
  );
}

function LayoutTable({ list, from }: { list: List<Row>; from: string }) {
  const { choices } = useClient();
  const go = useNavigateTo();
  const chosen = useReadable(choices.layout);
  const mayEdit = mayRunTheDay(useRole());

  function choose(layout: string, next: string) {
    choices.chooseLayout(layout);
    go(next);
  }

  return (
    <Table
      label="Layouts"
      rows={list.rows ?? []}
      rowKey={(row) => row.id}
      isCurrent={(row) => row.id === chosen}
      columns={[
        {
          label: 'Date',
          cell: (row) => (
            <span className="layouts__date">
              {showDate(row.date)}
              {row.id === chosen && (
                <Badge tone="done" icon={<IconCheck />}>
                  Selected
                </Badge>
              )}
            </span>
          ),
        },
        { label: 'Area', cell: (row) => row.area },
        { label: 'Template', cell: (row) => row.template },
        {
          label: 'Actions',
          isActions: true,
          cell: (row) => (
            <>
              <Button aria-label={`Select ${row.area}, ${row.template}`} onPress={() => choose(row.id, from)}>
                Select
              </Button>
              {mayEdit && (
                <Button
                  aria-label={`Edit ${row.area}, ${row.template}`}
                  onPress={() => choose(row.id, urls.overview)}
                >
                  Edit
                </Button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function NoLayouts({ date, newLayout }: { date: IsoDate; newLayout: string }) {
  const mayCreate = mayManage(useRole());
  return (
    <EmptyState
      title={`No layouts on ${weekday(date)}, ${showDate(date)}`}
      actions={
        mayCreate && (
          <ButtonLink href={newLayout} icon={<IconPlus />}>
            Lay a template on this day
          </ButtonLink>
        )
      }
    >
      {mayCreate
        ? 'A layout is a template laid on a date, with the people who work that day.'
        : 'A manager of the team makes them. Another day may have one.'}
    </EmptyState>
  );
}
