import { runStandIn, type StandIn } from './stand-in.ts';

export interface CalendarStandIn extends StandIn {
  /** Its address is the secret that a team enters. */
  readonly feed: string;
  /** The lines of its VEVENTs; can be changed while it runs. */
  readonly calendar: { events: string[] };
}

/** An event by its lines between BEGIN and END: 'UID:1', 'DTSTART;TZID=America/Chicago:20260307T090000' ... */
export const event = (...lines: readonly string[]): string =>
  ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

/** A stand-in for a calendar feed, such as the whole team's of When I Work. */
export async function runCalendar(...events: readonly string[]): Promise<CalendarStandIn> {
  const calendar = { events: [...events] };
  const standIn = await runStandIn(({ path }) => {
    if (path !== '/feeds/3f9c/global.ics' || standIn.faults.wrongPassword) return { status: 404 };
    const lines = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Stand-in//EN',
      ...calendar.events,
      'END:VCALENDAR',
    ];
    return { headers: { 'content-type': 'text/calendar' }, body: lines.join('\r\n') };
  });
  return { ...standIn, feed: `${standIn.address}/feeds/3f9c/global.ics`, calendar };
}
