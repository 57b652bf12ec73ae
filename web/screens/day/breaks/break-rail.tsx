import { memo, useDeferredValue, useMemo, useRef } from 'react';
import { bareTime, formats, showMinute, showRange } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { isSame } from '../../../../domain/change/same.ts';
import {
  type BreakSettings,
  type BreakSlot,
  breakDisplay,
  breakTimes,
  endedBreak,
} from '../../../../domain/day/break.ts';
import { breaksToGo, forgottenBreakMs, nextDue, overdueSince } from '../../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { type Shift, skipOf, slotMinutes } from '../../../../domain/day/shift.ts';
import { leavesAt } from '../../../../domain/day/who-is-there.ts';
import { minutesInto, wallClock } from '../../../../domain/time/date.ts';
import { BreakSlotButton, type PressBreak } from '../../../parts/board/break-slot.tsx';
import { useNames } from '../../../parts/board/use-board.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/page/page.tsx';
import { useStableRows } from '../../../ui/table/stable-rows.ts';
import { urls } from '../../../urls.ts';
import './break-rail.css';

const t = words('day');

type BreakRailProps = {
  /** The shifts that overlap the rotation, sorted by start. */
  shifts: readonly Shift[];
  /** All of the day: who is on break now is, in any rotation. */
  everyone: readonly Shift[];
  day: BreakDay;
  /** False for a day without rotations, whose shifts are all shown. */
  hasRotation: boolean;
  onPress?: PressBreak;
};

