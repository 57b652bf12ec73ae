import { useMemo } from 'react';
import { breakTimes } from '../../../../domain/day/break.ts';
import { bareTime } from '../../../../domain/day/coverage.ts';
import { nextDue, overdueSince } from '../../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { breaksAt, leavesAt } from '../../../../domain/day/presence.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { byId } from '../../../../domain/list/list.ts';
import { fromMinutes } from '../../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../../domain/time/date.ts';
import { useNames } from '../../../parts/board/board-names.tsx';
import { useClient, useTimeZone } from '../../../parts/page/client-context.tsx';
import { useTicking } from '../../../parts/page/ticker.ts';
import { breakOrder } from '../breaks/break-order.ts';
import { PagedCard } from './paged-card.tsx';
import { calm, red, TelevisionLine, useBreakNote } from './television-line.tsx';

type TelevisionBreaksProps = {
  /** The shifts that overlap the rotation, sorted by start. */
  shifts: readonly Shift[];
  layout: Layout;
};

/** Whose break is when; who is late back comes first. */
export function TelevisionBreaks({ shifts, layout }: TelevisionBreaksProps) {
  const client = useClient();
  const timeZone = useTimeZone();
  const order = () => {
    const now = client.now();
    const minute = minutesInto(layout.date, now, timeZone);
    const dueSince = (shift: Shift) => overdueSince(shift, minute, layout);
    const leaves = (shift: Shift) => leavesAt(shift, layout, timeZone);
    return breakOrder(shifts, layout.breakTimerMinutes, now, dueSince, leaves);
  };
  // a television shows it all day: only another order is drawn
  const ids = useTicking(() =>
    order()
      .shifts.map(({ id }) => id)
      .join(' '),
  );
  const count = useTicking(() => {
    const { out, toGo } = order();
    return toGo === 0 ? `${out} out` : `${out} out, ${toGo} to go`;
  });
  if (ids === '') return null;
  return (
    <PagedCard title="Breaks" aside={count} className="tv-breaks" line={82}>
      <ul>
        {ids.split(' ').map((id) => {
          const shift = byId(shifts, id);
          return shift && <BreakLine key={id} shift={shift} layout={layout} />;
        })}
      </ul>
    </PagedCard>
  );
}

function BreakLine({ shift, layout }: { shift: Shift; layout: Layout }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const until = useMemo(() => leavesAt(shift, layout, timeZone), [shift, layout, timeZone]);
  const unended = useBreakNote(shift, layout.breakTimerMinutes, until);
  const since = useTicking(
    () => overdueSince(shift, minutesInto(layout.date, client.now(), timeZone), layout) ?? -1,
  );
  const due = nextDue(shift, layout);
  const taken = useTicking(() =>
    breaksAt(shift, layout, { now: client.now(), timeZone })
      .flatMap((slot) => breakTimes(slot, layout.breakTimerMinutes, timeZone) || [])
      .join(', '),
  );
  const isAway = unended?.isBreak === true;
  const later = due === null ? (unended ?? calm(taken)) : calm(`due ${fromMinutes(due)}`);
  const called = since >= 0 ? red(`due since ${bareTime(since)}`) : later;
  const name = useNames()(shift).short;
  return <TelevisionLine note={isAway ? unended : called} name={name} person={shift.id} isAway={isAway} />;
}
