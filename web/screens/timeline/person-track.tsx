import { memo } from 'react';
import { isSame } from '../../../domain/change/same.ts';
import { showLate, showOut } from '../../../domain/day/attendance.ts';
import { breakTimes } from '../../../domain/day/break.ts';
import { dueMinute } from '../../../domain/day/due-breaks.ts';
import { type BreakDay, breakMarks, type Stint, type TimelineRow } from '../../../domain/day/timeline.ts';
import { breaksAt } from '../../../domain/day/who-is-there.ts';
import { fromMinutes, type Span } from '../../../domain/time/clock-time.ts';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { Link } from '../../ui/button/button.tsx';
import { urls } from '../../urls.ts';
import { place, textClass } from './scale.ts';
import './person-track.css';

/** '9:00 AM–5:00 PM'. */
export const showSpan = ({ start, end }: Span): string => `${fromMinutes(start)}–${fromMinutes(end)}`;

/** 'Lunch: Register 1, 11:00 AM–2:00 PM'. */
const showStint = (stint: Stint): string =>
  `${stint.rotations.join(', ')}: ${stint.position}, ${showSpan(stint)}`;

export const showStints = ({ stints }: TimelineRow): string =>
  stints.length === 0 ? 'No position' : stints.map(showStint).join('; ');

/** 'Break 1: 10:02–10:31 AM; break 2: not taken, due 2:00 PM'. */
export function showBreaks(
  { shift }: TimelineRow,
  day: BreakDay,
  moment: { now: number; timeZone: string },
): string {
  const due = (index: number) => {
    const minute = dueMinute(shift, index, day);
    return minute === null ? 'not taken' : `not taken, due ${fromMinutes(minute)}`;
  };
  const said = breaksAt(shift, day, moment).map(
    (slot, index) =>
      `break ${index + 1}: ${breakTimes(slot, day.breakTimerMinutes, moment.timeZone) || due(index)}`,
  );
  return said.join('; ').replace(/^b/, 'B');
}

/** 'Out: sick, 10:12 AM', 'Late, expected 11:30 AM', or ''. */
export const showAttendance = ({ shift: { out, late } }: TimelineRow): string =>
  [late && showLate(late), out && showOut(out)].filter(Boolean).join('; ');

type PersonTrackProps = { row: TimelineRow; range: Span; day: BreakDay; isLink: boolean };

/** Rows are made anew with every change of the day. */
export const PersonTrack = memo(function PersonTrack({ row, range, day, isLink }: PersonTrackProps) {
  const bar = { className: 'timeline__bar', style: place(row.span, range), children: <Bar row={row} /> };
  return (
    <div className="timeline__track timeline__row">
      {isLink ? (
        // the name is the same link for keyboards and screen readers
        <Link {...bar} href={urls.personOnDay(row.shift.id)} tabIndex={-1} />
      ) : (
        <span {...bar} />
      )}
      <Breaks row={row} range={range} day={day} />
    </div>
  );
}, isSame);

function Bar({ row }: { row: TimelineRow }) {
  const { late, out, shift } = row;
  return (
    <>
      {row.stints.map((stint) => (
        <span
          key={stint.start}
          className="timeline__stint"
          style={place(stint, row.span)}
          title={showStint(stint)}
        >
          <span className={textClass(stint)}>{stint.position}</span>
        </span>
      ))}
      {late && <Away span={late} row={row} text={showLate({ expected: shift.late?.expected ?? null })} />}
      {out && <Away span={out} row={row} text={showAttendance(row)} />}
    </>
  );
}

function Away({ span, row, text }: { span: Span; row: TimelineRow; text: string }) {
  return (
    <span className="timeline__away" style={place(span, row.span)} title={text}>
      <span className={textClass(span)}>{text}</span>
    </span>
  );
}

function Breaks({ row, range, day }: Pick<PersonTrackProps, 'row' | 'range' | 'day'>) {
  const client = useClient();
  const timeZone = useTimeZone();
  const isGoingOn = row.shift.breaks.some((slot) => slot !== null && slot.endedAt === null);
  const minute = useTicking(() => (isGoingOn ? Math.floor(client.now() / 60_000) : 0), isGoingOn);
  const now = isGoingOn ? minute * 60_000 : client.now();
  return breakMarks(row.shift, day, { now, timeZone }).map((mark) => (
    <span
      key={mark.index}
      className={`timeline__break timeline__break--${mark.state}`}
      style={place(mark, range)}
      title={showBreaks(row, day, { now, timeZone })}
    />
  ));
}
