import { memo } from 'react';
import type { rotationLanes } from '../../../domain/day/timeline.ts';
import { fromMinutes, type Span, shortTime } from '../../../domain/time/clock-time.ts';
import { useTicking } from '../../parts/page/ticker.ts';
import { headLook } from './names.tsx';
import { NowTime, useMinuteNow } from './now-line.tsx';
import { leftOf, place, wordsLook } from './scale.ts';
import './head.css';

type HeadProps = { date: string; lanes: ReturnType<typeof rotationLanes>; range: Span };

/** Hours, and under them the rotations. */
export const Head = memo(function Head({ date, lanes, range }: HeadProps) {
  return (
    <div className={headLook(lanes.length)}>
      <div className="timeline__track timeline__row--hours">
        <Hours date={date} range={range} />
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

/** In minutes before and after now: where the present time covers the name of an hour, and on a phone, which is closer. */
const [covered, coveredOnPhone] = [
  [45, 26],
  [70, 40],
] as const;

/** Renders when the present time reaches another of them. */
function Hours({ date, range }: { date: string; range: Span }) {
  const minuteNow = useMinuteNow(date);
  const isNear = (minute: number, now: number, [before, after]: readonly [number, number]) =>
    now - minute < before && minute - now < after;
  const hours = Array.from({ length: (range.end - range.start) / 60 }, (_, hour) => range.start + hour * 60);
  const looks = useTicking(() => {
    const now = minuteNow();
    const isShown = range.start <= now && now < range.end;
    const lookOf = (minute: number) => {
      if (!isShown || !isNear(minute, now, coveredOnPhone)) return '';
      return isNear(minute, now, covered) ? ' timeline__hour--covered' : ' timeline__hour--covered-on-phone';
    };
    return hours.map(lookOf).join();
  }).split(',');
  return hours.map((minute, index) => (
    <span key={minute} className={`timeline__hour${looks[index]}`} style={leftOf(minute, range)}>
      {shortTime(fromMinutes(minute))}
    </span>
  ));
}
