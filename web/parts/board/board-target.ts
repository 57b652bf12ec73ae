import { ObservableValue } from '../../../client/observable.ts';
import type { Shift } from '../../../domain/day/shift.ts';

/** A person, a position or a rotation that the day view is to show, for example because it was found. */
export interface BoardTarget {
  readonly shift?: string;
  readonly position?: string;
  /** The shift of somebody who comes in without one, to be given a place. */
  readonly walkIn?: Shift;
  /** The rotations that show it, the best first; empty when each does. */
  readonly rotations: readonly string[];
}

/** The day view sets it back to null when it is shown. */
export const boardTarget = new ObservableValue<BoardTarget | null>(null);
