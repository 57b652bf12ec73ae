import IconAlarm from '@tabler/icons-react/dist/esm/icons/IconAlarm.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCoffee from '@tabler/icons-react/dist/esm/icons/IconCoffee.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { type ReactNode, useId } from 'react';
import {
  formats,
  nameDay,
  showDate,
  showMinute,
  showRange,
  showTime,
  weekday,
} from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { Membership } from '../../../contract/me.ts';
import { getNextDay } from '../../../contract/mine.ts';
import { type MyDay, myDay, type PositionSpan, shiftsOf } from '../../../domain/crew/my-day.ts';
import {
  type BreakDisplay,
  type BreakSlot,
  breakTimes,
  endedBreak,
  showCountdown,
  showOver,
} from '../../../domain/day/break.ts';
import { breaksToGo, dueMinute } from '../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { type Shift, type Skip, skipOf, slotMinutes } from '../../../domain/day/shift.ts';
import { goesOn, leavesAt, scheduledMinutes } from '../../../domain/day/who-is-there.ts';
import { showLength } from '../../../domain/time/clock-time.ts';
import { addDays, type IsoDate, wallClock } from '../../../domain/time/date.ts';
import { isEnding, useBreak } from '../../parts/board/break-slot.tsx';
import { BoardNames, useMinuteOf, useNames, useToday } from '../../parts/board/use-board.tsx';
import { useQuery } from '../../parts/lists/use-list.tsx';
import { sayItIsNotMe } from '../../parts/mine/this-is-me.tsx';
import { useLayoutsOfDay } from '../../parts/mine/use-my-layouts.ts';
import { NotesCard } from '../../parts/notes/notes-view.tsx';
import { useClient, useMembership, useTeamId, useTimeZone } from '../../parts/page/client-context.tsx';
import { lazyScreen, lazyWhenIdle } from '../../parts/page/lazy-screen.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { Button, ButtonLink, Link } from '../../ui/button/button.tsx';
import { Alert, EmptyState, Loading } from '../../ui/message/message.tsx';
import { Actions, Card, Page, Stack } from '../../ui/page/page.tsx';
import { urls, withDay } from '../../urls.ts';
import './mine.css';

const shared = words('page');
const t = words('mine');
const board = words('day');

const OwnAlerts = lazyWhenIdle(() => import('../../parts/alerts/break-alerts.tsx'), 'OwnAlerts');
const Reminders = lazyWhenIdle(() => import('../../parts/alerts/reminders.tsx'), 'Reminders');
const HomeScreenHint = lazyWhenIdle(() => import('./home-screen-hint.tsx'), 'HomeScreenHint');
const WhoAreYou = lazyScreen(() => import('./who-are-you.tsx'), 'WhoAreYou', Loading);

export function MineScreen() {
  const team = useTeamId() ?? '';
  const today = useToday();
  const membership = useMembership();
  return (
    <Page title={t('title')} width="narrow">
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
        <Actions>
          <ButtonLink href={urls.printWeek} icon={<IconPrinter />}>
            {shared('print-week')}
          </ButtonLink>
          <Button
            variant="quiet"
            onPress={() => void sayItIsNotMe(client, team, { id: ids?.[0] ?? '', name: person.name })}
          >
            {t('not-me', { name: person.name })}
          </Button>
        </Actions>
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
    <nav className="mine__switch" aria-label={t('whose-day')}>
      <Link href={urls.mine} aria-current="page">
        {t('mine')}
      </Link>
      <Link href={withDay(urls.day, { team, layout })}>{t('everyone')}</Link>
    </nav>
  );
}

function DayOff({ team, today }: { team: string; today: IsoDate }) {
  const day = useQuery((client) => client.call(getNextDay, { params: { team } })).value?.day;
  return (
    <EmptyState title={t('not-scheduled')}>
      {day
        ? t('next-day', { day: nameDay(day.date, today), times: showRange(day), area: day.area })
        : t('enjoy')}
    </EmptyState>
  );
}

type MyShiftProps = { layout: Layout; shift: Shift; timeZone: string };

