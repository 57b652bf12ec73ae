import { memo } from 'react';
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

type PersonTrackProps = {
  row: TimelineRow;
  range: Span;
  day: BreakDay;
  isLink: boolean;
};

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
}, isSameRow);

/** Rows are made anew with every change of the day. */
function isSameRow(before: PersonTrackProps, after: PersonTrackProps): boolean {
  return (
    before.row.shift === after.row.shift &&
    JSON.stringify(before.row.stints) === JSON.stringify(after.row.stints) &&
    before.row.span.start === after.row.span.start &&
    before.range.start === after.range.start &&
    before.range.end === after.range.end &&
    before.day === after.day &&
    before.isLink === after.isLink
  );
}

function Bar({ row }: { row: TimelineRow }) {
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
      {row.late && (
        <span className="timeline__away" style={place(row.late, row.span)}>
          <span className={textClass(row.late)}>
            {showLate({ expected: row.shift.late?.expected ?? null })}
          </span>
        </span>
      )}
      {row.out && (
        <span className="timeline__away" style={place(row.out, row.span)} title={showAttendance(row)}>
          <span className={textClass(row.out)}>{showAttendance(row)}</span>
        </span>
      )}
    </>
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
