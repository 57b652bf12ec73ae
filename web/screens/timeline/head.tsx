import { memo } from 'react';
import type { rotationLanes } from '../../../domain/coverage/timeline.ts';
import { fromMinutes, type Span, shortTime } from '../../../domain/time/clock-time.ts';
import { headLook } from './names.tsx';
import { NowTime } from './now-line.tsx';
import { leftOf, place, wordsLook } from './scale.ts';
import './head.css';

type HeadProps = { date: string; lanes: ReturnType<typeof rotationLanes>; range: Span };

/** Hours, and under them the rotations. */
export const Head = memo(function Head({ date, lanes, range }: HeadProps) {
  const hours = Array.from({ length: (range.end - range.start) / 60 }, (_, hour) => range.start + hour * 60);
  return (
    <div className={headLook(lanes.length)}>
      <div className="timeline__track timeline__row--hours">
        {hours.map((minute) => (
          <span key={minute} className="timeline__hour" style={leftOf(minute, range)}>
            {shortTime(fromMinutes(minute))}
          </span>
        ))}
        <NowTime date={date} range={range} />
      </div>
      {lanes.map((lane, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes have no other identity
        <div key={index} className="timeline__track timeline__row--rotations">
          {lane.map(({ rotation, span }) => (
            <span
              key={rotation.id}
              className="timeline__rotation"
              style={place(span, range)}
              title={`${rotation.name}, ${rotation.startTime}–${rotation.endTime}`}
            >
              <span className={wordsLook(span)}>{rotation.name}</span>
            </span>
          ))}
        </div>
      ))}
    </div>
  );
});
