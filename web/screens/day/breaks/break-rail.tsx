import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { breakTimes } from '../../../../domain/break/break.ts';
import { nextDue, overdueSince } from '../../../../domain/break/due.ts';
import { bareTime } from '../../../../domain/coverage/comings.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { isThere } from '../../../../domain/shift/presence.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';
import { shortRange } from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { BreakSlotButton, type PressBreak } from '../../../parts/board/break-slot.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { ButtonLink } from '../../../ui/button/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { useStableOrder } from '../../../ui/table/stable-order.ts';
import { urls } from '../../../urls.ts';
import { AutoPager, useAutoPager } from '../television/auto-pager.tsx';
import { useRowPages } from '../television/row-pages.ts';
import { breakOrder, countOut } from './break-order.ts';
import { useMisclickGuard } from './use-misclick-guard.ts';
import './break-rail.css';

type BreakRailProps = {
  /** The shifts that overlap the rotation, sorted by start. */
  shifts: readonly Shift[];
  /** The layout's date, and its settings of breaks. */
  day: BreakDay;
  /** False for a day without rotations, whose shifts are all shown. */
  hasRotation: boolean;
  onPress?: PressBreak;
};

type BreakDay = Pick<Layout, 'date' | 'dayStart' | 'breakMinMinutes' | 'breakTimerMinutes'>;

export const BreakRail = memo(function BreakRail(props: BreakRailProps) {
  const { shifts, day, hasRotation, onPress } = props;
  const timerMinutes = day.breakTimerMinutes;
  const client = useClient();
  const timeZone = useTimeZone();
  const dueSince = (shift: Shift) => overdueSince(shift, minutesInto(day.date, client.now(), timeZone), day);
  // without a change, the order differs only when a forgotten break stops counting, or one is due
  const out = useTicking(() => countOut(shifts, timerMinutes, client.now()));
  const dueNow = useTicking(() =>
    shifts
      .filter((shift) => dueSince(shift) !== null)
      .map(({ id }) => id)
      .join(),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const order = useMemo(
    () => breakOrder(shifts, timerMinutes, client.now(), dueSince),
    [shifts, day, client, out, dueNow],
  );
  const here = useTicking(() => {
    const minute = minutesInto(day.date, client.now(), timeZone);
    return shifts.filter((shift) => isThere(shift, minute, day.dayStart)).length;
  });
  const rail = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const rows = useStableOrder(order.shifts, ({ id }) => id, rail);
  const pages = useRowPages(
    list,
    rows.map(({ id }) => id),
  );
  const { page, turn } = useAutoPager(pages.length, rail);
  const press = useMisclickGuard({ rail, list }, { shifts: rows, page }, onPress);
  const { from, to } = pages[page] ?? { from: 0, to: rows.length };

  useLayoutEffect(() => {
    const element = list.current;
    const first = element?.children[from];
    if (!element || !first || pages.length < 2) return;
    element.scrollTop += first.getBoundingClientRect().top - element.getBoundingClientRect().top;
  }, [from, pages.length]);

  return (
    <div
      className="break-rail"
      ref={rail}
      style={{ '--rows': Math.max(1, rows.length) } as React.CSSProperties}
    >
      <Card title="Breaks" aside={`${showOut(order.out, here)} on break, ${order.toGo} left`}>
        {rows.length === 0 ? (
          <NoBreaks
            hasShifts={shifts.length > 0}
            hasBreaks={day.breakMinMinutes > 0}
            hasRotation={hasRotation}
            mayEdit={onPress !== undefined}
          />
        ) : (
          <>
            <ul
              className="break-rail__list"
              ref={list}
              // without buttons inside, a scrolling list needs a tab stop of its own
              tabIndex={onPress ? undefined : 0}
            >
              {rows.map((shift, index) => (
                <BreakRow
                  key={shift.id}
                  shift={shift}
                  day={day}
                  isDue={dueSince(shift) !== null}
                  timeZone={timeZone}
                  isHidden={index < from || index >= to}
                  onPress={press}
                />
              ))}
            </ul>
            {pages.length > 1 && <AutoPager what="Breaks" page={page} count={pages.length} onTurn={turn} />}
          </>
        )}
      </Card>
    </div>
  );
});

/** With several away at once, of how many who are here: breaks are to be spread. */
const showOut = (out: number, here: number): string =>
  out >= 3 && here >= out ? `${out} of ${here}` : `${out}`;

type BreakRowProps = {
  shift: Shift;
  day: BreakDay;
  /** Whether the next break should have begun. */
  isDue: boolean;
  timeZone: string;
  isHidden: boolean;
  onPress?: PressBreak;
};

const BreakRow = memo(function BreakRow(props: BreakRowProps) {
  const { shift, day, isDue, timeZone, isHidden, onPress } = props;
  const timerMinutes = day.breakTimerMinutes;
  const due = nextDue(shift, day);
  const times = shift.breaks.map((slot) => breakTimes(slot, timerMinutes, timeZone));
  const nameOf = useNames();
  const taken = times.filter((each) => each !== '');
  const slots = { '--slots': shift.breaks.length };
  return (
    <li className="break-rail__row" style={slots as React.CSSProperties} hidden={isHidden}>
      <div
        className="break-rail__person"
        title={`${shift.teamMember} · ${shift.startTime} – ${shift.endTime}`}
      >
        <span className="break-rail__name">{nameOf(shift).short}</span>
        {(taken.length > 0 || due !== null) && (
          <span className="break-rail__when">
            {taken.length > 0 && <span className="break-rail__times">{taken.join(', ')}</span>}
            {due !== null && (
              <span className={isDue ? 'break-rail__due break-rail__due--over' : 'break-rail__due'}>
                {isDue && <IconAlertTriangle aria-hidden="true" />}
                {isDue ? `overdue, ${bareTime(due)}` : `due ${bareTime(due)}`}
              </span>
            )}
          </span>
        )}
        {/* two lines are as tall as the button, so that a press doesn't resize the row */}
        {taken.length + (due === null ? 0 : 1) < 2 && (
          <span className="break-rail__about">{`${shortRange(shift)} · ${shift.schedule}`}</span>
        )}
      </div>
      <div className="break-rail__slots">
        {shift.breaks.map((_, index) => (
          <BreakSlotButton
            // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
            key={index}
            shift={shift}
            index={index}
            timerMinutes={timerMinutes}
            times={times[index] ?? ''}
            onPress={onPress}
          />
        ))}
      </div>
    </li>
  );
});

type NoBreaksProps = { hasShifts: boolean; hasBreaks: boolean; hasRotation: boolean; mayEdit: boolean };

function NoBreaks({ hasShifts, hasBreaks, hasRotation, mayEdit }: NoBreaksProps) {
  const where = hasRotation ? ' in this rotation' : '';
  if (hasShifts) {
    return (
      <p className="break-rail__none">
        {hasBreaks ? `No breaks due${where}.` : 'Breaks are turned off for this team.'}
      </p>
    );
  }
  return (
    <div className="break-rail__none">
      <p>{`No shifts${where} yet`}</p>
      {mayEdit && (
        <ButtonLink size="big" variant="primary" href={urls.shifts}>
          Add Shifts
        </ButtonLink>
      )}
    </div>
  );
}
