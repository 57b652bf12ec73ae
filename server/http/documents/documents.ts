import {
  changeDocument,
  createLayout,
  getDocument,
  listLayouts,
  listTemplates,
  longestRange,
} from '../../../contract/documents.ts';
import type { Query } from '../../../contract/endpoint.ts';
import { mayRead } from '../../../domain/crew/crew.ts';
import { isDeleted } from '../../../domain/layout/deletion.ts';
import { daySettings, layTemplate } from '../../../domain/layout/layout.ts';
import { done, refuse } from '../../../domain/problem/problem.ts';
import { addDays, isIsoDate } from '../../../domain/time/date.ts';
import type { Documents } from '../../documents/documents.ts';
import { newId } from '../../id.ts';
import type { DateRange } from '../../store/document-store.ts';
import type { Serve } from '../endpoint.ts';
import { authorOf } from './author.ts';

export function serveDocuments(serve: Serve, documents: Documents): void {
  serve(listLayouts, async ({ params: { team }, query }) => {
    const dates = datesOf(query);
    if (!dates) return refuse('date-range-invalid', { details: { max: longestRange } });
    const rows = await documents.list(team, 'layout', dates);
    return done({
      layouts: rows.map(({ id, date, area, name }) => ({
        id,
        date: date ?? dates.from,
        area: area ?? '',
        template: name ?? '',
      })),
    });
  });

  serve(createLayout, async ({ params: { team }, body: { date, template }, ...request }) => {
    if (!isIsoDate(date)) return refuse('date-missing', { field: 'date' });
    const [settings, source] = await Promise.all([
      documents.read({ team, document: team }),
      documents.read({ team, document: template }),
    ]);
    if (settings?.body.kind !== 'team') return refuse('not-found');
    if (source?.body.kind !== 'template' || isDeleted(source.body)) {
      return refuse('template-missing', { field: 'template' });
    }
    const layout = layTemplate(source.body, date, daySettings(settings.body));
    const document = newId();
    const change = { type: 'layout.create', layout } as const;
    const made = await documents.change(authorOf(request), { team, document }, { id: newId(), change });
    return made.ok ? done({ layout: document, ...made.value }) : made;
  });

  serve(listTemplates, async ({ params: { team } }) => {
    const rows = await documents.list(team, 'template');
    return done({
      templates: rows.map(({ id, name, area }) => ({ id, name: name ?? '', area: area ?? '' })),
    });
  });

  serve(getDocument, async ({ params, role }) => {
    if (!mayRead(role, params)) return refuse('not-allowed');
    const found = await documents.read(params);
    if (!found || isDeleted(found.body)) return refuse('not-found');
    return done({ version: found.version, body: found.body });
  });

  serve(changeDocument, ({ params, body, ...request }) => documents.change(authorOf(request), params, body));
}

/** Null unless the query is a date, or a range of at most `longestRange` days. */
function datesOf({ date, from = date, to = date }: Query<typeof listLayouts>): DateRange | null {
  const isRange =
    from !== undefined && to !== undefined && (date === undefined || (from === date && to === date));
  if (!isRange || !isIsoDate(from) || !isIsoDate(to) || from > to) return null;
  return to < addDays(from, longestRange) ? { from, to } : null;
}