function MyShift({ layout, shift, timeZone }: MyShiftProps) {
  const minute = useMinuteOf(layout.date, timeZone);
  const day = myDay(layout, shift, minute);
  const { out, late } = shift;
  const toGo = breaksToGo(shift, minute, layout);
  const breaks = shift.breaks.flatMap((slot, index) => {
    const skip = skipOf(shift, index)?.how;
    return slot !== null || skip || toGo.includes(index) ? [{ slot, index, skip }] : [];
  });
  const [first, ...rest] = day.later;
  return (
    <>
      <p className="quiet mine__hours">
        <strong>{showRange(shift)}</strong>
        {` · ${showLength(scheduledMinutes(shift, layout, timeZone))} · ${layout.area}`}
      </p>
      {out && <Alert tone="warning">{t(`marked-${out.reason}`, { time: showTime(out.from) })}</Alert>}
      {!out && late && day.state === 'before' && (
        <Alert tone="info">
          {late.expected ? t('expected', { time: showTime(late.expected) }) : t('marked-late')}
        </Alert>
      )}
      {day.state !== 'out' && <Now day={day} shift={shift} />}
      {breaks.length > 0 && day.state !== 'out' && (
        <Card title={breaks.length === 1 ? t('my-break') : t('my-breaks')}>
          <ul className="divided">
            {breaks.map(({ slot, index, skip }) => (
              <MyBreak
                key={index}
                slot={slot}
                skip={skip}
                name={breaks.length === 1 ? t('break') : t('break-number', { number: index + 1 })}
                due={dueMinute(shift, index, layout)}
                timerMinutes={slotMinutes(shift, index, layout)}
                leaves={leavesAt(shift, layout, timeZone)}
                minute={minute}
                timeZone={timeZone}
              />
            ))}
          </ul>
        </Card>
      )}
      {first && (
        <Part title={t('next-at', { time: showMinute(first.start) })}>
          <p className="mine__next">{first.position.name}</p>
          <p className="quiet">{aboutOf(first)}</p>
          <SecondDuty of={first} />
        </Part>
      )}
      {rest.length > 0 && (
        <Card title={t('later')} isPadded>
          <ul className="mine__later divided">
            {rest.map((place) => (
              <li key={`${place.rotation.id} ${place.position.id}`}>
                <strong>{`${showMinute(place.start)} ${place.position.name}`}</strong>
                <p className="quiet">{aboutOf(place)}</p>
                <SecondDuty of={place} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {shift.note && (
        <Card title={t('note-for-you')} isPadded>
          <p>{shift.note}</p>
        </Card>
      )}
      <NotesCard notes={layout.notes} />
    </>
  );
}

function Now({ day, shift }: { day: MyDay; shift: Shift }) {
  const nameOf = useNames();
  const [what, about] = inShort(day, shift);
  return (
    <Part title={t('now')} isNow={day.now !== null}>
      <p className="mine__place">{what}</p>
      {about && <p className="quiet">{about}</p>}
      {day.now && <SecondDuty of={day.now} />}
      {day.now && day.beside.length > 0 && (
        <div className="mine__beside">
          <h3 className="hint">{t('with-you')}</h3>
          <ul className="mine__with">
            {day.beside.map((neighbor) => (
              <li key={neighbor.shift.id}>
                <strong>{nameOf(neighbor.shift).short}</strong> {neighbor.position.name}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Part>
  );
}

function inShort({ now, state, present }: MyDay, shift: Shift): readonly [what: string, about?: string] {
  if (now) return [now.position.name, aboutOf(now)];
  if (state === 'before') return [t('you-start', { time: showMinute(present?.start ?? 0) })];
  if (state === 'over') return [t('done-for-today'), t('shift-ended', { time: showTime(shift.endTime) })];
  return [t('no-position-now'), t('ask-your-lead')];
}

type PartProps = { title: string; isNow?: boolean; children: ReactNode };

function Part({ title, isNow = false, children }: PartProps) {
  const id = useId();
  return (
    <section className={isNow ? 'card mine__now mine__now--placed' : 'card mine__now'} aria-labelledby={id}>
      <h2 className="hint" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** What else is theirs: what they cover from there, and the second duty. */
function SecondDuty({ of: { position, covers } }: { of: PositionSpan }) {
  const positions = covers.map(({ name }) => name).join(', ');
  return (
    <>
      {positions && <p className="mine__covers">{t('you-cover-too', { positions })}</p>}
      {position.secondDuty && <p>{t('your-second-duty', { duty: position.secondDuty })}</p>}
    </>
  );
}

const aboutOf = ({ rotation, subarea, end }: PositionSpan): string =>
  t('about-position', { rotation: rotation.name, subarea: subarea.name, time: showMinute(end) });

type MyBreakProps = {
  slot: BreakSlot;
  skip: Skip | undefined;
  name: string;
  /** In minutes of the day; null if it is due at no time. */
  due: number | null;
  timerMinutes: number;
  leaves: number;
  minute: number;
  timeZone: string;
};

function MyBreak(props: MyBreakProps) {
  const { slot, name, timerMinutes, leaves } = props;
  const { look, icon, text, aside } = faceOf(useBreak(slot, timerMinutes, leaves), props);
  return (
    <li className={`line mine__break mine__break--${look}`}>
      <span className="mine__break-icon" aria-hidden="true">
        {icon}
      </span>
      <div className="mine__break-words">
        <strong>{name}</strong>
        <p>{text}</p>
      </div>
      {aside && <span className="mine__break-time">{aside}</span>}
    </li>
  );
}

type BreakFace = { look: string; icon: ReactNode; text: string; aside?: ReactNode };

function faceOf(
  display: BreakDisplay,
  { slot, skip, due, timerMinutes, leaves, minute, timeZone }: MyBreakProps,
): BreakFace {
  const until = slot ? showMinute(wallClock(slot.startedAt + timerMinutes * 60_000, timeZone).minutes) : '';
  switch (display.state) {
    case 'not-taken': {
      if (skip) return { look: 'done', icon: <IconAlarm />, text: board(`break-${skip}`) };
      if (due === null) return { look: 'waiting', icon: <IconAlarm />, text: t('not-taken') };
      const isDue = minute >= due;
      const time = showMinute(due);
      const text = isDue ? t('due-since', { time }) : t('due-at', { time });
      return { look: isDue ? 'due' : 'waiting', icon: <IconAlarm />, text };
    }
    case 'running': {
      const left = showCountdown(display.leftMs);
      const aside = (
        <span role="timer" aria-label={t('left', { time: left })}>
          {left}
        </span>
      );
      const look = isEnding(display) ? 'ending' : 'running';
      return { look, icon: <IconCoffee />, text: t('until', { time: until }), aside };
    }
    case 'over': {
      const aside = showOver(display.overMs, board);
      return { look: 'ending', icon: <IconAlarm />, text: t('time-is-up', { time: until }), aside };
    }
    case 'unconfirmed': {
      const times = breakTimes(slot, timerMinutes, timeZone, board, formats.get());
      return { look: 'waiting', icon: <IconAlarm />, text: t('not-confirmed', { times }) };
    }
    case 'done': {
      const ended = endedBreak(slot, timerMinutes, leaves, leaves);
      const times = breakTimes(ended, timerMinutes, timeZone, board, formats.get());
      return { look: 'done', icon: <IconCheck />, text: t('taken', { times }) };
    }
  }
}
