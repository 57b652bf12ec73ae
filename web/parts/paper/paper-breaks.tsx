import { shortTime } from '../../../client/words/formats.ts';
import type { BreakRecord } from '../../../domain/day/break.ts';
import { breaksToGo, dueMinute } from '../../../domain/day/due-breaks.ts';
import type { Layout } from '../../../domain/day/layout.ts';
import type { Shift } from '../../../domain/day/shift.ts';
import { breaksAt } from '../../../domain/day/who-is-there.ts';
import { fromMinutes } from '../../../domain/time/clock-time.ts';
import { wallClock } from '../../../domain/time/date.ts';
import { useClient, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';
import { TickBox } from './paper.tsx';

/** A box for each break: to tick, with the time when it is due, or ticked, with the time when it was. */
export function PaperBreaks({ layout, shift }: { layout: Layout; shift: Shift }) {
  const client = useClient();
  const timeZone = useTimeZone();
  const now = useTicking(() => Math.floor(client.now() / 60_000)) * 60_000;
  const slots = breaksAt(shift, layout, { now, timeZone });
  const timeOf = (instant: number) => shortTime(fromMinutes(wallClock(instant, timeZone).minutes));
  // one that nobody has ended has a box to tick still
  const taken = ({ startedAt, endedAt }: BreakRecord) =>
    `${timeOf(startedAt)}–${endedAt === null ? '' : timeOf(endedAt)}`;
  // who is late or leaves early takes no breaks of the time that they aren't there
  const toGo = breaksToGo(shift, Number.NEGATIVE_INFINITY, layout);
  return (
    <span className="paper__breaks">
      {slots.map((slot, index) => {
        if (slot === null && (shift.out || shift.late) && !toGo.includes(index)) return null;
        const due = dueMinute(shift, index, layout);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified by their index
          <span key={index}>
            <TickBox isTicked={slot !== null && slot.endedAt !== null} />
            {slot ? taken(slot) : due !== null && shortTime(fromMinutes(due))}
          </span>
        );
      })}
    </span>
  );
}
