import { exportHistory, getDocumentHistory, getTeamHistory, undoChange } from '../../contract/history.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { mayRead } from '../../domain/crew/crew.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { Serve } from '../door/endpoint.ts';
import { authorOf } from '../door/guard.ts';
import type { CreateLimit } from '../door/rate-limit.ts';
import type { Documents } from '../live/documents.ts';
import { historyCsv } from './csv.ts';
import type { History } from './history.ts';

interface Dependencies {
  readonly history: History;
  readonly documents: Pick<Documents, 'read'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly createLimit: CreateLimit;
}

/** A minute, by person, on all servers. */
const mostExports = 5;
/** A minute, by person, of pages and undone changes: each may replay a document. */
const mostPages = 60;

export function serveHistory(
  serve: Serve,
  { history, documents, securityLog, createLimit }: Dependencies,
): void {
  const exports = createLimit('exports of history', mostExports);
  const pages = createLimit('pages of history', mostPages);

  serve(getDocumentHistory, async ({ params, query: { before, ...filter }, caller, role }) => {
    if (!mayRead(role, params)) return refuse('not-allowed');
    const found = await documents.read(params);
    // Only who sees the team's history knows of deleted layouts.
    if (!found || (isDeleted(found.body) && !mayRunTheDay(role))) return refuse('not-found');
    if (!(await pages.add(caller.user.id))) return refuse('too-many-requests');
    return done(await history.page({ ...params, ...filter }, before, role));
  });

  serve(getTeamHistory, async ({ params: { team }, query: { before, ...filter }, caller, role }) => {
    if (!(await pages.add(caller.user.id))) return refuse('too-many-requests');
    return done(await history.page({ team, ...filter }, before, role));
  });

  serve(exportHistory, async ({ params: { team }, query, ...request }) => {
    const by = request.caller.user.id;
    if (!(await exports.add(by))) return refuse('too-many-requests');
    await securityLog.record({ type: 'exported', by, team, details: { what: 'History' } }, request);
    const entries = history.entries({ team, ...query });
    return done({ filename: 'history.csv', lines: historyCsv(entries, await history.timeZone(team)) });
  });

  serve(undoChange, async ({ params: { team, document, version }, ...request }) => {
    if (!/^\d{1,9}$/.test(version)) return refuse('undo-impossible');
    if (!(await pages.add(request.caller.user.id))) return refuse('too-many-requests');
    return history.undo(authorOf(request), { team, document }, Number(version));
  });
}
