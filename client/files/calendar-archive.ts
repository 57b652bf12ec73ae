import { unzipSync } from 'fflate';
import { done, type Outcome, refuse } from '../../domain/problem/problem.ts';
import { decodeCalendar, linesIn } from '../../domain/schedule/calendar-text.ts';
import { isArchive, isTooLarge, loadCalendarText } from './schedule-file.ts';

export interface NamedCalendar {
  /** What the calendar calls itself, else its file's name. */
  readonly name: string;
  readonly text: string;
}

/** In bytes; several times what a file may have that isn't packed. */
const largestUnpacked = 20_000_000;
/** Nobody has more calendars to choose from. */
const mostCalendars = 100;

/** The calendars of a file, or of an archive such as Google's export; null if there are none. */
export async function loadCalendars(file: Blob): Promise<Outcome<readonly NamedCalendar[]> | null> {
  const text = await loadCalendarText(file);
  if (text !== null) return done(byName(text));
  if (isTooLarge(file)) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  return isArchive(bytes) ? unpack(bytes) : null;
}

/** A file that contains more than it declares is cut off there: a small one could fill the memory. */
function unpack(bytes: Uint8Array): Outcome<readonly NamedCalendar[]> | null {
  let [size, count] = [0, 0];
  let files: Readonly<Record<string, Uint8Array>> = {};
  try {
    files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/(?:^|\/)[^/.][^/]*\.ics$/i.test(name) || /^__MACOSX\//.test(name)) return false;
        size += originalSize;
        count += 1;
        return size <= largestUnpacked && count <= mostCalendars;
      },
    });
  } catch {
    // Whoever reads workbooks says that it is damaged.
    return null;
  }
  if (size > largestUnpacked || count > mostCalendars) return refuse('calendar-too-large');
  const calendars = Object.entries(files).flatMap(([path, file]) => {
    const text = decodeCalendar(file);
    return /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) ? byName(text, fileName(path)) : [];
  });
  return calendars.length > 0 ? done(calendars) : null;
}

/** 'Maple shifts' of 'Maple shifts_abc123@group.calendar.google.com.ics' */
const fileName = (path: string): string =>
  path
    .replace(/^.*\//, '')
    .replace(/\.ics$/i, '')
    .replace(/_[\w-]+@[\w.-]+$/, '');

/** Calendars with names of their own are parted; those without are one, since some programs write one for each event. */
function byName(text: string, otherwise = ''): readonly NamedCalendar[] {
  const found: { name: string; lines: string[] }[] = [];
  let lines: string[] = [];
  let name = '';
  for (const line of linesIn(text)) {
    lines.push(line);
    const [, called] = /^X-WR-CALNAME[^:]*:(.*)/i.exec(line) ?? [];
    if (called && name === '') name = called.replace(/\\(.)/g, '$1').trim();
    if (line.trim().toUpperCase() !== 'END:VCALENDAR') continue;
    found.push({ name, lines });
    [lines, name] = [[], ''];
  }
  const names = new Set(found.map((each) => each.name).filter((each) => each !== ''));
  if (names.size < 2) return [{ name: [...names][0] ?? otherwise, text }];
  const groups = new Map<string, string[]>();
  for (const each of found) {
    const group = groups.get(each.name) ?? [];
    for (const line of each.lines) group.push(line);
    groups.set(each.name, group);
  }
  // What comes after the last end was cut off, and isn't a whole calendar.
  const rest = lines.join('');
  return [...groups].map(([called, all], nth) => ({
    name: called || otherwise,
    text: all.join('') + (nth === groups.size - 1 ? rest : ''),
  }));
}
