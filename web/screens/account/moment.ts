import { fromMinutes } from '../../../domain/clock-time.ts';
import { showDate, wallClock } from '../../../domain/date.ts';
import { browserTimeZone } from '../../parts/time-zones.ts';

/** Instants on the wall of this device: an account belongs to no team's time zone. */
export function useMoment() {
  const zone = browserTimeZone();
  const day = (instant: number) => showDate(wallClock(instant, zone).date);
  return {
    day,
    moment: (instant: number) => `${day(instant)}, ${fromMinutes(wallClock(instant, zone).minutes)}`,
  };
}
