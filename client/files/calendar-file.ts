import { longestCalendar, previewCalendarFile } from '../../contract/schedule.ts';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { decodeText } from '../../domain/schedule/decode-text.ts';
import type { ScheduleTable } from '../../domain/schedule/schedule-table.ts';
import { addDays, type IsoDate } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';
import { largestScheduleMegabytes } from './schedule-file.ts';

/** The text of a calendar file; null if the file is something else. */
export async function loadCalendarText(file: Blob): Promise<string | null> {
  if (file.size > largestScheduleMegabytes * 1_000_000) return null;
  const start = decodeText(await bytesOf(file.slice(0, 200)));
  return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(start) ? decodeText(await bytesOf(file)) : null;
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** Has the server parse the calendar, since the library for recurring events and time zones runs there. */
export async function parseCalendarFile(
  client: Client,
  team: string,
  { calendar, date, timeZone }: { calendar: string; date: IsoDate; timeZone: string },
): Promise<Outcome<ScheduleTable>> {
  const near = eventsAround(calendar, date);
  // The size as sent: escaped line ends and non-ASCII letters take more than one byte.
  if (new Blob([JSON.stringify(near)]).size > longestCalendar) return refuse('calendar-too-large');
  const body = { date, timeZone, calendar: near };
  const response = await client.call(previewCalendarFile, { params: { team }, body });
  if (!response.ok) return response;
  const { shifts, warnings } = response.value;
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

/** The calendar with only the events that can matter around a date; the rest never leaves the device. */
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
    // A revision of an event may be on another day, so all events with its id are kept.
    if (near.has(event.find((each) => /^UID[;:]/i.test(each)) ?? '')) kept.push(...event);
    event = null;
  }
  return [...kept, ...(event ?? [])].join('\r\n');
}
