import { useLayoutEffect, useMemo, useRef } from 'react';
import { coverageCurve } from '../../../domain/day/curve.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import { rotationLanes, timelineRange } from '../../../domain/day/timeline.ts';
import { minutesOfDay, type Span } from '../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { CurveChart } from './curve-chart.tsx';
import type { RowGroup } from './groups.ts';
import { Head } from './head.tsx';
import { Names } from './names.tsx';
import { NowLine } from './now-line.tsx';
import { PersonTrack } from './person-track.tsx';
import { place } from './scale.ts';
import './chart.css';

type ChartProps = { layout: Layout; groups: readonly RowGroup[]; isLink: boolean };

/** People as bars under the rotations, with the curve of all of them on top. */
export function Chart({ layout, groups, isLink }: ChartProps) {
  const { date, breakMinMinutes, breakTimerMinutes, shifts, rotations, dayStart } = layout;
  const day = useMemo(
    () => ({ date, dayStart, breakMinMinutes, breakTimerMinutes }),
    [date, dayStart, breakMinMinutes, breakTimerMinutes],
  );
  const { range, lanes, curve, most } = useMemo(
    () => drawingOf({ shifts, rotations, dayStart }),
    [shifts, rotations, dayStart],
  );
  const scroller = useScrolledToNow(date, range);
  const hours = (range.end - range.start) / 60;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="timeline__chart" aria-label="Chart" tabIndex={0} ref={scroller}>
      <div className="timeline__canvas" style={{ '--hours': hours } as React.CSSProperties}>
        <Names groups={groups} lanes={lanes.length} most={most} isLink={isLink} />
        <div className="timeline__tracks" aria-hidden="true">
          <div className="timeline__backdrop">
            {lanes.flat().map(({ rotation, span }) => (
              <span key={rotation.id} className="timeline__window" style={place(span, range)} />
            ))}
          </div>
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
          <div className="timeline__front">
            <NowLine date={date} range={range} />
          </div>
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
  const client = useClient();
  const timeZone = useTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens; then people scroll
  useLayoutEffect(() => {
    const element = scroller.current;
    const track = element?.querySelector<HTMLElement>('.timeline__tracks');
    const minute = minutesInto(date, client.now(), timeZone);
    if (!element || !track || minute < range.start || minute >= range.end) return;
    const nowAt = ((minute - range.start) / (range.end - range.start)) * track.offsetWidth;
    element.scrollLeft = nowAt - (element.clientWidth - track.offsetLeft) / 3;
  }, []);
  return scroller;
}
