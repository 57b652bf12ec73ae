import type { Client } from '../../../../client/client.ts';
import { loadDocument } from '../../../../client/document/load-document.ts';
import * as shown from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import { listLayouts } from '../../../../contract/documents.ts';
import type { Change } from '../../../../domain/change/change.ts';
import type { Crew } from '../../../../domain/crew/crew.ts';
import { personOfCrew } from '../../../../domain/crew/crew-index.ts';
import {
  type Fill,
  fillByJob,
  fillFromDay,
  fillFromRotation,
  type LeftOut,
} from '../../../../domain/day/fill.ts';
import { type Layout, layoutLike } from '../../../../domain/day/layout.ts';
import { leftText, stayText, stillLeftOut } from '../../../../domain/day/left-out.ts';
import { lastSameWeekday, weekdayRange, weeksBack } from '../../../../domain/day/same-weekday.ts';
import { swapRotations } from '../../../../domain/day/swap-rotations.ts';
import { byId } from '../../../../domain/list/list.ts';
import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { type IsoDate, isIsoDate, showDate, weekday } from '../../../../domain/time/date.ts';

const t = words('editor');

export type FormerDay = IsoDate | 'same weekday';

export interface FillPlan {
  readonly change: Change | null;
  readonly report: ((now: Layout) => string) | null;
}

type Filled = Pick<Fill, 'seats'> & {
  readonly left: readonly (Omit<LeftOut, 'why'> & { readonly why: LeftOut['why'] | 'full' })[];
};

function planOf({ seats, left }: Filled, from: string, nobody: string): FillPlan {
  // who gets a position later isn't named anymore
  function report(now: Layout): string {
    const said = leftText(now, stillLeftOut(now, left), { t, clock: shown.formats.get().clock });
    return [nobody, said && t('not-placed', { names: said })].filter(Boolean).join(' ');
  }
  return {
    change: seats.length > 0 ? { type: 'seats.fill', from, seats } : null,
    report: nobody || left.length > 0 ? report : null,
  };
}

/** `from` is stored with the change, `said` shown. */
function planFrom(fill: Fill, { from, said = from }: { from: string; said?: string }, to?: string): FillPlan {
  const nobody =
    to === undefined ? t('nobody-from', { from: said }) : t('nobody-from-in', { from: said, rotation: to });
  return planOf(fill, from, fill.seats.length === 0 ? nobody : '');
}

export function copyRotation(day: Layout, fromId: string, toId: string): Outcome<FillPlan> {
  const [from, to] = [byId(day.rotations, fromId), byId(day.rotations, toId)];
  if (!from || !to) return refuse('rotation-missing');
  const fill = fillFromRotation(day, from, to);
  // who had no position there stays in the list of the unassigned, which says enough
  const left = fill.left.filter(({ why }) => why !== 'no-seat');
  return done(planFrom({ ...fill, left }, { from: from.name }, to.name));
}

export function jobPlan(day: Layout): FillPlan {
  const fill = fillByJob(day);
  const isDone = fill.seats.length === 0 && fill.left.length === 0;
  return planOf(fill, 'jobs', isDone ? t('everyone-works') : '');
}

export function swapPlan(day: Layout, oneId: string, otherId: string): Outcome<FillPlan> {
  const [one, other] = [byId(day.rotations, oneId), byId(day.rotations, otherId)];
  if (!one || !other) return refuse('rotation-missing');
  const { stay, ...seats } = swapRotations(day, one, other);
  return done({
    change:
      seats.given.length > 0 ? { type: 'seats.swap', rotation: one.id, other: other.id, ...seats } : null,
    report:
      stay.length > 0
        ? () => t('not-swapped', { names: stayText(day, stay, { t, clock: shown.formats.get().clock }) })
        : null,
  });
}

async function loadSameWeekday(client: Client, team: string, layout: Layout): Promise<Outcome<Layout>> {
  const listed = await client.call(listLayouts, { params: { team }, query: weekdayRange(layout.date) });
  if (!listed.ok) return listed;
  const row = lastSameWeekday(listed.value.layouts, layout);
  if (!row) {
    const details = { day: shown.weekdayInside(layout.date), weeks: weeksBack, area: layout.area };
    return refuse('weekday-without-layout', { details });
  }
  return loadDocument(client, ['layout', team, row.id], 'layout-missing');
}

/** The layout of a date that is most like this one: of its area, or of its template. */
async function loadLayoutOf(
  client: Client,
  team: string,
  { date, like }: { date: IsoDate; like: Layout },
): Promise<Outcome<Layout>> {
  if (!isIsoDate(date)) return refuse('date-missing', { field: 'date' });
  const listed = await client.call(listLayouts, { params: { team }, query: { date } });
  if (!listed.ok) return listed;
  const row = layoutLike(listed.value.layouts, like);
  if (!row) return refuse('day-without-layout', { field: 'date', details: { day: shown.showDate(date) } });
  return loadDocument(client, ['layout', team, row.id], 'layout-missing', 'date');
}

interface DayFill {
  readonly team: string;
  readonly current: () => Layout;
  readonly crew: Crew;
  readonly former: FormerDay;
  readonly rotation?: string;
}

export async function fillPlan(
  client: Client,
  { team, current, crew, former, rotation }: DayFill,
): Promise<Outcome<FillPlan>> {
  const source =
    former === 'same weekday'
      ? await loadSameWeekday(client, team, current())
      : await loadLayoutOf(client, team, { date: former, like: current() });
  if (!source.ok) return source;
  const day = current();
  const only = rotation === undefined ? {} : { rotation };
  const fill = fillFromDay(day, source.value, { ...only, personOf: personOfCrew(crew) });
  const { date } = source.value;
  const from = `${weekday(date)}, ${showDate(date)}`;
  const said = `${shown.weekdayInside(date)}, ${shown.showDate(date)}`;
  return done(planFrom(fill, { from, said }, byId(day.rotations, rotation ?? '')?.name));
}
