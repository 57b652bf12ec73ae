import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  bareTime,
  formats,
  showDate,
  showMinute,
  showTime,
  weekday,
} from '../../../../client/words/formats.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
import type { LayoutRow } from '../../../../contract/documents.ts';
import { breakTimes } from '../../../../domain/day/break.ts';
import { nextDue, overdueSince } from '../../../../domain/day/due-breaks.ts';
import { headcountOf } from '../../../../domain/day/headcount.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { rotationToCome } from '../../../../domain/day/next-rotation.ts';
import { type Shift, slotMinutes } from '../../../../domain/day/shift.ts';
import { breaksAt, leavesAt, overlapping } from '../../../../domain/day/who-is-there.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import {
  BoardNames,
  useMinuteOf,
  useNames,
  useRememberArea,
  useRotationNow,
  useToday,
} from '../../../parts/board/use-board.tsx';
import { ConnectionNotice, ReloadNotice } from '../../../parts/frame/connection-notice.tsx';
import { Clock, Logo } from '../../../parts/frame/frame.tsx';
import { NotesView } from '../../../parts/notes/notes-view.tsx';
import { AwakeNote } from '../../../parts/page/awake-note.tsx';
import {
  useClient,
  useMe,
  useObservable,
  useReadyLayout,
  useTimeZone,
} from '../../../parts/page/client-context.tsx';
import { StayAwake } from '../../../parts/page/stay-awake.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { Button, useNavigateTo } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/message/message.tsx';
import { useListener } from '../../../ui/page/events.ts';
import { urls } from '../../../urls.ts';
import { useBreakOrder } from '../breaks/break-rail.tsx';
import { OpenLayout } from '../open-today.tsx';
import { FallbackLayout, OtherDayBanner } from '../return-to-now/banners.tsx';
import { isFallbackLayout, useShownSince } from '../return-to-now/return-to-now.ts';
import { useShift } from './burn-in.ts';
import { ClosedBoard } from './closed-board.tsx';
import { NextCard } from './next-card.tsx';
import { PagedCard } from './paged-card.tsx';
import { TelevisionBoard } from './television-board.tsx';
import { calmNote, redNote, TelevisionLine, useBreakNote } from './television-line.tsx';
import './television.css';

const board = words('day');
const t = words('television');

type TelevisionFrameProps = {
  title: string;
  until?: string;
  headcount?: string;
  about?: string;
  children: ReactNode;
};

function TelevisionFrame({ title, until, headcount, about, children }: TelevisionFrameProps) {
  return (
    <div className="tv" style={useShift()}>
      <title>{`${t('television')} · Lineup`}</title>
      <header className="tv__header">
        <ReloadNotice />
        <Logo />
        <h1>{title}</h1>
        {until && <span>{until}</span>}
        {headcount && <span className="tv__headcount">{headcount}</span>}
        <span className="one-line tv__about">{about}</span>
        <ConnectionNotice />
        <Clock timeZone={useTimeZone()} />
      </header>
      {children}
      <LeaveTelevision />
    </div>
  );
}

/** Opens today's layout by itself, since nobody can press anything here; says so until there is one. */
export function TelevisionWithoutBoard() {
  const own = useMe()?.device?.area ?? null;
  const pick = (rows: readonly LayoutRow[], last: string | null) =>
    own === null
      ? (rows.find(({ area }) => area === last) ?? rows[0])
      : rows.find(({ area }) => area === own);
  return (
    <OpenLayout
      pick={pick}
      otherwise={(date, error) => (
        <TelevisionFrame title={`${weekday(date)}, ${showDate(date)}`} about={own ?? undefined}>
          <main className="tv__empty">
            <EmptyState title={error ? sentence(error) : t('no-layout-today')} />
          </main>
        </TelevisionFrame>
      )}
    />
  );
}

/** A paired television shows its area and no other, also once a manager chose another. */
function useOwnArea({ area }: Layout): void {
  const { choices } = useClient();
  const own = useMe()?.device?.area ?? area;
  useEffect(() => {
    if (area !== own) choices.clearLayout();
  }, [choices, area, own]);
}

