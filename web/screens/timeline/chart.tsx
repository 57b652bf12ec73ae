import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import { formats, shortRange, shortTime, showMinute, showTime } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import { isSame } from '../../../domain/change/same.ts';
import { showLate, showOut } from '../../../domain/day/attendance.ts';
import { type BreakSlot, breakTimes } from '../../../domain/day/break.ts';
import { type CurvePoint, coverageCurve, missingPeople, shortages } from '../../../domain/day/curve.ts';
import { dueMinute } from '../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { type Shift, skipOf, slotMinutes } from '../../../domain/day/shift.ts';
import {
  type BreakDay,
  breakMarks,
  placeName,
  rotationLanes,
  type Stint,
  type TimelineRow,
  timelineRange,
} from '../../../domain/day/timeline.ts';
import { breaksAt } from '../../../domain/day/who-is-there.ts';
import { contains, fromMinutes, minutesOfDay, type Span } from '../../../domain/time/clock-time.ts';
import { useMinuteOf, useNames } from '../../parts/board/use-board.tsx';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { Link } from '../../ui/button/button.tsx';
import { urls } from '../../urls.ts';
import { leftStyle, type RowGroup, spanStyle, textClass } from './scale.ts';
import './chart.css';
import './person-track.css';

const t = words('timeline');
const board = words('day');

/** Units of the drawing from top to bottom; across, a unit is a minute. */
const height = 100;
/** In minutes: a shorter stretch has no room for its words. */
const leastForLetter = 7.6;

type CurveChartProps = { curve: readonly CurvePoint[]; most: number; range: Span };

