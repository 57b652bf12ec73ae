import { nameLimit } from './name.ts';
import type { Plan } from './plan.ts';
import type { Rotation } from './rotation.ts';
import type { Subarea } from './subarea.ts';

/** 'Lunch copy'; a long name loses its end, so that the copy's fits too. */
export function copyName(name: string, mark = ' copy'): string {
  const kept = name.slice(0, nameLimit - mark.length);
  // half of a pair of code units is no letter
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd() + mark;
}

/** The rotation once more under new ids, nobody on its positions. */
export const duplicateRotation = (rotation: Rotation, newId: NewId): Rotation => ({
  ...copyRotation(rotation, newId),
  name: copyName(rotation.name),
});

/** The subarea once more under new ids, nobody on its positions. */
export const duplicateSubarea = (subarea: Subarea, newId: NewId): Subarea => ({
  ...copySubarea(subarea, newId),
  name: copyName(subarea.name),
});

type NewId = () => string;
/** Who sits on the copy of a position, by who sits on the position. */
type SeatsNow = (seats: readonly string[]) => readonly string[];
const nobody: SeatsNow = () => [];

/** All of a plan under new ids. */
export const copyPlan = (plan: Plan, newId: NewId, seatsNow = nobody): Plan =>
  plan.map((rotation) => copyRotation(rotation, newId, seatsNow));

const copyRotation = (rotation: Rotation, newId: NewId, seatsNow = nobody): Rotation => ({
  ...rotation,
  id: newId(),
  subareas: rotation.subareas.map((subarea) => copySubarea(subarea, newId, seatsNow)),
});

const copySubarea = (subarea: Subarea, newId: NewId, seatsNow = nobody): Subarea => ({
  ...subarea,
  id: newId(),
  positions: subarea.positions.map((position) => ({
    ...position,
    id: newId(),
    seats: seatsNow(position.seats),
  })),
});
