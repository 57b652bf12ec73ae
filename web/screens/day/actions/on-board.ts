import type { Layout } from '../../../../domain/day/layout.ts';
import type { Rotation } from '../../../../domain/plan/rotation.ts';
import type { Hand } from '../floor/hand.ts';
import type { Places } from '../floor/use-places.ts';

/** What every sheet is about. */
export interface OnBoard {
  readonly hand: Hand;
  readonly layout: Layout;
  readonly rotation: Rotation;
  readonly places: Places;
}
