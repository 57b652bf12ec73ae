import { nameLimit } from './name.ts';
import type { Rotation } from './rotation.ts';
import type { Subarea } from './subarea.ts';

/** 'Lunch copy'; a long name loses its end, so that the copy's fits too. */
export function copyName(name: string, mark = ' copy'): string {
  const kept = name.slice(0, nameLimit - mark.length);
  // half of a pair of code units is no letter
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd() + mark;
}

/** The rotation once more under new ids, nobody on its positions. */
export const duplicateRotation = (rotation: Rotation, newId: () => string): Rotation => ({
  ...rotation,
  id: newId(),
  name: copyName(rotation.name),
  subareas: rotation.subareas.map((subarea) => withNewIds(subarea, newId)),
});

/** The subarea once more under new ids, nobody on its positions. */
export const duplicateSubarea = (subarea: Subarea, newId: () => string): Subarea => ({
  ...withNewIds(subarea, newId),
  name: copyName(subarea.name),
});

const withNewIds = (subarea: Subarea, newId: () => string): Subarea => ({
  ...subarea,
  id: newId(),
  positions: subarea.positions.map((position) => ({ ...position, id: newId(), seats: [] })),
});
