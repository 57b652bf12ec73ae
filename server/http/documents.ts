import { changeDocument, listLayouts, listTemplates, readDocument } from '../../contract/documents.ts';
import { isDeleted } from '../../domain/deletion.ts';
import { done, refuse } from '../../domain/problem.ts';
import type { Documents } from '../documents/documents.ts';
import type { Serve } from './endpoint.ts';

export function serveDocuments(serve: Serve, documents: Documents): void {
  serve(listLayouts, async ({ params: { team }, query }) => {
    const rows = await documents.list(team, 'layout', query.date);
    return done({
      layouts: rows.map(({ id, date, area, name }) => ({
        id,
        date: date ?? query.date,
        area: area ?? '',
        template: name ?? '',
      })),
    });
  });

  serve(listTemplates, async ({ params: { team } }) => {
    const rows = await documents.list(team, 'template');
    return done({
      templates: rows.map(({ id, name, area }) => ({ id, name: name ?? '', area: area ?? '' })),
    });
  });

  serve(readDocument, async ({ params }) => {
    const found = await documents.read(params);
    if (!found || isDeleted(found.body)) return refuse('not-found');
    return done({ version: found.version, body: found.body });
  });

  serve(changeDocument, ({ params, caller, role, body }) =>
    documents.change({ user: caller.user.id, role }, params, body),
  );
}
