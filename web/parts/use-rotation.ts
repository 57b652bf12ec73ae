import { useMemo, useReducer } from 'react';
import { spanOf } from '../../domain/clock-time.ts';
import { minutesInto } from '../../domain/date.ts';
import type { Layout } from '../../domain/layout.ts';
import { byId } from '../../domain/list.ts';
import { type Rotation, rotationAt } from '../../domain/rotation.ts';
import { useClient, useTimeZone } from './client-context.tsx';
import { useTicking } from './ticker.ts';

/** Minutes into the layout's date on the team's wall; renders its component once a minute. */
function useMinutesInto(layout: Layout): number {
  const client = useClient();
  const timeZone = useTimeZone();
  const minute = useTicking(() => Math.floor(client.now() / 60_000));
  return useMemo(() => minutesInto(layout.date, minute * 60_000, timeZone), [layout.date, minute, timeZone]);
}

/**
 * Which rotation is looked at: the one remembered for this template and date, else the one that is now, else the next,
 * else the last. `now` is the id of the one the clock is in.
 */
export function useRotation(layout: Layout): {
  rotation: Rotation | undefined;
  now: string | undefined;
  choose: (id: string) => void;
} {
  const { choices } = useClient();
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const minutes = useMinutesInto(layout);
  const { rotations, dayStart, template, date } = layout;

  const suggested = useMemo(() => rotationAt(rotations, minutes, dayStart), [rotations, minutes, dayStart]);
  const span = suggested && spanOf(suggested, dayStart);
  const isNow = span !== undefined && span.start <= minutes && minutes < span.end;
  const remembered = choices.rotation(template, date);

  return {
    rotation: (remembered === null ? undefined : byId(rotations, remembered)) ?? suggested,
    now: isNow ? suggested?.id : undefined,
    choose: (id) => {
      choices.chooseRotation(template, date, id);
      refresh();
    },
  };
}
