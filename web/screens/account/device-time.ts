import { showDate, showMoment, wallClock } from '../../../domain/time/date.ts';
import { browserTimeZone } from '../../parts/forms/time-zones.ts';

/** Instants on the wall of this device: an account belongs to no team's time zone. */
export function useDeviceTime() {
  const zone = browserTimeZone();
  return {
    day: (instant: number) => showDate(wallClock(instant, zone).date),
    moment: (instant: number) => showMoment(instant, zone),
  };
}
