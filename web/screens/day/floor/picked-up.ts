import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { ObservableValue } from '../../../../client/observable.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { afterPaint } from '../../../ui/page/events.ts';

export type PickedUp =
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'position'; readonly id: string }
  /** Someone who comes in without a shift; `shift` once it is known who. */
  | { readonly kind: 'walk-in'; readonly id: string; readonly shift: Shift | null };

/**
 * What is picked up. Chips follow it by themselves, so that picking somebody up renders two of them and not the board.
 */
export class Hand extends ObservableValue<PickedUp | null> {
  /** Whether a key picked it up: then the focus goes to the sheet. */
  isByKey = false;

  /** The focus goes back to what was picked up, where it is now. */
  letGo(): void {
    const held = this.get();
    if (held === null) return;
    this.set(null);
    afterPaint(() => focusOn(held));
  }
}

function focusOn({ kind, id }: PickedUp): void {
  const attribute = { person: 'data-shift', position: 'data-position', 'walk-in': 'data-walk-in' }[kind];
  const found = [...document.querySelectorAll<HTMLElement>(`.floor [${attribute}]`)];
  found
    .find((each) => each.getAttribute(attribute) === (kind === 'walk-in' ? 'true' : id))
    ?.focus({ preventScroll: true });
}

/** Null on a board that is only looked at. */
export const HandContext = createContext<Hand | null>(null);

/** Whether who looks at the board may act on it. */
export const useActs = (): boolean => useContext(HandContext) !== null;

const never = () => () => {};

export function useIsPickedUp(kind: PickedUp['kind'], id: string): boolean {
  const hand = useContext(HandContext);
  const subscribe = useMemo(() => (hand ? (tell: () => void) => hand.subscribe(tell) : never), [hand]);
  return useSyncExternalStore(subscribe, () => {
    const held = hand?.get();
    return held?.kind === kind && held.id === id;
  });
}

/** What is dragged: somebody's shift. */
export interface Dragged {
  readonly shift: string;
}

/** What it can be dropped on: a position, a person to swap with, or nowhere. */
export type Place = { readonly position: string } | { readonly shift: string } | { readonly nowhere: true };
