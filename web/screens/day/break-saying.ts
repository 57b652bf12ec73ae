import type { BreakPress } from '../../../domain/break.ts';
import type { Shift } from '../../../domain/shift.ts';

const said: Readonly<Record<BreakPress, string>> = {
  start: 'started',
  end: 'ended',
  clear: 'cleared',
};

/** 'Chloe’s break started', and 'Chloe’s break 2 started'. */
export const breakSaying = (shift: Shift, slot: number, wants: BreakPress): string =>
  `${shift.teamMember.split(/\s/)[0]}’s break ${slot > 0 ? `${slot + 1} ` : ''}${said[wants]}`;
