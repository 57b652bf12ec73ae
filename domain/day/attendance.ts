import { type Outcome, refuse } from '../problem/problem.ts';
import { fromMinutes } from '../time/clock-time.ts';
import { wallClock } from '../time/date.ts';
import type { CallOut, Lateness, OutReason } from './shift.ts';

/** As a label: 'Out: sick'. */
export const outNames: Readonly<Record<OutReason, string>> = {
  sick: 'sick',
  'no-show': 'no-show',
  'left-early': 'left early',
  'sent-home': 'sent home',
  unsaid: '',
};

/** ': sick'; '' for who isn't told why. */
export const showReason = ({ reason }: Pick<CallOut, 'reason'>): string =>
  reason === 'unsaid' ? '' : `: ${outNames[reason]}`;

/** 'Out from 10:12 AM: sick'. The time is the one that they are out from, whenever somebody said so. */
export const showOut = (out: Pick<CallOut, 'reason' | 'from'>): string =>
  `Out from ${out.from}${showReason(out)}`;

/** 'marked 10:57 AM', where that isn't the minute that they are out from; else ''. */
export function showMarked({ from, at }: Pick<CallOut, 'from' | 'at'>, timeZone: string): string {
  const marked = fromMinutes(wallClock(at, timeZone).minutes);
  return marked === from ? '' : `marked ${marked}`;
}

/** 'Late, expected 11:30 AM'. */
export const showLate = ({ expected }: Pick<Lateness, 'expected'>): string =>
  expected === null ? 'Late' : `Late, expected ${expected}`;

const howOut: Readonly<Record<OutReason, string>> = {
  sick: 'is out sick',
  'no-show': 'didn’t come in',
  'left-early': 'left early',
  'sent-home': 'was sent home',
  unsaid: 'is out',
};

/** Why somebody who is out can't be seated. */
export const refuseOut = (teamMember: string, { reason }: CallOut): Outcome<never> =>
  refuse('shift-out', { details: { name: teamMember, how: howOut[reason] } });
