import { useMemo } from 'react';
import type { Client } from '../../../../client/client.ts';
import type { Change } from '../../../../domain/change/change.ts';
import type { Shift } from '../../../../domain/day/shift.ts';
import { isOutDuring } from '../../../../domain/day/who-is-there.ts';
import { byId } from '../../../../domain/list/list.ts';
import { fullNameIn } from '../../../../domain/plan/board-names.ts';
import { positionsOf } from '../../../../domain/plan/rotation.ts';
import { recordOn } from '../../../parts/board/record-on-day.ts';
import { changeLayout } from '../../../parts/forms/change-toast.ts';
import { chosenLayout, useClient } from '../../../parts/page/client-context.tsx';
import type { Place } from './picked-up.ts';

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
    return change(
      {
        type: 'batch',
        changes: [
          { type: 'shift.unseat', shift: goes, rotation, position },
          { type: 'shift.seat', shift: comes, rotation, position, before: null },
        ],
      },
      `${fullNameIn(layout, comes)} takes over from ${fullNameIn(layout, goes)}`,
    );
  };
  const walkIn = (shift: Shift, position: string | null) =>
    change({
      type: 'shift.add',
      shift,
      seats: position === null ? [] : [{ rotation, position, before: null }],
    });
  const drop = (shift: string, place: Place) => {
    if ('nowhere' in place) return takeOff(shift);
    if ('position' in place) return positionOf(shift) !== place.position && move(shift, place.position);
    return place.shift !== shift && swap(shift, place.shift);
  };
  return { isOut, positionOf, move, takeOff, swap, walkIn, drop, change };
}
