import type { Layout } from './layout.ts';
import { type Shift, skipOf } from './shift.ts';
import { presentSpan } from './who-is-there.ts';

/** Whether the law's row of a planned break says that person and employer may do without it. */
export function mayWaive({ laws = [] }: Pick<Layout, 'laws'>, shift: Shift, slot: number): boolean {
  const { planned = [] } = shift;
  const terms = laws.find(({ id }) => id === planned[slot]?.row)?.waivable;
  if (!terms || (terms.upTo !== undefined && minutesThere(shift) > terms.upTo)) return false;
  const isWaived = (row: string) =>
    planned.some((each, index) => each.row === row && skipOf(shift, index)?.how === 'waived');
  return terms.unless === undefined || !isWaived(terms.unless);
}

/** How long somebody is there, whenever the business day begins. */
function minutesThere(shift: Shift): number {
  const there = presentSpan(shift, '12:00 AM');
  return there ? there.end - there.start : 0;
}
