import { listLayouts } from '../../contract/documents.ts';
import { type Layout, layoutLike } from '../../domain/day/layout.ts';
import { lastSameWeekday, weekdayRange, weeksBack } from '../../domain/day/same-weekday.ts';
import { type Outcome, refuse } from '../../domain/problem/problem.ts';
import { type IsoDate, isIsoDate, showDate, weekday } from '../../domain/time/date.ts';
import type { Client } from '../client.ts';
import { loadDocument } from '../document/load-document.ts';

export async function loadSameWeekday(
  client: Client,
  team: string,
  layout: Layout,
): Promise<Outcome<Layout>> {
  const listed = await client.call(listLayouts, { params: { team }, query: weekdayRange(layout.date) });
  if (!listed.ok) return listed;
  const row = lastSameWeekday(listed.value.layouts, layout);
  if (!row) {
    const details = { day: weekday(layout.date), weeks: weeksBack, area: layout.area };
    return refuse('weekday-without-layout', { details });
  }
  return loadDocument(client, ['layout', team, row.id], 'layout-missing');
}

/** The layout of a date that is most like this one: of its area, or of its template. */
export async function loadLayoutOf(
  client: Client,
  team: string,
  { date, like }: { date: IsoDate; like: Layout },
): Promise<Outcome<Layout>> {
  if (!isIsoDate(date)) return refuse('date-missing', { field: 'date' });
  const listed = await client.call(listLayouts, { params: { team }, query: { date } });
  if (!listed.ok) return listed;
  const row = layoutLike(listed.value.layouts, like);
  if (!row) return refuse('day-without-layout', { field: 'date', details: { day: showDate(date) } });
  return loadDocument(client, ['layout', team, row.id], 'layout-missing', 'date');
}
