import { useState } from 'react';
import { loadLayoutOf, loadSameWeekday } from '../../../../client/calls/former-days.ts';
import { emptyCrew } from '../../../../domain/crew/crew.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import { done, type Outcome, refuse } from '../../../../domain/problem/problem.ts';
import type { Rotation } from '../../../../domain/rotation/rotation.ts';
import { type Fill, fillFromRotation } from '../../../../domain/seat/fill.ts';
import { fillFromDay, personOfCrew } from '../../../../domain/seat/fill-day.ts';
import { leftText, stayText } from '../../../../domain/seat/left-text.ts';
import { swapRotations } from '../../../../domain/seat/swap-rotations.ts';
import { type IsoDate, showDate, weekday } from '../../../../domain/time/date.ts';
import { useClient, useCrew, useTeamId } from '../../../parts/page/client-context.tsx';
import { useLayoutChange } from '../../../parts/page/use-layout-change.ts';

/** Which day to fill from: a date, or the last of the same weekday. */
export type FormerDay = IsoDate | 'same weekday';

export interface Filling {
  /** Whom the last fill could not place, and why. */
  readonly report: string | null;
  closeReport(): void;
  copyFrom(from: string): Outcome<null>;
  swapWith(other: string): Outcome<null>;
  fillFrom(day: FormerDay, isWholeDay: boolean): Promise<Outcome<null>>;
}

/** Fills the shown rotation, or the whole day, from another rotation or another day, with Undo. */
export function useFill(layout: Layout, rotation: Rotation | undefined): Filling {
  const client = useClient();
  const team = useTeamId() ?? '';
  const change = useLayoutChange();
  const crew = useCrew();
  const [report, setReport] = useState<{ text: string; rotation: string | null } | null>(null);
  const shown = rotation?.id ?? '';

  /** The day as it is now: another one may have taken a moment to load. */
  function current(): Layout {
    const document = client.choices.layout.get();
    const view = document === null ? null : client.open('layout', team, document).get();
    return view?.state === 'ready' ? view.body : layout;
  }

  function fill({ seats, left }: Fill, from: string, where: { day: Layout; rotation: string | null }) {
    const said = leftText(where.day, left);
    const text = [seats.length === 0 && `Nobody to place from ${from}.`, said && `Not placed: ${said}`];
    const shownText = text.filter(Boolean).join(' ');
    if (seats.length > 0 && !change({ type: 'seats.fill', from, seats })) return;
    setReport(shownText === '' ? null : { text: shownText, rotation: where.rotation });
  }

  return {
    report: report && (report.rotation === null || report.rotation === shown) ? report.text : null,
    closeReport: () => setReport(null),

    copyFrom(id) {
      const day = current();
      const [from, to] = [byId(day.rotations, id), byId(day.rotations, shown)];
      if (!from || !to) return refuse('rotation-missing');
      const plan = fillFromRotation(day, from, to);
      // who had no position there stays in the list of the unassigned, which says enough
      const left = plan.left.filter(({ why }) => why !== 'no-seat');
      fill({ ...plan, left }, from.name, { day, rotation: to.id });
      return done(null);
    },

    swapWith(id) {
      const day = current();
      const [one, other] = [byId(day.rotations, shown), byId(day.rotations, id)];
      if (!one || !other) return refuse('rotation-missing');
      const { stay, ...seats } = swapRotations(day, one, other);
      const text = stay.length > 0 ? `Not swapped: ${stayText(day, stay)}` : null;
      if (seats.given.length > 0) {
        change({ type: 'seats.swap', rotation: one.id, other: other.id, ...seats });
      }
      setReport(text === null ? null : { text, rotation: one.id });
      return done(null);
    },

    async fillFrom(former, isWholeDay) {
      const source =
        former === 'same weekday'
          ? await loadSameWeekday(client, team, layout)
          : await loadLayoutOf(client, team, { date: former, like: layout });
      if (!source.ok) return source;
      const day = current();
      const personOf = personOfCrew(crew.state === 'ready' ? crew.body : emptyCrew);
      const only = isWholeDay ? { personOf } : { personOf, rotation: shown };
      const from = `${weekday(source.value.date)}, ${showDate(source.value.date)}`;
      fill(fillFromDay(day, source.value, only), from, { day, rotation: isWholeDay ? null : shown });
      return done(null);
    },
  };
}