const CurveChart = memo(function CurveChart({ curve, most, range }: CurveChartProps) {
  const y = (count: number) => height - (count / most) * (height - 4);
  const x = (minute: number) => minute - range.start;
  const line = (of: (point: CurvePoint) => number) =>
    curve.map((point) => `H${x(point.minute)}V${y(of(point)).toFixed(2)}`).join('');

  return (
    <div className="timeline__track timeline__row--curve">
      <svg
        className="timeline__curve"
        viewBox={`0 0 ${range.end - range.start} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <defs>
          <pattern id="timeline-short" width="6" height="8" patternUnits="userSpaceOnUse">
            <path d="M0 8L6 0" />
          </pattern>
        </defs>
        <path className="timeline__people" d={`M0 ${height}${line(({ present }) => present)}H0Z`} />
        <path className="timeline__short" d={shortArea(curve, x, y)} />
        <path className="timeline__positions" d={`M0 ${height}${line(({ positions }) => positions)}`} />
      </svg>
      {shortages(curve)
        .map((short) => ({ ...short, said: t('short-by', { count: short.by }) }))
        .filter(({ start, end, said }) => end - start >= leastForLetter * said.length)
        .map((short) => (
          <span key={short.start} className="timeline__short-by" style={spanStyle(short, range)}>
            <span className="timeline__words timeline__words--stay">{short.said}</span>
          </span>
        ))}
    </div>
  );
});

type Axis = (value: number) => number;

const shortArea = (curve: readonly CurvePoint[], x: Axis, y: Axis): string =>
  curve
    .map((point, index) => {
      const end = curve[index + 1]?.minute;
      if (end === undefined || missingPeople(point) === 0) return '';
      const [top, bottom] = [y(point.positions).toFixed(2), y(point.present).toFixed(2)];
      return `M${x(point.minute)} ${bottom}V${top}H${x(end)}V${bottom}Z`;
    })
    .join('');

type NamesProps = { groups: readonly RowGroup[]; lanes: number; most: number; isLink: boolean };

/** The column at the left, which stays when the tracks scroll: one element, since each that stays costs a layer. */
const Names = memo(function Names({ groups, lanes, most, isLink }: NamesProps) {
  return (
    <div className="timeline__names">
      <div className={headLook(lanes)}>
        <div className="timeline__row--head" />
        {Array.from({ length: lanes }, (_, lane) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other identity
          <div key={lane} className="timeline__row--head timeline__name">
            {lane === 0 && t('rotations')}
          </div>
        ))}
      </div>
      <div className="timeline__name timeline__row--curve">
        <span className="timeline__key timeline__key--people">{t('people-at-work')}</span>
        <span className="timeline__key timeline__key--positions">{t('positions')}</span>
        <span className="timeline__key timeline__key--short">{t('short')}</span>
        <span>{t('scale', { most })}</span>
      </div>
      {groups.map(({ title, rows }) => (
        <div key={title}>
          {title !== '' && (
            <h2 className="timeline__name timeline__row--title timeline__title">
              <span className="timeline__words">
                {title} <span className="quiet timeline__count">{rows.length}</span>
              </span>
            </h2>
          )}
          {rows.map(({ shift }) => (
            <Name key={shift.id} shift={shift} isLink={isLink} />
          ))}
        </div>
      ))}
    </div>
  );
});

/** Rotations in many rows would fill a phone, so they don't stay at the top. */
const isTallHead = (lanes: number): boolean => lanes > 3;
const headLook = (lanes: number): string =>
  isTallHead(lanes) ? 'timeline__head timeline__head--tall' : 'timeline__head';

const Name = memo(function Name({ shift, isLink }: { shift: Shift; isLink: boolean }) {
  const text = (
    <>
      <span className="one-line timeline__person">{useNames()(shift).short}</span>{' '}
      <span className="one-line timeline__times">{shortRange(shift)}</span>
    </>
  );
  if (!isLink) return <div className="timeline__name timeline__row">{text}</div>;
  return (
    <Link className="timeline__name timeline__row timeline__link" href={urls.personOnDay(shift.id)}>
      {text}
    </Link>
  );
});

type NowProps = { date: string; range: Span };

/** The minute that it is now; null where the chart doesn't show it. Who uses it alone renders as time passes. */
function useNow({ date, range }: NowProps): number | null {
  const minute = useMinuteOf(date, useTimeZone());
  return contains(range, minute) ? minute : null;
}

/** A line through all rows at the present time. */
function NowLine(props: NowProps) {
  const minute = useNow(props);
  return (
    minute !== null && <div className="timeline__now screen-only" style={leftStyle(minute, props.range)} />
  );
}

function NowTime(props: NowProps) {
  const minute = useNow(props);
  if (minute === null) return null;
  return (
    <span className="timeline__now-time screen-only" style={leftStyle(minute, props.range)}>
      {showMinute(minute)}
    </span>
  );
}

type HeadProps = { date: string; lanes: ReturnType<typeof rotationLanes>; range: Span };

const Head = memo(function Head({ date, lanes, range }: HeadProps) {
  return (
    <div className={headLook(lanes.length)}>
      <div className="timeline__track timeline__row--head">
        <Hours date={date} range={range} />
        <NowTime date={date} range={range} />
      </div>
      {lanes.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other identity
        <div key={index} className="timeline__track timeline__row--head">
          {lane.map(({ rotation, span }) => (
            <span
              key={rotation.id}
              className="timeline__rotation"
              style={spanStyle(span, range)}
              title={`${rotation.name}, ${showTime(rotation.startTime)}–${showTime(rotation.endTime)}`}
            >
              <span className={textClass(span)}>{rotation.name}</span>
            </span>
          ))}
        </div>
      ))}
    </div>
  );
});

/** In minutes before and after now: where the present time covers the name of an hour. */
const [coveredBefore, coveredAfter] = [70, 40];

function Hours({ date, range }: NowProps) {
  const now = useNow({ date, range });
  const isCovered = (minute: number) =>
    now !== null && now - minute < coveredBefore && minute - now < coveredAfter;
  return Array.from({ length: (range.end - range.start) / 60 }, (_, hour) => range.start + hour * 60)
    .filter((minute) => !isCovered(minute))
    .map((minute) => (
      <span key={minute} className="timeline__hour" style={leftStyle(minute, range)}>
        {shortTime(fromMinutes(minute))}
      </span>
    ));
}

type ChartProps = { layout: Layout; groups: readonly RowGroup[]; isLink: boolean };

export function Chart({ layout, groups, isLink }: ChartProps) {
  const { date, breakMinMinutes, breakTimerMinutes, shifts, rotations, dayStart } = layout;
  const day = { date, dayStart, breakMinMinutes, breakTimerMinutes };
  const { range, lanes, curve, most } = useMemo(
    () => drawingOf({ shifts, rotations, dayStart }),
    [shifts, rotations, dayStart],
  );
  const scroller = useScrolledToNow(date, range);
  const sizes = {
    '--hours': (range.end - range.start) / 60,
    '--head-rows': isTallHead(lanes.length) ? 0 : lanes.length + 1,
  };
  return (
    <section
      className="timeline__chart"
      style={sizes as React.CSSProperties}
      aria-label={t('chart')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      ref={scroller}
    >
      <div className="timeline__canvas">
        <Names groups={groups} lanes={lanes.length} most={most} isLink={isLink} />
        <div className="timeline__tracks" aria-hidden="true">
          {lanes.flat().map(({ rotation, span }) => (
            <span key={rotation.id} className="timeline__window" style={spanStyle(span, range)} />
          ))}
          <Head date={date} lanes={lanes} range={range} />
          <CurveChart curve={curve} most={most} range={range} />
          {groups.map(({ title, rows }) => (
            <div key={title}>
              {title !== '' && <div className="timeline__row--title" />}
              {rows.map((row) => (
                <PersonTrack key={row.shift.id} row={row} range={range} day={day} isLink={isLink} />
              ))}
            </div>
          ))}
          <NowLine date={date} range={range} />
        </div>
      </div>
    </section>
  );
}

function drawingOf(day: Pick<Layout, 'shifts' | 'rotations' | 'dayStart'>) {
  const curve = coverageCurve(day);
  return {
    range: timelineRange(day) ?? { start: 0, end: minutesOfDay },
    lanes: rotationLanes(day),
    curve,
    most: Math.max(1, ...curve.map(({ present, positions }) => Math.max(present, positions))),
  };
}

/** On a narrow screen the chart opens at the present time. */
function useScrolledToNow(date: string, range: Span) {
  const scroller = useRef<HTMLElement>(null);
  const now = useNow({ date, range });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens; then people scroll
  useLayoutEffect(() => {
    const element = scroller.current;
    const track = element?.querySelector<HTMLElement>('.timeline__tracks');
    if (!element || !track || now === null) return;
    const nowAt = ((now - range.start) / (range.end - range.start)) * track.offsetWidth;
    element.scrollLeft = nowAt - (element.clientWidth - track.offsetLeft) / 3;
  }, []);
  return scroller;
}

/** '9:00 AM–5:00 PM'. */
export const showSpan = ({ start, end }: Span): string => `${showMinute(start)}–${showMinute(end)}`;

/** 'Lunch: Register 1, 11:00 AM–2:00 PM'. */
const showStint = (stint: Stint): string =>
  `${stint.rotations.join(', ')}: ${placeName(stint)}, ${showSpan(stint)}`;

export const showStints = ({ stints }: TimelineRow): string =>
  stints.length === 0 ? t('no-position') : stints.map(showStint).join('; ');

/** 'Break 1: 10:02–10:31 AM; break 2: not taken, due 2:00 PM'. */
export function showBreaks(
  { shift }: TimelineRow,
  day: BreakDay,
  moment: { now: number; timeZone: string },
): string {
  const due = (index: number) => {
    const skip = skipOf(shift, index);
    if (skip) return board(`break-${skip.how}`);
    const minute = dueMinute(shift, index, day);
    return minute === null ? t('not-taken') : t('not-taken-due', { time: showMinute(minute) });
  };
  const timesOf = (slot: BreakSlot, index: number) =>
    breakTimes(slot, slotMinutes(shift, index, day), moment.timeZone, board, formats.get());
  const said = breaksAt(shift, day, moment)
    .map((slot, index) => t('break-times', { number: index + 1, times: timesOf(slot, index) || due(index) }))
    .join('; ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** 'Out: sick, 10:12 AM', 'Late, expected 11:30 AM', or ''. */
export const showAttendance = ({ shift: { out, late } }: TimelineRow): string =>
  [late && showLate(late, board, formats.get()), out && showOut(out, board, formats.get())]
    .filter(Boolean)
    .join('; ');

type PersonTrackProps = { row: TimelineRow; range: Span; day: BreakDay; isLink: boolean };

/** Rows are made anew with every change of the day. */
const PersonTrack = memo(function PersonTrack({ row, range, day, isLink }: PersonTrackProps) {
  const bar = { className: 'timeline__bar', style: spanStyle(row.span, range), children: <Bar row={row} /> };
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
          style={spanStyle(stint, row.span)}
          title={showStint(stint)}
        >
          <span className={textClass(stint)}>{placeName(stint)}</span>
        </span>
      ))}
      {late && (
        <Away
          span={late}
          row={row}
          text={showLate({ expected: shift.late?.expected ?? null }, board, formats.get())}
        />
      )}
      {out && <Away span={out} row={row} text={showAttendance(row)} />}
    </>
  );
}

function Away({ span, row, text }: { span: Span; row: TimelineRow; text: string }) {
  return (
    <span className="timeline__away" style={spanStyle(span, row.span)} title={text}>
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
      style={spanStyle(mark, range)}
      title={showBreaks(row, day, { now, timeZone })}
    />
  ));
}
