import { useMemo } from 'react';
import type { Layout } from '../../../domain/day/layout.ts';
import { type Rotation, rotationAt } from '../../../domain/plan/rotation.ts';
import { spanOf } from '../../../domain/time/clock-time.ts';
import { minutesInto } from '../../../domain/time/date.ts';
import { useClient, useTimeZone } from '../page/client-context.tsx';
import { useTicking } from '../page/ticker.ts';

/** The current rotation, else the next, else the last; `now` is the id of the current one. */
export function useRotationNow(layout: Layout): { suggested: Rotation | undefined; now: string | undefined } {
  const client = useClient();
  const timeZone = useTimeZone();
  const minute = useTicking(() => Math.floor(client.now() / 60_000));
  const { date, rotations, dayStart } = layout;
  return useMemo(() => {
    const minutes = minutesInto(date, minute * 60_000, timeZone);
    const suggested = rotationAt(rotations, minutes, dayStart);
    const span = suggested && spanOf(suggested, dayStart);
    const isNow = span !== undefined && span.start <= minutes && minutes < span.end;
    return { suggested, now: isNow ? suggested?.id : undefined };
  }, [date, rotations, dayStart, minute, timeZone]);
}