export const BreakRail = memo(function BreakRail(props: BreakRailProps) {
  const { shifts, everyone, day, hasRotation, onPress } = props;
  const client = useClient();
  const timeZone = useTimeZone();
  const leaves = (shift: Shift) => leavesAt(shift, day, timeZone);
  const allOut = useTicking(() => countOut(everyone, day.breakTimerMinutes, client.now(), leaves));
  const order = useBreakOrder(shifts, day);
  const rail = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const steady = useStableRows(order.shifts, ({ id }) => id, rail);
  const shown = useMemo(() => steady.flatMap(({ item, isGone }) => (isGone ? [] : item)), [steady]);
  // where each stands is drawn after what was pressed: on a large day, one who leaves the row moves a hundred others
  const current = new Map(shown.map((shift) => [shift.id, shift]));
  const rows = useDeferredValue(shown).map((shift) => current.get(shift.id) ?? shift);

  return (
    <div className="break-rail screen-only" ref={rail}>
      <Card
        title={t('breaks')}
        aside={everyone.length === 0 ? undefined : t('breaks-count', { out: allOut, toGo: order.toGo })}
      >
        {rows.length === 0 ? (
          <NoBreaks
            hasShifts={shifts.length > 0}
            hasBreaks={day.breakMinMinutes > 0}
            hasRotation={hasRotation}
            mayEdit={onPress !== undefined}
          />
        ) : (
          <ul
            className="break-rail__list"
            ref={list}
            // without buttons inside, a scrolling list needs a tab stop of its own
            tabIndex={onPress ? undefined : 0}
          >
            {rows.map((shift) => (
              <BreakRow
                key={shift.id}
                shift={shift}
                day={day}
                isDue={order.due.includes(shift.id)}
                timeZone={timeZone}
                onPress={onPress}
              />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}, isSame);

type BreakRowProps = {
  shift: Shift;
  day: BreakDay;
  isDue: boolean;
  timeZone: string;
  onPress?: PressBreak;
};

const BreakRow = memo(function BreakRow(props: BreakRowProps) {
  const { shift, day, isDue, timeZone, onPress } = props;
  const client = useClient();
  const until = useMemo(() => leavesAt(shift, day, timeZone), [shift, day, timeZone]);
  const isRunning = shift.breaks.some((slot) => slot !== null && slot.endedAt === null);
  const hasLeft = useTicking(() => Number(client.now() >= until), isRunning);
  const timesOf = (slot: BreakSlot, index: number) => {
    const lasts = slotMinutes(shift, index, day);
    const ended = hasLeft === 1 ? endedBreak(slot, lasts, until, until) : slot;
    return breakTimes(ended, lasts, timeZone, t, formats.get());
  };
  const slots = { '--slots': shift.breaks.length };
  return (
    <li className="break-rail__row" style={slots as React.CSSProperties}>
      <div className="break-rail__person" title={`${shift.teamMember} · ${showRange(shift)}`}>
        <span className="break-rail__name">{useNames()(shift).short}</span>
        <RowNote shift={shift} day={day} isDue={isDue} timeZone={timeZone} until={until} timesOf={timesOf} />
      </div>
      <div className="break-rail__slots">
        {shift.breaks.map((slot, index) => (
          <BreakSlotButton
            // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
            key={index}
            shift={shift}
            index={index}
            timerMinutes={slotMinutes(shift, index, day)}
            leavesAt={until}
            times={timesOf(slot, index)}
            onPress={onPress}
          />
        ))}
      </div>
    </li>
  );
}, isSame);

type RowNoteProps = Omit<BreakRowProps, 'onPress'> & {
  until: number;
  timesOf: (slot: BreakSlot, index: number) => string;
};

/** One line: when somebody who is away is back, else since when or when the next break is due, else the times of those taken. */
function RowNote({ shift, day, isDue, timeZone, until, timesOf }: RowNoteProps) {
  const client = useClient();
  const running = shift.breaks.findIndex((slot) => slot !== null && slot.endedAt === null);
  const [record, lasts] = [shift.breaks[running] ?? null, slotMinutes(shift, running, day)];
  const stateNow = () => breakDisplay(record, lasts, client.now(), until).state;
  const state = useTicking(stateNow, record !== null);
  const due = nextDue(shift, day);
  if (record && (state === 'running' || state === 'over')) {
    const back = bareTime(wallClock(record.startedAt + lasts * 60_000, timeZone).minutes);
    return state === 'over' ? (
      <Note text={t('due-back', { time: back })} isLate />
    ) : (
      <Note text={t('back-at', { time: back })} />
    );
  }
  if (due !== null && isDue) return <Note text={t('due-since', { time: bareTime(due) })} isLate />;
  if (due !== null) return <Note text={t('due-at', { time: showMinute(due) })} />;
  return <Note text={shift.breaks.flatMap((slot, index) => timesOf(slot, index) || []).join(', ')} />;
}

const Note = ({ text, isLate = false }: { text: string; isLate?: boolean }) => (
  <span className={isLate ? 'break-rail__note break-rail__note--late' : 'break-rail__note'}>{text}</span>
);

type NoBreaksProps = { hasShifts: boolean; hasBreaks: boolean; hasRotation: boolean; mayEdit: boolean };

function NoBreaks({ hasShifts, hasBreaks, hasRotation, mayEdit }: NoBreaksProps) {
  if (hasShifts) {
    const none = hasRotation ? t('no-breaks-due-here') : t('no-breaks-due');
    return <p className="quiet break-rail__none">{hasBreaks ? none : t('breaks-off')}</p>;
  }
  return (
    <div className="stack quiet break-rail__none">
      <p>{hasRotation ? t('no-shifts-here') : t('no-shifts')}</p>
      {mayEdit && (
        // rotations come first, and the board offers them
        <ButtonLink size="big" variant={hasRotation ? 'primary' : 'secondary'} href={urls.shifts}>
          {t('add-shifts')}
        </ButtonLink>
      )}
    </div>
  );
}

type Timer = BreakSettings['breakTimerMinutes'];
type LeavesAt = (shift: Shift) => number;

/** Milliseconds until the first running break of a shift ends, negative once overdue; null if none is running. */
function timeLeft(shift: Shift, timer: Timer, now: number, leavesAt: LeavesAt): number | null {
  let soonest: number | null = null;
  for (const [index, slot] of shift.breaks.entries()) {
    if (slot === null || slot.endedAt !== null) continue;
    const lasts = slotMinutes(shift, index, { breakTimerMinutes: timer });
    const display = breakDisplay(slot, lasts, now, leavesAt(shift));
    const left =
      display.state === 'running' ? display.leftMs : display.state === 'over' ? -display.overMs : null;
    if (left !== null && left > -forgottenBreakMs) soonest = Math.min(soonest ?? left, left);
  }
  return soonest;
}

export const countOut = (
  shifts: readonly Shift[],
  timer: Timer,
  now: number,
  leavesAt: LeavesAt = neverLeaves,
): number =>
  shifts.reduce((count, shift) => count + (timeLeft(shift, timer, now, leavesAt) === null ? 0 : 1), 0);

const neverLeaves = () => Number.POSITIVE_INFINITY;
const untakenOf = (shift: Shift): number =>
  shift.out ? 0 : shift.breaks.filter((slot, index) => slot === null && !skipOf(shift, index)).length;

/**
 * The shifts that have breaks, with people on break first (most overdue, then soonest to end), then those whose break is
 * due, longest ago first, then others with breaks left; the rest last. `shifts` must be sorted by start. `toGo` is how many
 * breaks are still to be taken.
 */
export function breakOrder(
  shifts: readonly Shift[],
  timer: Timer,
  now: number,
  dueSince: (shift: Shift) => number | null = () => null,
  leavesAt: LeavesAt = neverLeaves,
  toGoOf: (shift: Shift) => number = untakenOf,
) {
  const out: { shift: Shift; left: number }[] = [];
  const due: { shift: Shift; since: number }[] = [];
  const waiting: Shift[] = [];
  const finished: Shift[] = [];
  let toGo = 0;
  for (const shift of shifts) {
    if (shift.breaks.length === 0) continue;
    const untaken = toGoOf(shift);
    if (shift.out && untaken === 0 && shift.breaks.every((slot) => slot === null)) continue;
    const since = dueSince(shift);
    const left = timeLeft(shift, timer, now, leavesAt);
    toGo += untaken;
    if (left !== null) out.push({ shift, left });
    else if (since !== null) due.push({ shift, since });
    else if (untaken > 0) waiting.push(shift);
    else finished.push(shift);
  }
  out.sort((a, b) => a.left - b.left);
  due.sort((a, b) => a.since - b.since);
  return {
    shifts: [...[...out, ...due].map(({ shift }) => shift), ...waiting, ...finished],
    out: out.length,
    due: due.map(({ shift }) => shift.id),
    toGo,
  };
}

type BreakDay = Pick<Layout, 'date' | 'dayStart' | 'breakMinMinutes' | 'breakTimerMinutes'>;

/** The order as it is now. A board shows it all day, and renders only with another one. */
export function useBreakOrder(shifts: readonly Shift[], day: BreakDay) {
  const client = useClient();
  const timeZone = useTimeZone();
  const shown = useTicking(() => {
    const now = client.now();
    // what time it is somewhere takes long to find out, so once for everybody
    const minute = minutesInto(day.date, now, timeZone);
    const dueSince = (shift: Shift) => overdueSince(shift, minute, day);
    const leaves = (shift: Shift) => leavesAt(shift, day, timeZone);
    const toGo = (shift: Shift) => breaksToGo(shift, minute, day).length;
    const order = breakOrder(shifts, day.breakTimerMinutes, now, dueSince, leaves, toGo);
    return JSON.stringify({ ...order, shifts: order.shifts.map(({ id }) => id) });
  });
  return useMemo(() => {
    const order = JSON.parse(shown) as { shifts: string[]; due: string[]; out: number; toGo: number };
    const byId = new Map(shifts.map((shift) => [shift.id, shift]));
    return { ...order, shifts: order.shifts.flatMap((id) => byId.get(id) ?? []) };
  }, [shown, shifts]);
}
