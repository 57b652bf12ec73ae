import type { Span } from '../../../domain/time/clock-time.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTimeZone } from '../../parts/page/client-context.tsx';
import { useTicking } from '../../parts/page/ticker.ts';
import { leftOf } from './scale.ts';

type NowProps = { date: string; range: Span };

/** The minute of the layout's date that it is now. */
const useMinute = (date: string): number => useTicking(useMinuteNow(date));

export function useMinuteNow(date: string): () => number {
  const client = useClient();
  const timeZone = useTimeZone();
  return () => minutesInto(date, client.now(), timeZone);
}

/** A line through all rows at the present time. It alone renders as time passes. */
export function NowLine({ date, range }: NowProps) {
  const minute = useMinute(date);
  if (minute < range.start || minute >= range.end) return null;
  return <div className="timeline__now" style={leftOf(minute, range)} />;
}

/** The time on that line, between the hours. */
export function NowTime({ date, range }: NowProps) {
  const minute = useMinute(date);
  if (minute < range.start || minute >= range.end) return null;
  return (
    <span className="timeline__now-time" style={leftOf(minute, range)}>
      {fromMinutes(minute)}
    </span>
  );
}
