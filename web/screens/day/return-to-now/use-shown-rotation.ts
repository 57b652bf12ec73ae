import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { ObservableValue } from '../../../../client/observable.ts';
import { byId } from '../../../../domain/change/list.ts';
import type { Layout } from '../../../../domain/layout/layout.ts';
import type { Rotation } from '../../../../domain/rotation/rotation.ts';
import { businessDay, type IsoDate } from '../../../../domain/time/date.ts';
import { useRotationNow } from '../../../parts/board/use-rotation.ts';
import { useClient, useTeam } from '../../../parts/page/client-context.tsx';
import { isLeftAlone, isQuiet, movedByItself } from '../../../parts/page/last-touch.ts';
import { useTicking, watchTicks } from '../../../parts/page/ticker.ts';

/** The team's business day; undefined until the team is here. */
export function useToday(): IsoDate | undefined {
  const client = useClient();
  const team = useTeam();
  return (
    useTicking(() =>
      team.state === 'ready' ? businessDay(client.now(), team.body.timeZone, team.body.dayStart) : '',
    ) || undefined
  );
}

export interface ShownRotation {
  readonly rotation: Rotation | undefined;
  /** Id of the rotation the clock is in. */
  readonly now: string | undefined;
  /** Is today's day view on a rotation that a person chose, and not on the one that the clock says? */
  readonly isHeld: boolean;
  readonly choose: (id: string) => void;
  readonly returnToNow: () => void;
}

/** Which rotation the day view shows: the one that a person holds, else the one that the clock says. */
export function useShownRotation(layout: Layout, isToday: boolean): ShownRotation {
  const { choices } = useClient();
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const { rotations, template, date } = layout;
  const { suggested, now } = useRotationNow(layout);
  const said = useFollowed(suggested?.id);
  const chosen = byId(rotations, choices.rotation(template, date) ?? '');
  const isHeld = isToday && chosen !== undefined && chosen.id !== suggested?.id;

  const choose = (id: string | null) => {
    choices.chooseRotation(template, date, id);
    refresh();
  };
  // the clock has come to it: nobody holds it any more
  useEffect(() => {
    if (isToday && chosen !== undefined && chosen.id === suggested?.id)
      choices.chooseRotation(template, date, null);
  });
  // what the editor was on ends with it
  useEffect(() => choices.chooseRotation(template, date, null, 'editor'), [choices, template, date]);

  return {
    rotation: chosen ?? byId(rotations, said ?? '') ?? suggested,
    now,
    isHeld,
    choose: (id) => choose(isToday && id === suggested?.id ? null : id),
    returnToNow: () => choose(null),
  };
}

/** What the clock says, as soon as nobody has a finger on the page. */
function useFollowed(suggested: string | undefined): string | undefined {
  const [followed, follow] = useState(suggested);
  useEffect(() => {
    if (suggested === followed) return;
    const goOn = () => {
      if (!isQuiet()) return;
      movedByItself();
      follow(suggested);
    };
    goOn();
    return watchTicks(goOn);
  }, [suggested, followed]);
  return followed;
}

/** When this view began, by `performance.now()`; another `view` begins anew. */
// biome-ignore lint/correctness/useExhaustiveDependencies: as it says
export const useShownSince = (view: string): number => useMemo(() => performance.now(), [view]);

/** Lets a view that began at `since` go once it was left alone for some minutes, or `atOnce`. */
export function useReturnWhenIdle(
  since: number,
  returnToNow: (() => void) | undefined,
  atOnce = false,
): void {
  const latest = useRef(returnToNow);
  latest.current = returnToNow;
  const mayGo = returnToNow !== undefined;
  useEffect(() => {
    if (!mayGo) return;
    const check = () => {
      if (!(atOnce ? isQuiet() : isLeftAlone(since))) return;
      movedByItself();
      latest.current?.();
    };
    check();
    return watchTicks(check);
  }, [since, mayGo, atOnce]);
}

/** What the page went on from by itself, and to which layout. */
export const autoSwitch = new ObservableValue<{ readonly from: Layout; readonly to: string } | null>(null);

/** Did the page go by itself to the layout of another area, because its own area had none for today yet? */
export function isFallbackLayout(id: string, { area }: Layout): boolean {
  const last = autoSwitch.get();
  return last !== null && last.to === id && last.from.area !== area;
}
