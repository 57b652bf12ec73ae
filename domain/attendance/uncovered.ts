import type { Layout } from '../layout/layout.ts';
import { positionsOf } from '../rotation/rotation.ts';
import { isOutDuring } from '../shift/presence.ts';
import type { CallOut, Shift } from '../shift/shift.ts';

const mostNamed = 4;

/** The names of the positions that nobody is on once somebody is out, each once: 'Grill 1, Fries'; '' for none. */
export function uncoveredBy(layout: Layout, shift: Shift, out: CallOut): string {
  const names = new Set(
    layout.rotations
      .filter((rotation) => isOutDuring({ ...shift, out }, rotation, layout.dayStart))
      .flatMap(positionsOf)
      .filter(({ seats }) => seats.length === 1 && seats[0] === shift.id)
      .map(({ name }) => name),
  );
  const named = [...names].slice(0, mostNamed).join(', ');
  return names.size > mostNamed ? `${named} and ${names.size - mostNamed} more` : named;
}
