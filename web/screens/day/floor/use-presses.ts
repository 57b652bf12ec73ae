import { type MouseEvent, useCallback, useEffect } from 'react';
import { watchTicks } from '../../../parts/page/ticker.ts';
import { untouchedFor } from '../../../parts/page/user-activity.ts';
import type { Hand, Held } from './hand.ts';
import type { Places } from './use-places.ts';

const forgottenMilliseconds = 60_000;

/** What a press on the board does: it picks up, or acts on what is picked up. */
export function usePresses(hand: Hand, places: Places): (event: MouseEvent) => void {
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
      const held = hand.get();
      const result = held && act(held, pressed, places);
      if (result === 'done') hand.letGo();
      if (result !== null) return;
      if (held?.kind === pressed.kind && held.id === pressed.id) return hand.letGo();
      hand.isByKey = event.detail === 0;
      hand.set(pressed);
    },
    [hand, places],
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
  // who is out is looked at, not moved
  if (held.kind !== 'person' || places.isOut(held.id)) return null;
  if (pressed.kind === 'position') {
    return positionOf(held.id) === pressed.id ? null : resultOf(places.move(held.id, pressed.id));
  }
  // two who stand together, or nowhere, have nothing to swap
  const canSwap = pressed.kind === 'person' && positionOf(held.id) !== positionOf(pressed.id);
  return canSwap ? resultOf(places.swap(held.id, pressed.id)) : null;
}
