import { useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react';
import { ObservableValue } from '../../../../client/observable.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import { byId } from '../../../../domain/list/list.ts';
import { useRotationNow } from '../../../parts/board/use-board.tsx';
import { useClient } from '../../../parts/page/client-context.tsx';
import { watchTicks } from '../../../parts/page/ticker.ts';
import { isAbandoned, isIdle, noteAutomaticMove } from '../../../parts/page/user-activity.ts';

export function useShownRotation(layout: Layout, isToday: boolean) {
  const { choices } = useClient();
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const { rotations, template, date } = layout;
  const { suggested, now } = useRotationNow(layout);
  const [followed, follow] = useFollowed(suggested?.id);
  const chosen = byId(rotations, choices.rotation(template, date) ?? '');
  const isPinned = isToday && chosen !== undefined && chosen.id !== suggested?.id;

  const choose = (id: string | null) => {
    choices.chooseRotation(template, date, id);
    if (id === null) follow(suggested?.id);
    refresh();
  };
  // the picked rotation is the current one now, so follow the clock again
  useEffect(() => {
    if (isToday && chosen !== undefined && chosen.id === suggested?.id)
      choices.chooseRotation(template, date, null);
  });
  // the editor's own choice ends when the day view opens
  useEffect(() => choices.chooseRotation(template, date, null, 'editor'), [choices, template, date]);

  return {
    rotation: chosen ?? byId(rotations, followed ?? '') ?? suggested,
    now,
    isPinned,
    choose: (id: string) => choose(isToday && id === suggested?.id ? null : id),
    returnToNow: () => choose(null),
  };
}

/** The current rotation, followed as soon as nobody is touching the page, or when somebody asks for it. */
function useFollowed(suggested: string | undefined) {
  const [followed, follow] = useState(suggested);
  useMoveWhen(isIdle, suggested === followed ? undefined : () => follow(suggested));
  return [followed, follow] as const;
}

/** Lets the page move by itself once it is time. */
function useMoveWhen(isTime: () => boolean, move: (() => void) | undefined): void {
  const mayMove = move !== undefined;
  const check = useEffectEvent(() => {
    if (!move || !isTime()) return;
    noteAutomaticMove();
    move();
  });
  useEffect(() => {
    if (!mayMove) return;
    check();
    return watchTicks(check);
  }, [mayMove]);
}

/** When `view` was first shown, by `performance.now()`. */
// biome-ignore lint/correctness/useExhaustiveDependencies: a new view restarts the time
export const useShownSince = (view: string): number => useMemo(() => performance.now(), [view]);

/** Calls `returnToNow` once the board was left alone for a few minutes, or as soon as it is quiet if `atOnce`. */
export const useReturnWhenIdle = (
  since: number,
  returnToNow: (() => void) | undefined,
  atOnce = false,
): void => useMoveWhen(() => (atOnce ? isIdle() : isAbandoned(since)), returnToNow);

/** The last switch that the page made on its own. */
export const autoSwitch = new ObservableValue<{ readonly from: Layout; readonly to: string } | null>(null);

/** Whether the page switched to another area's layout because its own area had none for today yet. */
export function isFallbackLayout(id: string, { area }: Layout): boolean {
  const last = autoSwitch.get();
  return last !== null && last.to === id && last.from.area !== area;
}
