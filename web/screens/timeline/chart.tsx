import { useLayoutEffect, useMemo, useRef } from 'react';
import { rotationLanes, timelineRange } from '../../../domain/coverage/timeline.ts';
import type { Layout } from '../../../domain/layout/layout.ts';
import type { Span } from '../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { CurveChart } from './curve-chart.tsx';
import type { RowGroup } from './groups.ts';
import { Head } from './head.tsx';
import { NowLine } from './now-line.tsx';
import { PersonRow } from './person-row.tsx';
import { place } from './scale.ts';
import './chart.css';

type ChartProps = { layout: Layout; groups: readonly RowGroup[]; isLink: boolean };

/** People as bars under the rotations, with the curve of all of them on top. */
export function Chart({ layout, groups, isLink }: ChartProps) {
  const { date, breakTimerMinutes } = layout;
  const day = useMemo(() => ({ date, breakTimerMinutes }), [date, breakTimerMinutes]);
  const range = timelineRange(layout) ?? { start: 0, end: 1440 };
  const scroller = useScrolledToNow(date, range);
  const hours = (range.end - range.start) / 60;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section className="timeline__chart" aria-label="Chart" tabIndex={0} ref={scroller}>
      <div className="timeline__canvas" style={{ '--hours': hours } as React.CSSProperties}>
        <div className="timeline__backdrop" aria-hidden="true">
          {rotationLanes(layout)
            .flat()
            .map(({ rotation, span }) => (
              <span key={rotation.id} className="timeline__window" style={place(span, range)} />
            ))}
        </div>
        <Head layout={layout} range={range} />
        <CurveChart layout={layout} range={range} />
        {groups.map(({ title, rows }) => (
          <div key={title} className="timeline__group">
            {title !== '' && (
              <div className="timeline__row timeline__row--title">
                <h2 className="timeline__title">
                  {title} <span className="timeline__count">{rows.length}</span>
                </h2>
              </div>
            )}
            {rows.map((row) => (
              <PersonRow key={row.shift.id} row={row} range={range} day={day} isLink={isLink} />
            ))}
          </div>
        ))}
        <div className="timeline__front" aria-hidden="true">
          <NowLine date={date} range={range} />
        </div>
      </div>
    </section>
  );
}

/** On a narrow screen the chart opens at the present time. */
function useScrolledToNow(date: string, range: Span) {
  const scroller = useRef<HTMLElement>(null);
  const client = useClient();
  const timeZone = useTimeZone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it opens; then people scroll
  useLayoutEffect(() => {
    const element = scroller.current;
    const track = element?.querySelector<HTMLElement>('.timeline__track');
    const minute = minutesInto(date, client.now(), timeZone);
    if (!element || !track || minute < range.start || minute >= range.end) return;
    const nowAt = ((minute - range.start) / (range.end - range.start)) * track.offsetWidth;
    element.scrollLeft = nowAt - (element.clientWidth - track.offsetLeft) / 3;
  }, []);
  return scroller;
}
