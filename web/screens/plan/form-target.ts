import { byId } from '../../../domain/list/list.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import { type Position, positionsOf, type Rotation, type Subarea } from '../../../domain/plan/rotation.ts';
import type { ProblemCode } from '../../../domain/problem/problem.ts';

/** The item at an index of the URL; undefined for 'add', null if there is none. */
type Found<Item> = Item | undefined | null;

/** Finds an item by the index in a URL, which counts from 0. */
export function findByIndex<Item>(list: readonly Item[], place: string): Found<Item> {
  if (place === 'add') return undefined;
  return /^(0|[1-9]\d{0,3})$/.test(place) ? (list[Number(place)] ?? null) : null;
}

/** The item that a form edits, as it was when the form was opened. */
export interface FormTarget {
  readonly rotation?: Rotation | undefined;
  readonly subarea?: Subarea | undefined;
  readonly position?: Position | undefined;
}

/** Which part of the target was deleted since. A position may have moved to another subarea. */
export function missingProblem(plan: Plan, { rotation, subarea, position }: FormTarget): ProblemCode | null {
  if (!rotation) return null;
  const now = byId(plan, rotation.id);
  if (!now) return 'rotation-missing';
  if (position) return byId(positionsOf(now), position.id) ? null : 'position-missing';
  return subarea && !byId(now.subareas, subarea.id) ? 'subarea-missing' : null;
}
