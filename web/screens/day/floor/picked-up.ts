import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Client } from '../../../../client/client.ts';
import { ObservableValue } from '../../../../client/observable.ts';
import { formats } from '../../../../client/words/formats.ts';
import { words } from '../../../../client/words/words.ts';
import type { Change } from '../../../../domain/change/change.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { isOutDuring } from '../../../../domain/day/who-is-there.ts';
import { byId } from '../../../../domain/list/list.ts';
import { boardNameIn } from '../../../../domain/plan/board-names.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { recordOn } from '../../../parts/board/record-on-day.ts';
import { changeLayout } from '../../../parts/forms/change-toast.ts';
import { chosenLayout, useClient } from '../../../parts/page/client-context.tsx';
import { afterPaint } from '../../../ui/page/events.ts';

const t = words('day');

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
    const pickedUp = this.get();
    if (pickedUp === null) return;
    this.set(null);
    afterPaint(() => focusOn(pickedUp));
  }
}

function focusOn({ kind, id }: PickedUp): void {
  const attribute = { person: 'data-shift', position: 'data-position', 'walk-in': 'data-walk-in' }[kind];
  const found = [...document.querySelectorAll<HTMLElement>(`.floor [${attribute}]`)];
  found
    .find((each) => each.getAttribute(attribute) === (kind === 'walk-in' ? 'true' : id))
    ?.focus({ preventScroll: true });
}

/** A board that is only looked at has no hand. */
export const HandContext = createContext<Hand | null>(null);

/** Whether who looks at the board may act on it. */
export const useMayAct = (): boolean => useContext(HandContext) !== null;

const never = () => () => {};

export function useIsPickedUp(kind: PickedUp['kind'], id: string): boolean {
  const hand = useContext(HandContext);
  const subscribe = useMemo(() => (hand ? (tell: () => void) => hand.subscribe(tell) : never), [hand]);
  return useSyncExternalStore(subscribe, () => {
    const pickedUp = hand?.get();
    return pickedUp?.kind === kind && pickedUp.id === id;
  });
}

/** What is dragged: somebody's shift. */
export interface Dragged {
  readonly shift: string;
}

/** What it can be dropped on: a position, a person to swap with, or nowhere. */
export type DropTarget =
  | { readonly position: string }
  | { readonly shift: string }
  | { readonly nowhere: true };

export type Places = ReturnType<typeof placesIn>;

/** Reads the layout at the press, not at the last render, and stays the same between renders. */
export function usePlaces(rotation: string): Places {
  const client = useClient();
  return useMemo(() => placesIn(client, rotation), [client, rotation]);
}

/** Moves people between the positions of a rotation. Each says whether it was done. */
function placesIn(client: Client, rotation: string) {
  const change = (made: Change, said?: string) => recordOn(client, () => changeLayout(client, made, said));
  const body = () => {
    const view = chosenLayout(client)?.get();
    return view?.state === 'ready' ? view.body : null;
  };
  const isOut = (id: string) => {
    const day = body();
    const [shift, home] = [byId(day?.shifts ?? [], id), byId(day?.rotations ?? [], rotation)];
    return (
      day !== null && shift !== undefined && home !== undefined && isOutDuring(shift, home, day.dayStart)
    );
  };
  const positionOf = (shift: string) => {
    const home = byId(body()?.rotations ?? [], rotation);
    return (home && positionsOf(home).find(({ seats }) => seats.includes(shift))?.id) ?? null;
  };
  const move = (shift: string, position: string) =>
    change({ type: 'shift.seat', shift, rotation, position, before: null });
  const takeOff = (shift: string) => {
    const position = positionOf(shift);
    return position !== null && change({ type: 'shift.unseat', shift, rotation, position });
  };
  /** Each goes where the other was, which may be nowhere. */
  const swap = (shift: string, other: string) => {
    const [from, to] = [positionOf(shift), positionOf(other)];
    if (from !== null && to !== null) {
      return change({ type: 'shift.swap', rotation, shift, position: to, other, otherPosition: from });
    }
    const layout = body();
    // one of them stands nowhere and takes the other's place
    const [comes, goes, position] = to !== null ? [shift, other, to] : [other, shift, from];
    if (position === null) return false;
    const nameOf = (id: string) => boardNameIn(layout, id, formats.get().clock)?.full ?? '';
    return change(
      {
        type: 'batch',
        changes: [
          { type: 'shift.unseat', shift: goes, rotation, position },
          { type: 'shift.seat', shift: comes, rotation, position, before: null },
        ],
      },
      t('takes-over', { name: nameOf(comes), other: nameOf(goes) }),
    );
  };
  const walkIn = (shift: Shift, position: string | null) =>
    change({
      type: 'shift.add',
      shift,
      seats: position === null ? [] : [{ rotation, position, before: null }],
    });
  const drop = (shift: string, place: DropTarget) => {
    if ('nowhere' in place) return takeOff(shift);
    if ('position' in place) return positionOf(shift) !== place.position && move(shift, place.position);
    return place.shift !== shift && swap(shift, place.shift);
  };
  return { isOut, positionOf, move, takeOff, swap, walkIn, drop, change };
}
