import { positionsOf, type Rotation } from '../plan/rotation.ts';

/**
 * Which position of one rotation is which of another: the same name in a subarea of the same name first, then the same
 * name anywhere. Several of one name are matched in order. Ids of the first rotation to those of the second.
 */
export function matchPositions(from: Rotation, to: Rotation): ReadonlyMap<string, string> {
  const matches = new Map<string, string>();
  const taken = new Set<string>();
  for (const keysOf of [placesBySubarea, placesByName]) {
    const free = new Map<string, string[]>();
    for (const { id, key } of keysOf(to)) {
      if (!taken.has(id)) free.set(key, [...(free.get(key) ?? []), id]);
    }
    for (const { id, key } of keysOf(from)) {
      const match = matches.has(id) ? undefined : free.get(key)?.shift();
      if (match === undefined) continue;
      matches.set(id, match);
      taken.add(match);
    }
  }
  return matches;
}

interface Place {
  readonly id: string;
  readonly key: string;
}

const placesByName = (rotation: Rotation): readonly Place[] =>
  positionsOf(rotation).map(({ id, name }) => ({ id, key: plain(name) }));

const placesBySubarea = ({ subareas }: Rotation): readonly Place[] =>
  subareas.flatMap((subarea) =>
    subarea.positions.map(({ id, name }) => ({ id, key: `${plain(subarea.name)}\n${plain(name)}` })),
  );

/** Names that differ in capitals or blanks alone are the same. */
export const plain = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();
