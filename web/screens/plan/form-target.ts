import { byId } from '../../../domain/change/list.ts';
import type { Plan } from '../../../domain/plan/plan.ts';
import type { Position } from '../../../domain/position/position.ts';
import type { ProblemCode } from '../../../domain/problem/problem.ts';
import { positionsOf, type Rotation } from '../../../domain/rotation/rotation.ts';
import type { Subarea } from '../../../domain/subarea/subarea.ts';

/** What stood at a place of an address when the form was opened; undefined for 'add', null where nothing stands. */
type AtPlace<Item> = Item | undefined | null;

/** Places count from 0. */
export function at<Item>(list: readonly Item[], place: string): AtPlace<Item> {
  if (place === 'add') return undefined;
  return /^(0|[1-9]\d{0,3})$/.test(place) ? (list[Number(place)] ?? null) : null;
}

/** What a form is about, as it was when the form was opened. */
export interface FormTarget {
  readonly rotation?: Rotation | undefined;
  readonly subarea?: Subarea | undefined;
  readonly position?: Position | undefined;
}

/** Which of it is gone since. A position is still there when it was moved to another subarea. */
export function missingProblem(plan: Plan, { rotation, subarea, position }: FormTarget): ProblemCode | null {
  if (!rotation) return null;
  const now = byId(plan, rotation.id);
  if (!now) return 'rotation-missing';
  if (position) return byId(positionsOf(now), position.id) ? null : 'position-missing';
  return subarea && !byId(now.subareas, subarea.id) ? 'subarea-missing' : null;
}
