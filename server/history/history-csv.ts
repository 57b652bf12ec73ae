import Papa from 'papaparse';
import { type HistoryEntry, longestExport } from '../../contract/history.ts';
import { timesOf } from '../../domain/history/told-times.ts';
import { type ClockTime, fromMinutes } from '../../domain/time/clock-time.ts';
import { businessDay, showDate, wallClock } from '../../domain/time/date.ts';
import { english } from '../words.ts';

/** What was done after midnight is of the night before, as its layout is. */
export interface DaysOfTeam {
  readonly timeZone: string;
  readonly dayStart: ClockTime;
}
export const midnight = '12:00 AM';

const columns = [
  'Date',
  'Time',
  'Person',
  'Change',
  'Kind',
  'Where',
  'Area',
  'Day',
  'Device',
  'Done at',
  'Time (UTC)',
] as const;

/** What spreadsheets read as the start of a formula, in full width too. */
const formula = /^[\s]*[=+\-@\t\r\n＝＋－＠]/;
/** Where a spreadsheet of another country, or of other settings, starts a cell within ours. */
const formulaInside = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

/** Excel takes a file without this mark for another encoding. */
const byteOrderMark = '\uFEFF';
/** Lines in a piece of the response, which is never in memory as a whole. */
const together = 50;

export async function* historyCsv(
  entries: AsyncIterable<HistoryEntry>,
  timeZone: string,
  dayStart: ClockTime = midnight,
): AsyncGenerator<string> {
  yield byteOrderMark + lines([[...columns]]);
  let rows: string[][] = [];
  let count = 0;
  for await (const entry of entries) {
    if (count === longestExport) {
      rows.push([
        '',
        '',
        '',
        `There is more: an export has at most ${longestExport} entries. Choose fewer days.`,
      ]);
      break;
    }
    count += 1;
    rows.push(rowOf(entry, { timeZone, dayStart }));
    if (rows.length < together) continue;
    yield lines(rows);
    rows = [];
  }
  if (rows.length > 0) yield lines(rows);
}

const lines = (rows: readonly string[][]): string =>
  `${Papa.unparse(
    rows.map((row) => row.map((cell) => cell.replace(formulaInside, "$1'"))),
    { escapeFormulae: formula, newline: '\r\n' },
  )}\r\n`;

function rowOf(
  { who, sentence, topics, about, device, ...entry }: HistoryEntry,
  { timeZone, dayStart }: DaysOfTeam,
): string[] {
  const { at, pressed } = timesOf(entry);
  const { minutes } = wallClock(at, timeZone);
  return [
    showDate(businessDay(at, timeZone, dayStart)),
    fromMinutes(minutes),
    who,
    sentence,
    topics.map((topic) => english.t(`topic-${topic}`)).join('; '),
    `${about.name}${about.deleted ? ' (deleted)' : ''}`,
    about.area ?? '',
    about.date === null ? '' : showDate(about.date),
    device ?? '',
    pressed === null ? '' : fromMinutes(wallClock(pressed, timeZone).minutes),
    new Date(entry.at).toISOString(),
  ];
}
