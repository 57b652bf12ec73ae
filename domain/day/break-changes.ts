import * as z from 'zod/mini';
import { dayChange, type Steps, signed } from '../change/define-change.ts';
import { id, recorded } from '../change/fields.ts';
import { byId, replace } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type BreakSlot, breakSlotSchema, confirmBreak, pressBreak } from './break.ts';
import type { Layout } from './layout.ts';
import { type Shift, slotMinutes } from './shift.ts';

const place = { shift: id, slot: z.number() };

const breakBack = (before: Layout, { shift, slot }: { shift: string; slot: number }): Steps => [
  { type: 'break.restore', shift, slot, record: byId(before.shifts, shift)?.breaks[slot] ?? null },
];

export const breakChanges = {
  /** The server sets `by`, and caps `at`, the author's estimate of its time. */
  'break.press': dayChange({
    fields: {
      ...place,
      wants: z.enum(['start', 'end', 'clear']),
      ...recorded,
    },
    stamp: signed,
    apply: (layout, change) => withBreak(layout, change, (slot) => pressBreak(slot, change.wants, change)),
    inverse: breakBack,
  }),
  /** The break ended with its timer, as somebody says later. It has no effect on one that runs, or that was ended. */
  'break.confirm': dayChange({
    fields: { ...place, ...recorded },
    stamp: signed,
    apply: (layout, change) =>
      withBreak(layout, change, (slot, shift) =>
        confirmBreak(slot, slotMinutes(shift, change.slot, layout), change),
      ),
    inverse: breakBack,
  }),
  'break.restore': dayChange({
    fields: { ...place, record: breakSlotSchema },
    mapBreaks: (change, map) => ({ ...change, record: map(change.shift, change.record) }),
    apply: (layout, change) => withBreak(layout, change, () => change.record),
    inverse: breakBack,
    // Taking back its start clears a break.
  }),
};

function withBreak(
  layout: Layout,
  { shift: shiftId, slot: index }: { shift: string; slot: number },
  change: (slot: BreakSlot, shift: Shift) => BreakSlot,
): Outcome<Layout> {
  const shift = byId(layout.shifts, shiftId);
  if (!shift) return refuse('shift-missing');
  const slot = shift.breaks[index];
  if (slot === undefined) return refuse('break-missing');
  const next = change(slot, shift);
  if (next === slot) return done(layout);
  const breaks = shift.breaks.map((each, at) => (at === index ? next : each));
  return done({ ...layout, shifts: replace(layout.shifts, { ...shift, breaks }) });
}
