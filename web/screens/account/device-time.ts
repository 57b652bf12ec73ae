import { showDate, showMoment, wallClock } from '../../../domain/time/date.ts';
import { browserTimeZone } from '../../parts/forms/time-zones.ts';

/** Formats instants in the device's time zone, because an account isn't tied to a team's time zone. */
export function useDeviceTime() {
  const zone = browserTimeZone();
  return {
    day: (instant: number) => showDate(wallClock(instant, zone).date),
    moment: (instant: number) => showMoment(instant, zone),
  };
}