/** The board as a television shows it: for reading from seven meters, with nothing to press. */
export function TelevisionScreen() {
  const layout = useReadyLayout();
  const id = useObservable(useClient().choices.layout) ?? '';
  const today = useToday(layout) ?? layout.date;
  const since = useShownSince(id);
  useRememberArea(layout.area);
  useOwnArea(layout);
  const { suggested: rotation, now } = useRotationNow(layout);
  const { shifts, dayStart, date, area } = layout;
  const minute = useMinuteOf(date, useTimeZone());
  const next = rotation && now ? rotationToCome(layout, rotation, minute) : null;
  const times =
    rotation &&
    (now
      ? t('until', { time: showTime(rotation.endTime) })
      : `${showTime(rotation.startTime)} – ${showTime(rotation.endTime)}`);
  return (
    <TelevisionFrame
      title={rotation?.name ?? area}
      until={times}
      headcount={rotation && headcountText(layout, rotation)}
      about={`${weekday(date)}, ${showDate(date)} · ${area}`}
    >
      <BoardNames shifts={shifts}>
        {date === today ? (
          isFallbackLayout(id, layout) && <FallbackLayout id={id} date={today} />
        ) : (
          <OtherDayBanner layout={layout} today={today} since={since} />
        )}
        <main className="tv__day">
          {rotation ? (
            <TelevisionBoard key={rotation.id} layout={layout} rotation={rotation} />
          ) : (
            <EmptyState title={t('no-rotations')} />
          )}
          <div className={next ? 'tv__rail tv__rail--ending' : 'tv__rail'}>
            <TelevisionBreaks
              key={rotation?.id}
              shifts={rotation ? overlapping(shifts, rotation, dayStart) : shifts}
              layout={layout}
            />
            {rotation && next && <NextCard layout={layout} current={rotation} next={next} />}
            {layout.notes.length > 0 && (
              <PagedCard title={t('notes')} className="tv__notes" line={38}>
                <NotesView notes={layout.notes} />
              </PagedCard>
            )}
          </div>
        </main>
      </BoardNames>
      <ClosedBoard layout={layout} />
      <StayAwake />
    </TelevisionFrame>
  );
}

/** For how many people it is run; nothing without charts. */
function headcountText(layout: Layout, rotation: Rotation): string {
  if (!rotation.charts) return '';
  return rotation.people === undefined
    ? t('people-count', { count: headcountOf(layout, rotation) })
    : t('set-up-for', { people: rotation.people });
}

/** `shifts`: those that overlap the rotation, sorted by start. */
function TelevisionBreaks({ shifts, layout }: { shifts: readonly Shift[]; layout: Layout }) {
  const order = useBreakOrder(shifts, layout);
  if (order.shifts.length === 0) return null;
  const { out: count, toGo: left } = order;
  const aside = left === 0 ? t('out-count', { count }) : t('out-and-to-go', { count, left });
  return (
    <PagedCard title={t('breaks')} aside={aside} className="tv-breaks" line={82}>
      <ul className="divided">
        {order.shifts.map((shift) => (
          <BreakLine key={shift.id} shift={shift} layout={layout} />
        ))}
      </ul>
    </PagedCard>
  );
}

function BreakLine({ shift, layout }: { shift: Shift; layout: Layout }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const until = useMemo(() => leavesAt(shift, layout, timeZone), [shift, layout, timeZone]);
  const unended = useBreakNote(shift, layout.breakTimerMinutes, until);
  const since = useTicking(
    () => overdueSince(shift, minutesInto(layout.date, client.now(), timeZone), layout) ?? -1,
  );
  const due = nextDue(shift, layout);
  const taken = useTicking(() =>
    breaksAt(shift, layout, { now: client.now(), timeZone })
      .flatMap(
        (slot, index) =>
          breakTimes(slot, slotMinutes(shift, index, layout), timeZone, board, formats.get()) || [],
      )
      .join(', '),
  );
  const isAway = unended?.isBreak === true;
  const later = due === null ? (unended ?? calmNote(taken)) : calmNote(t('due', { time: showMinute(due) }));
  const called = since >= 0 ? redNote(t('due-since', { time: bareTime(since) })) : later;
  const name = useNames()(shift).short;
  return <TelevisionLine note={isAway ? unended : called} name={name} person={shift.id} isAway={isAway} />;
}

const shownMilliseconds = 8_000;

/** The way back: a press or any key shows it for some seconds, with the focus on it. */
function LeaveTelevision() {
  const { choices } = useClient();
  const isPaired = useMe()?.device !== undefined;
  const go = useNavigateTo();
  const [asked, setAsked] = useState<number | null>(null);
  const button = useRef<HTMLButtonElement>(null);

  const ask = () => setAsked(performance.now());
  useListener('pointerdown', ask);
  useListener('keydown', (event) => {
    // the key that shows the button must not press it, too
    if (!button.current && ['Enter', ' '].includes(event.key)) event.preventDefault();
    ask();
  });

  useEffect(() => {
    if (asked === null) return;
    button.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => setAsked(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [asked]);

  if (asked === null) return null;
  return (
    <aside className="tv__leave" aria-label={t('leave')}>
      <AwakeNote className="tv__awake" />
      {/* which a manager ends */}
      {!isPaired && (
        <Button
          ref={button}
          size="big"
          variant="primary"
          onPress={() => {
            choices.chooseTelevision(false);
            go(urls.day);
          }}
        >
          {t('leave')}
        </Button>
      )}
    </aside>
  );
}
