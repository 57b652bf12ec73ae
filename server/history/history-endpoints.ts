import { exportHistory, getDocumentHistory, getTeamHistory, undoChange } from '../../contract/history.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { mayRead } from '../../domain/crew/crew-document.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { authorOf } from '../door/guard.ts';
import type { History } from './history.ts';
import { historyCsv } from './history-csv.ts';

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
    const { timeZone, dayStart } = await history.daysOf(team);
    return done({ filename: 'history.csv', lines: historyCsv(entries, timeZone, dayStart) });
  });

  serve(undoChange, async ({ params: { team, document, version }, ...request }) => {
    if (!/^\d{1,9}$/.test(version)) return refuse('undo-impossible');
    if (!pages.add(request.caller.user.id)) return refuse('too-many-requests');
    return history.undo(authorOf(request), { team, document }, Number(version));
  });
}
