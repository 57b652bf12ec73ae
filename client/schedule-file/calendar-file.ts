import { longestCalendar, readCalendarFile } from '../../contract/schedule.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import type { ScheduleTable } from '../../domain/schedule-file/schedule-table.ts';
import { addDays, type IsoDate } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';
import { largestScheduleMegabytes } from './schedule-file.ts';

/** The text of a calendar file; null for a file of another kind. */
export async function calendarIn(file: Blob): Promise<string | null> {
  if (file.size > largestScheduleMegabytes * 1_000_000) return null;
  const start = await file.slice(0, 200).text();
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(start) ? file.text() : null;
}

/** The server reads it, as it reads a calendar feed: what repeats and zones are a library's work. */
export async function readCalendar(
  client: Client,
  team: string,
  { calendar, date, timeZone }: { calendar: string; date: IsoDate; timeZone: string },
): Promise<Outcome<ScheduleTable>> {
  const near = eventsAround(calendar, date);
  // As it is sent, where a line's end and a letter with an accent take more.
  if (new Blob([JSON.stringify(near)]).size > longestCalendar) return refuse('calendar-too-large');
  const body = { date, timeZone, calendar: near };
  const read = await client.call(readCalendarFile, { params: { team }, body });
  if (!read.ok) return read;
  const { shifts, warnings } = read.value;
  return done({
    columns: {},
    rows: shifts.length,
    shifts,
    skipped: warnings.map((reason) => ({ row: 0, reason })),
    asked: [],
    repeated: new Set(),
    remarks: new Map(),
    assumed: null,
  });
}

/** The calendar with only those events that can matter around a date: nothing else leaves the device. */
export function eventsAround(calendar: string, date: IsoDate): string {
  const [from = '', to = ''] = [addDays(date, -2), addDays(date, 2)].map((day) => day.replaceAll('-', ''));
  const lines = calendar.split(/\r?\n/);
  const near = new Set<string>();
  let uid = '';
  let matters = false;
  for (const line of lines) {
    const day = /^DTSTART[^:]*:(\d{8})/i.exec(line)?.[1];
    if (/^BEGIN:VEVENT/i.test(line)) [uid, matters] = ['', false];
    else if (/^UID[;:]/i.test(line)) uid = line;
    else if (day) matters ||= day >= from && day <= to;
    else if (/^(DTSTART|RRULE|RDATE|RECURRENCE-ID)[;:]/i.test(line)) matters = true;
    else if (/^END:VEVENT/i.test(line) && matters) near.add(uid);
  }
  const kept: string[] = [];
  let event: string[] | null = null;
  for (const line of lines) {
    if (/^BEGIN:VEVENT/i.test(line)) event = [];
    if (!event) {
      kept.push(line);
      continue;
    }
    event.push(line);
    if (!/^END:VEVENT/i.test(line)) continue;
    // A newer version of an event may be on another day, so all with its id stay.
    if (near.has(event.find((each) => /^UID[;:]/i.test(each)) ?? '')) kept.push(...event);
    event = null;
  }
  return [...kept, ...(event ?? [])].join('\r\n');
}
