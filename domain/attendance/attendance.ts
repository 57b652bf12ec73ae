import { type Outcome, refuse } from '../problem/problem.ts';
import type { CallOut, Lateness, OutReason } from '../shift/shift.ts';

/** As a label: 'Out: sick'. */
export const outNames: Readonly<Record<OutReason, string>> = {
  sick: 'sick',
  'no-show': 'no-show',
  'left-early': 'left early',
  'sent-home': 'sent home',
};

/** 'Out: sick, 10:12 AM'. */
export const showOut = ({ reason, from }: Pick<CallOut, 'reason' | 'from'>): string =>
  `Out: ${outNames[reason]}, ${from}`;

/** 'Late, expected 11:30 AM'. */
export const showLate = ({ expected }: Pick<Lateness, 'expected'>): string =>
  expected === null ? 'Late' : `Late, expected ${expected}`;

const howOut: Readonly<Record<OutReason, string>> = {
  sick: 'is out sick',
  'no-show': 'didn’t come in',
  'left-early': 'left early',
  'sent-home': 'was sent home',
};

/** Why somebody who is out can't be seated. */
export const refuseOut = (teamMember: string, { reason }: CallOut): Outcome<never> =>
  refuse('shift-out', { details: { name: teamMember, how: howOut[reason] } });
