import { loadLayoutOf, loadSameWeekday } from '../../../../client/calls/former-days.ts';
import type { Client } from '../../../../client/client.ts';
import type { Change } from '../../../../domain/change/change.ts';
import type { Crew } from '../../../../domain/crew/crew.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import { type Fill, fillFromRotation } from '../../../../domain/seat/fill.ts';
import { fillFromDay, personOfCrew } from '../../../../domain/seat/fill-day.ts';
import { leftText, stayText } from '../../../../domain/seat/left-text.ts';
import { swapRotations } from '../../../../domain/seat/swap-rotations.ts';
import { type IsoDate, showDate, weekday } from '../../../../domain/time/date.ts';

/** Which day to fill from: a date, or the last of the same weekday. */
export type FormerDay = IsoDate | 'same weekday';

/** The change to make, if anybody is placed, and whom it does not place and why. */
export interface FillPlan {
  readonly change: Change | null;
  readonly report: string | null;
}

function planOf(day: Layout, { seats, left }: Fill, from: string): FillPlan {
  const said = leftText(day, left);
  const report = [seats.length === 0 && `Nobody to place from ${from}.`, said && `Not placed: ${said}`];
  return {
    change: seats.length > 0 ? { type: 'seats.fill', from, seats } : null,
    report: report.filter(Boolean).join(' ') || null,
  };
}

export function copyRotation(day: Layout, fromId: string, toId: string): Outcome<FillPlan> {
  const [from, to] = [byId(day.rotations, fromId), byId(day.rotations, toId)];
  if (!from || !to) return refuse('rotation-missing');
  const fill = fillFromRotation(day, from, to);
  // who had no position there stays in the list of the unassigned, which says enough
  const left = fill.left.filter(({ why }) => why !== 'no-seat');
  return done(planOf(day, { ...fill, left }, from.name));
}

export function swapPlan(day: Layout, oneId: string, otherId: string): Outcome<FillPlan> {
  const [one, other] = [byId(day.rotations, oneId), byId(day.rotations, otherId)];
  if (!one || !other) return refuse('rotation-missing');
  const { stay, ...seats } = swapRotations(day, one, other);
  return done({
    change:
      seats.given.length > 0 ? { type: 'seats.swap', rotation: one.id, other: other.id, ...seats } : null,
    report: stay.length > 0 ? `Not swapped: ${stayText(day, stay)}` : null,
  });
}

interface DayFill {
  readonly team: string;
  /** As it is once the other day has loaded. */
  readonly current: () => Layout;
  readonly crew: Crew;
  readonly former: FormerDay;
  /** Only this one; all without. */
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
  return done(planOf(day, fill, `${weekday(source.value.date)}, ${showDate(source.value.date)}`));
}
