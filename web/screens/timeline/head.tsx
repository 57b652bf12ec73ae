import { rotationLanes } from '../../../domain/coverage/timeline.ts';
import type { Layout } from '../../../domain/layout/layout.ts';
import { fromMinutes, type Span, shortTime } from '../../../domain/time/clock-time.ts';
import { NowTime } from './now-line.tsx';
import { leftOf, place } from './scale.ts';
import './head.css';

/** Hours, and under them the rotations. */
export function Head({ layout, range }: { layout: Layout; range: Span }) {
  const lanes = rotationLanes(layout);
  const hours = Array.from({ length: (range.end - range.start) / 60 }, (_, hour) => range.start + hour * 60);
  return (
    <div className={lanes.length > 3 ? 'timeline__head timeline__head--tall' : 'timeline__head'}>
      <div className="timeline__row timeline__row--hours">
        <div className="timeline__name" />
        <div className="timeline__track" aria-hidden="true">
          {hours.map((minute) => (
            <span key={minute} className="timeline__hour" style={leftOf(minute, range)}>
              {shortTime(fromMinutes(minute))}
            </span>
          ))}
          <NowTime date={layout.date} range={range} />
        </div>
      </div>
      {lanes.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other identity
        <div key={index} className="timeline__row timeline__row--rotations">
          <div className="timeline__name">{index === 0 && 'Rotations'}</div>
          <div className="timeline__track" aria-hidden="true">
            {lane.map(({ rotation, span }) => (
              <span
                key={rotation.id}
                className="timeline__rotation"
                style={place(span, range)}
                title={`${rotation.name}, ${rotation.startTime}–${rotation.endTime}`}
              >
                <span className="timeline__words">{rotation.name}</span>
              </span>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
