import { memo, useDeferredValue, useMemo, useRef } from 'react';
import { isSame } from '../../../../domain/change/same.ts';
import { type BreakSlot, breakDisplay, breakTimes, endedBreak } from '../../../../domain/day/break.ts';
import { bareTime } from '../../../../domain/day/coverage.ts';
import { nextDue } from '../../../../domain/day/due-breaks.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { leavesAt } from '../../../../domain/day/who-is-there.ts';
import { fromMinutes } from '../../../../domain/time/clock-time.ts';
import { wallClock } from '../../../../domain/time/date.ts';
import { BreakSlotButton, type PressBreak } from '../../../parts/board/break-slot.tsx';
import { useNames } from '../../../parts/board/use-board.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/page/page.tsx';
import { useStableRows } from '../../../ui/table/stable-rows.ts';
import { urls } from '../../../urls.ts';
import { type BreakDay, countOut, useBreakOrder } from './break-order.ts';
import './break-rail.css';

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
      <Card title="Breaks" aside={everyone.length === 0 ? undefined : `${allOut} out, ${order.toGo} to go`}>
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
  const timerMinutes = day.breakTimerMinutes;
  const client = useClient();
  const until = useMemo(() => leavesAt(shift, day, timeZone), [shift, day, timeZone]);
  const isRunning = shift.breaks.some((slot) => slot !== null && slot.endedAt === null);
  const hasLeft = useTicking(() => Number(client.now() >= until), isRunning);
  const timesOf = (slot: BreakSlot) =>
    breakTimes(hasLeft === 1 ? endedBreak(slot, timerMinutes, until, until) : slot, timerMinutes, timeZone);
  const slots = { '--slots': shift.breaks.length };
  return (
    <li className="break-rail__row" style={slots as React.CSSProperties}>
      <div
        className="break-rail__person"
        title={`${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`}
      >
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
            timerMinutes={timerMinutes}
            leavesAt={until}
            times={timesOf(slot)}
            onPress={onPress}
          />
        ))}
      </div>
    </li>
  );
}, isSame);

type RowNoteProps = Omit<BreakRowProps, 'onPress'> & {
  until: number;
  timesOf: (slot: BreakSlot) => string;
};

/** One line: when somebody who is away is back, else since when or when the next break is due, else the times of those taken. */
function RowNote({ shift, day, isDue, timeZone, until, timesOf }: RowNoteProps) {
  const { breakTimerMinutes } = day;
  const client = useClient();
  const record = shift.breaks.find((slot) => slot !== null && slot.endedAt === null) ?? null;
  const stateNow = () => breakDisplay(record, breakTimerMinutes, client.now(), until).state;
  const state = useTicking(stateNow, record !== null);
  const due = nextDue(shift, day);
  if (record && (state === 'running' || state === 'over')) {
    const back = bareTime(wallClock(record.startedAt + breakTimerMinutes * 60_000, timeZone).minutes);
    return state === 'over' ? <Note text={`due back ${back}`} isLate /> : <Note text={`back ${back}`} />;
  }
  if (due !== null && isDue) return <Note text={`due since ${bareTime(due)}`} isLate />;
  if (due !== null) return <Note text={`due ${fromMinutes(due)}`} />;
  const taken = shift.breaks.filter((slot) => slot !== null);
  return <Note text={taken.map(timesOf).join(', ')} />;
}

const Note = ({ text, isLate = false }: { text: string; isLate?: boolean }) => (
  <span className={isLate ? 'break-rail__note break-rail__note--late' : 'break-rail__note'}>{text}</span>
);

type NoBreaksProps = { hasShifts: boolean; hasBreaks: boolean; hasRotation: boolean; mayEdit: boolean };

function NoBreaks({ hasShifts, hasBreaks, hasRotation, mayEdit }: NoBreaksProps) {
  const where = hasRotation ? ' in this rotation' : '';
  if (hasShifts) {
    return (
      <p className="quiet break-rail__none">
        {hasBreaks ? `No breaks due${where}.` : 'Breaks are turned off for this team.'}
      </p>
    );
  }
  return (
    <div className="stack quiet break-rail__none">
      <p>{`No shifts${where} yet`}</p>
      {mayEdit && (
        // rotations come first, and the board offers them
        <ButtonLink size="big" variant={hasRotation ? 'primary' : 'secondary'} href={urls.shifts}>
          Add Shifts
        </ButtonLink>
      )}
    </div>
  );
}
