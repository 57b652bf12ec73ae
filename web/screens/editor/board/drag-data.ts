import type { Shift } from '../../../../domain/day/shift.ts';
import type { Position } from '../../../../domain/plan/rotation.ts';

/** Data of a dragged element; `from` is null for an unassigned person. */
export type DragData = { shift: Shift; from: Position | null };
/** Data of a drop target; `to` is null for the unassigned list. */
export type DropData = { to: Position | null };
