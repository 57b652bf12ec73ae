import type { Position } from '../../../../domain/position/position.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';

/** What a dragged element carries; `from` is null for a person without a position. */
export type DragData = { shift: Shift; from: Position | null };
/** What a place to drop on carries; `to` is null for the unassigned. */
export type DropData = { to: Position | null };
