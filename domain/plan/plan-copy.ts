import { nameLimit } from '../problem/name.ts';
import type { Rotation } from '../rotation/rotation.ts';
import type { Subarea } from '../subarea/subarea.ts';
import type { Plan } from './plan.ts';

/** 'Weekday copy'; a long name loses its end, so that the copy's fits too. */
export function copyName(name: string, mark = ' copy'): string {
  const kept = name.slice(0, nameLimit - mark.length);
  // half of a pair of code units is no letter
  return kept.replace(/[\ud800-\udbff]$/, '').trimEnd() + mark;
}

/** 'Close 2' for another 'Close', then 'Close 3'. */
export function nextName(name: string, others: readonly { readonly name: string }[]): string {
  const [, stem = name, number = '1'] = /^(.*\S) (\d{1,3})$/.exec(name) ?? [];
  const taken = new Set(others.map((other) => other.name.toLowerCase()));
  for (let next = Number(number) + 1; ; next++) {
    const free = copyName(stem, ` ${next}`);
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** A copy of the rotation under new ids, with no one on its positions and a unique name. */
export const duplicateRotation = (rotation: Rotation, others: Plan, newId: NewId): Rotation => ({
  ...copyRotation(rotation, newId),
  name: nextName(rotation.name, others),
});

/** A copy of the subarea under new ids, with no one on its positions and a unique name. */
export const duplicateSubarea = (subarea: Subarea, others: readonly Subarea[], newId: NewId): Subarea => ({
  ...copySubarea(subarea, newId),
  name: nextName(subarea.name, others),
});

type NewId = () => string;
/** The seats of a copied position, from those of the original. */
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
