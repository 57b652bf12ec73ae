import {
  listWorked,
  longestWorked,
  mostWorkedLayouts,
  mostWorkedRows,
  type WorkedDay,
} from '../../contract/crew.ts';
import {
  changeDocument,
  createLayout,
  getDocument,
  type LayoutOutlook,
  listLayouts,
  listOutlooks,
  listTemplates,
  longestOutlook,
  longestRange,
  mostOutlooks,
} from '../../contract/documents.ts';
import type { Query } from '../../contract/endpoint.ts';
import { isDeleted } from '../../domain/change/deletion.ts';
import { mayRead } from '../../domain/crew/crew-document.ts';
import { kioskCrew } from '../../domain/crew/kiosk-view.ts';
import { withoutReasons } from '../../domain/day/attendance.ts';
import { momentOf } from '../../domain/day/coverage.ts';
import { layTemplate } from '../../domain/day/layout.ts';
import { outlookOf } from '../../domain/day/outlook.ts';
import { workedIn } from '../../domain/day/worked.ts';
import { settingsOn } from '../../domain/planner/laws/laws.ts';
import { done, refuse } from '../../domain/problem/problem.ts';
import { mayRunTheDay } from '../../domain/team/user.ts';
import { addDays, isIsoDate } from '../../domain/time/date.ts';
import type { DateRange } from '../database/document-store.ts';
import type { Kiosks } from '../devices/kiosk.ts';
import type { Parts, Serve } from '../door/endpoint.ts';
import { authorOf } from '../door/guard.ts';
import { newId } from '../id.ts';
import type { Documents } from './documents.ts';
import { createTodaysLayouts } from './todays-layouts.ts';

interface Dependencies {
  readonly documents: Documents;
  readonly kiosks: Pick<Kiosks, 'authorOf'>;
  readonly createLimit: Parts['createLimit'];
  readonly now: () => number;
}

/** A minute, by person: each may load a month of layouts. */
const mostWorkedCalls = 20;

export function serveDocuments(serve: Serve, { documents, kiosks, createLimit, now }: Dependencies): void {
  const workedCalls = createLimit(mostWorkedCalls);
  const todays = createTodaysLayouts({ documents, now });

  serve(listLayouts, async ({ caller, params: { team }, query }) => {
    const dates = datesOf(query, longestRange);
    if (!dates) return refuse('date-range-invalid', { details: { max: longestRange } });
    const isWall = caller.paired?.kind === 'wall';
    const rows = await (isWall ? todays.rows(team, dates) : documents.list(team, 'layout', dates));
    return done({
      layouts: rows.map(({ id, date, area, name }) => ({
        id,
        date: date ?? dates.from,
        area: area ?? '',
        template: name ?? '',
      })),
    });
  });

  serve(listOutlooks, async ({ params: { team }, query }) => {
    const dates = datesOf(query, longestOutlook);
    if (!dates) return refuse('date-range-invalid', { details: { max: longestOutlook } });
    const [settings, rows] = await Promise.all([
      documents.read({ team, document: team }),
      documents.list(team, 'layout', dates),
    ]);
    if (settings?.body.kind !== 'team') return refuse('not-found');
    const { timeZone } = settings.body;
    const layouts: LayoutOutlook[] = [];
    for (const { id } of rows.slice(0, mostOutlooks)) {
      const body = (await documents.read({ team, document: id }))?.body;
      if (body?.kind !== 'layout' || isDeleted(body)) continue;
      const { shifts, rotations } = outlookOf(body, momentOf(body, now(), timeZone));
      layouts.push({ layout: id, shifts, rotations: [...rotations] });
    }
    return done({ layouts });
  });

  serve(listWorked, async ({ params: { team }, query: { to, days }, caller }) => {
    const count = Number(days ?? longestWorked);
    const dates = isIsoDate(to) &&
      count > 0 &&
      count <= longestWorked && { from: addDays(to, 1 - count), to };
    if (!dates) return refuse('date-range-invalid', { details: { max: longestWorked } });
    if (!workedCalls.add(caller.user.id)) return refuse('too-many-requests');
    const rows = (await documents.list(team, 'layout', dates)).slice(-mostWorkedLayouts);
    const found: WorkedDay[] = [];
    let left = mostWorkedRows;
    // the latest first, so that those are told if there is too much
    for (const { id } of rows.toReversed()) {
      const body = (await documents.read({ team, document: id }))?.body;
      if (body?.kind !== 'layout' || isDeleted(body)) continue;
      const worked = [...workedIn(body)];
      left -= worked.length;
      if (left < 0) break;
      if (worked.length > 0) found.unshift({ date: body.date, worked });
    }
    return done({ days: found });
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
    const layout = layTemplate(source.body, date, settingsOn(settings.body, date));
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

  serve(getDocument, async ({ params, role, caller }) => {
    if (!mayRead(role, params)) return refuse('not-allowed');
    const found = await documents.read(params);
    if (!found || isDeleted(found.body)) return refuse('not-found');
    const told = caller.paired && found.body.kind === 'crew' ? kioskCrew(found.body) : found.body;
    const body = mayRunTheDay(role) ? told : withoutReasons(told);
    return done({ version: found.version, body });
  });

  serve(changeDocument, async ({ params, body: { as, ...envelope }, caller, ...request }) => {
    const author = caller.paired
      ? await kiosks.authorOf(caller.paired, as)
      : done(authorOf({ ...request, caller }));
    return author.ok ? documents.change(author.value, params, envelope) : author;
  });
}

/** Null unless the query is a date, or a range of at most `longest` days. */
function datesOf(
  { date, from = date, to = date }: Query<typeof listLayouts>,
  longest: number,
): DateRange | null {
  const isRange =
    from !== undefined && to !== undefined && (date === undefined || (from === date && to === date));
  if (!isRange || !isIsoDate(from) || !isIsoDate(to) || from > to) return null;
  return to < addDays(from, longest) ? { from, to } : null;
}
