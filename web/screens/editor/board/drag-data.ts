import type { Position } from '../../../../domain/position/position.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';

/** Data of a dragged element; `from` is null for an unassigned person. */
export type DragData = { shift: Shift; from: Position | null };
/** Data of a drop target; `to` is null for the unassigned list. */
export type DropData = { to: Position | null };
