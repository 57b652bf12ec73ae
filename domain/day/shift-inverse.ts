import type { Steps } from '../change/define-change.ts';
import { isSame } from '../change/same.ts';
import type { BreakSlot } from './break.ts';
import { fieldsOf, type Shift, type ShiftFields } from './shift.ts';

/** The former values of the fields that differ now, so that what others changed since stays. */
export const fieldsBefore = (before: Shift, after: Shift): Partial<ShiftFields> =>
  Object.fromEntries(
    Object.entries(fieldsOf(before)).filter(([name, value]) => after[name as keyof ShiftFields] !== value),
  );

export const personBefore = (before: Shift, after: Shift): { readonly person?: string | null } =>
  before.person === after.person ? {} : { person: before.person ?? null };

export const breaksLost = (before: Shift, breaks: readonly BreakSlot[]): Steps =>
  breaks.flatMap((slot, index) => {
    const record = before.breaks[index] ?? null;
    return isSame(slot, record)
      ? []
      : [{ type: 'break.restore' as const, shift: before.id, slot: index, record }];
  });
