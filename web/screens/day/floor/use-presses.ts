import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { positionsOf, type Rotation } from '../../../../domain/rotation/rotation.ts';
import { watchTicks } from '../../../parts/page/ticker.ts';
import { justMovedAutomatically, untouchedFor } from '../../../parts/page/user-activity.ts';
import { RecentChanges } from '../breaks/recent-changes.ts';
import type { Hand, Held } from './hand.ts';
import type { Places } from './use-places.ts';

const forgottenMilliseconds = 60_000;

type Presses = { hand: Hand; places: Places; rotation: Rotation };

/** What a press on the board does: it picks up, or acts on what is picked up. */
export function usePresses({ hand, places, rotation }: Presses): (event: MouseEvent) => void {
  const wasJustChanged = useMisclickGuard(rotation);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) hand.letGo();
    };
    document.addEventListener('keydown', onKey);
    // on a shared screen, whoever picked it up has gone
    const stop = watchTicks(() => {
      if (hand.get() !== null && untouchedFor() >= forgottenMilliseconds) hand.set(null);
    });
    return () => {
      document.removeEventListener('keydown', onKey);
      stop();
    };
  }, [hand]);

  return useCallback(
    (event) => {
      const pressed = thingAt(event.target as Element);
      // a drag has ended here
      if (!pressed || event.defaultPrevented) return;
      const position = pressed.kind === 'person' ? places.positionOf(pressed.id) : pressed.id;
      const isByKey = event.detail === 0;
      if (position !== null && wasJustChanged(position, isByKey)) return;
      const held = hand.get();
      const result = held && act(held, pressed, places);
      if (result === 'done') hand.letGo();
      if (result !== null) return;
      if (held?.kind === pressed.kind && held.id === pressed.id) return hand.letGo();
      hand.isByKey = isByKey;
      hand.set(pressed);
    },
    [hand, places, wasJustChanged],
  );
}

function thingAt(target: Element): Held | null {
  const { shift, position, walkIn } = target.closest<HTMLElement>('[data-stop]')?.dataset ?? {};
  if (shift !== undefined) return { kind: 'person', id: shift };
  if (position !== undefined) return { kind: 'position', id: position };
  return walkIn === undefined ? null : { kind: 'walk-in', id: '', shift: null };
}

const resultOf = (isDone: boolean): 'done' | 'refused' => (isDone ? 'done' : 'refused');

/** What is picked up meets what is pressed; null when that is to be picked up instead. */
function act(held: Held, pressed: Held, places: Places): 'done' | 'refused' | null {
  const { positionOf } = places;
  if (held.kind === 'walk-in' && held.shift !== null && pressed.kind === 'position') {
    return resultOf(places.walkIn(held.shift, pressed.id));
  }
  if (held.kind === 'position' && pressed.kind === 'person') {
    return positionOf(pressed.id) === held.id ? null : resultOf(places.move(pressed.id, held.id));
  }
  if (held.kind !== 'person') return null;
  if (pressed.kind === 'position') {
    return positionOf(held.id) === pressed.id ? null : resultOf(places.move(held.id, pressed.id));
  }
  // two who stand together, or nowhere, have nothing to swap
  const canSwap = pressed.kind === 'person' && positionOf(held.id) !== positionOf(pressed.id);
  return canSwap ? resultOf(places.swap(held.id, pressed.id)) : null;
}

/** Whether a position changed so recently that a press on it was meant for what was there before. */
function useMisclickGuard(rotation: Rotation): (position: string, isByKey: boolean) => boolean {
  const changes = useRef(new RecentChanges());
  const pressedAt = useRef(0);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    const now = isFirst.current && !justMovedAutomatically() ? Number.NEGATIVE_INFINITY : performance.now();
    isFirst.current = false;
    for (const { id, seats } of positionsOf(rotation)) changes.current.record(id, seats.join(' '), now);
  }, [rotation]);

  // a press counts from when the finger comes down
  useEffect(() => {
    const onDown = () => {
      pressedAt.current = performance.now();
    };
    document.addEventListener('pointerdown', onDown, true);
    return () => document.removeEventListener('pointerdown', onDown, true);
  }, []);

  return useCallback(
    (position, isByKey) =>
      changes.current.isRecent(position, isByKey ? performance.now() : pressedAt.current),
    [],
  );
}
