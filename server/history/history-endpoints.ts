import Papa from 'papaparse';
import {
  exportHistory,
  getDocumentHistory,
  getTeamHistory,
  type HistoryEntry,
  longestExport,
  undoChange,
} from '../../contract/history.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { mayRead } from '../../domain/crew/crew.ts';
import { timesOf } from '../../domain/history/told-times.ts';
import { topicNames } from '../../domain/history/topics.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import { fromMinutes } from '../../domain/time/clock-time.ts';
import { showDate, wallClock } from '../../domain/time/date.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { authorOf } from '../door/guard.ts';
import type { History } from './history.ts';

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
    rows.push(rowOf(entry, timeZone));
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

function rowOf({ who, sentence, topics, about, device, ...entry }: HistoryEntry, timeZone: string): string[] {
  const { at, pressed } = timesOf(entry);
  const { date, minutes } = wallClock(at, timeZone);
  return [
    showDate(date),
    fromMinutes(minutes),
    who,
    sentence,
    topics.map((topic) => topicNames[topic]).join('; '),
    `${about.name}${about.deleted ? ' (deleted)' : ''}`,
    about.area ?? '',
    about.date === null ? '' : showDate(about.date),
    device ?? '',
    pressed === null ? '' : fromMinutes(wallClock(pressed, timeZone).minutes),
    new Date(entry.at).toISOString(),
  ];
}

/** A minute, by person: each reads the whole history of a team, and others wait meanwhile. */
const mostExports = 5;
/** A minute, by person, of pages and undone changes: each may replay a document. */
const mostPages = 60;

export function serveHistory(
  serve: Serve,
  history: History,
  { documents, securityLog, createLimit }: Pick<Parts, 'documents' | 'securityLog' | 'createLimit'>,
): void {
  const exports = createLimit(mostExports);
  const pages = createLimit(mostPages);

  serve(getDocumentHistory, async ({ params, query: { before, ...filter }, caller, role }) => {
    if (!mayRead(role, params)) return refuse('not-allowed');
    const found = await documents.read(params);
    // Only who sees the team's history knows of deleted layouts.
    if (!found || (isDeleted(found.body) && !mayRunTheDay(role))) return refuse('not-found');
    if (!pages.add(caller.user.id)) return refuse('too-many-requests');
    return done(await history.page({ ...params, ...filter }, before, role));
  });

  serve(getTeamHistory, async ({ params: { team }, query: { before, ...filter }, caller, role }) => {
    if (!pages.add(caller.user.id)) return refuse('too-many-requests');
    return done(await history.page({ team, ...filter }, before, role));
  });

  serve(exportHistory, async ({ params: { team }, query, ...request }) => {
    const by = request.caller.user.id;
    if (!exports.add(by)) return refuse('too-many-requests');
    await securityLog.record({ type: 'exported', by, team, details: { what: 'History' } }, request);
    const entries = history.entries({ team, ...query });
    return done({ filename: 'history.csv', lines: historyCsv(entries, await history.timeZone(team)) });
  });

  serve(undoChange, async ({ params: { team, document, version }, ...request }) => {
    if (!/^\d{1,9}$/.test(version)) return refuse('undo-impossible');
    if (!pages.add(request.caller.user.id)) return refuse('too-many-requests');
    return history.undo(authorOf(request), { team, document }, Number(version));
  });
}
