import { ObservableValue } from '../../../client/observable.ts';
import type { Shift } from '../../../domain/day/shift.ts';

export interface Asked {
  readonly shift?: string;
  readonly position?: string;
  /** The shift of somebody who comes in without one, to be given a place. */
  readonly walkIn?: Shift;
  /** The rotations that show it, the best first; empty when each does. */
  readonly rotations: readonly string[];
}

/** The day view sets it back to null when it is shown. */
export const asked = new ObservableValue<Asked | null>(null);
