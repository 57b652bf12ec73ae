import type { BreakPress } from '../../../domain/break.ts';
import type { Shift } from '../../../domain/shift.ts';

const said: Readonly<Record<BreakPress, string>> = {
  start: 'started',
  end: 'done',
  clear: 'not taken',
};

/** 'Chloe Davis: break 1 started' */
export const breakSaying = (shift: Shift, slot: number, wants: BreakPress): string =>
  `${shift.teamMember}: break ${slot + 1} ${said[wants]}`;
