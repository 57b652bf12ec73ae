import type { BreakPress } from '../../../../domain/break/break.ts';

const verbs: Readonly<Record<BreakPress, string>> = {
  start: 'started',
  end: 'ended',
  clear: 'cleared',
};

/** 'Chloe’s break started', or 'Chloe’s break 2 started'. */
export const breakMessage = (name: string, slot: number, wants: BreakPress): string =>
  `${name}’s break ${slot > 0 ? `${slot + 1} ` : ''}${verbs[wants]}`;
