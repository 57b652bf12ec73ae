import type { Membership } from '../../../contract/me.ts';
import { getNextDay } from '../../../contract/mine.ts';
import { shiftsOf } from '../../../domain/crew/my-day.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { goesOn } from '../../../domain/day/who-is-there.ts';
import { addDays, type IsoDate, nameDay, showDate, weekday } from '../../../domain/time/date.ts';
import { BoardNames } from '../../parts/board/board-names.tsx';
import { useToday } from '../../parts/board/use-board.ts';
import { sayItIsNotMe } from '../../parts/mine/this-is-me.tsx';
import { useLayoutsOfDay } from '../../parts/mine/use-my-layouts.ts';
import { useClient, useMembership, useTeamId, useTimeZone } from '../../parts/page/client-context.tsx';
import { lazyScreen, lazyWhenIdle } from '../../parts/page/lazy-screen.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { Button, Link } from '../../ui/button/button.tsx';
import { EmptyState, Loading } from '../../ui/message/message.tsx';
import { Page, Stack } from '../../ui/page/page.tsx';
import { MyShift } from './my-shift.tsx';
import './mine.css';
import { useQuery } from '../../parts/lists/use-list.ts';
import { urls, withDay } from '../../urls.ts';

const OwnAlerts = lazyWhenIdle(() => import('../../parts/alerts/break-alerts.tsx'), 'OwnAlerts');
const Reminders = lazyWhenIdle(() => import('../../parts/alerts/reminders.tsx'), 'Reminders');
const HomeScreenHint = lazyWhenIdle(() => import('./home-screen-hint.tsx'), 'HomeScreenHint');
const WhoAreYou = lazyScreen(() => import('./who-are-you.tsx'), 'WhoAreYou', Loading);

export function MineScreen() {
  const team = useTeamId() ?? '';
  const today = useToday();
  const membership = useMembership();
  return (
    <Page title="My Day" width="narrow">
      {today && membership ? (
        <Mine key={team} team={team} today={today} person={membership.person} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type MineProps = { team: string; today: IsoDate; person: Membership['person'] };

function Mine({ team, today, person }: MineProps) {
  const ids = person?.ids;
  const client = useClient();
  const timeZone = useTimeZone();
  const lastNight = useLayoutsOfDay(team, addDays(today, -1));
  // in a team whose day begins at midnight, whoever closes is on yesterday's layout until they go
  const nights = useTicking(() =>
    (lastNight ?? [])
      .filter(({ layout }) =>
        goesOn({ ...layout, shifts: shiftsOf(layout.shifts, ids ?? []) }, client.now(), timeZone),
      )
      .map(({ id }) => id)
      .join(' '),
  );
  const ofToday = useLayoutsOfDay(team, today);
  const layouts = nights === '' ? ofToday : lastNight?.filter(({ id }) => nights.split(' ').includes(id));
  const date = nights === '' ? today : addDays(today, -1);
  const own = ids && layouts?.filter(({ layout }) => shiftsOf(layout.shifts, ids).length > 0);
  const shown = own?.[0] ?? layouts?.[0];
  return (
    <Stack>
      <MineSwitch team={team} layout={shown?.id ?? null} />
      <p className="quiet">{`${weekday(date)}, ${showDate(date)}`}</p>
      {!ids && <WhoAreYou team={team} />}
      {ids && !own && <Loading />}
      {ids && own?.length === 0 && <DayOff team={team} today={today} />}
      {ids && own?.map(({ id, layout }) => <OwnLayout key={id} layout={layout} ids={ids} />)}
      {ids && <Reminders team={team} />}
      <HomeScreenHint />
      {ids && own && own.length > 0 && <OwnAlerts layouts={own} ids={ids} />}
      {person && (
        <div>
          <Button
            variant="quiet"
            onPress={() => void sayItIsNotMe(client, team, { id: ids?.[0] ?? '', name: person.name })}
          >
            {`Not ${person.name}?`}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function OwnLayout({ layout, ids }: { layout: Layout; ids: readonly string[] }) {
  const timeZone = useTimeZone();
  return (
    <BoardNames shifts={layout.shifts}>
      {shiftsOf(layout.shifts, ids).map((shift) => (
        <MyShift key={shift.id} layout={layout} shift={shift} timeZone={timeZone} />
      ))}
    </BoardNames>
  );
}

/** Between one's own day and everyone's. `layout` is the one that the board then shows; null leaves the choice. */
function MineSwitch({ team, layout }: { team: string; layout: string | null }) {
  return (
    <nav className="mine__switch" aria-label="Whose day">
      <Link href={urls.mine} aria-current="page">
        Mine
      </Link>
      <Link href={withDay(urls.day, { team, layout })}>Everyone</Link>
    </nav>
  );
}

function DayOff({ team, today }: { team: string; today: IsoDate }) {
  const day = useQuery((client) => client.call(getNextDay, { params: { team } })).value?.day;
  return (
    <EmptyState title="You are not on today’s schedule.">
      {day
        ? `Your next day: ${nameDay(day.date, today)}, ${day.startTime} – ${day.endTime}, ${day.area}.`
        : 'Enjoy your day.'}
    </EmptyState>
  );
}
