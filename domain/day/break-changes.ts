import * as z from 'zod/mini';
import { dayChange, type Steps, signed } from '../change/define-change.ts';
import { id, recorded } from '../change/fields.ts';
import { byId, replace } from '../list/list.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type BreakSlot, breakSlotSchema, confirmBreak, pressBreak, startFromNow } from './break.ts';
import type { Layout } from './layout.ts';
import { type Shift, type Skip, type SkippedBreak, slotMinutes } from './shift.ts';

const place = { shift: id, slot: z.number() };

const breakBack = (before: Layout, { shift, slot }: { shift: string; slot: number }): Steps => [
  { type: 'break.restore', shift, slot, record: byId(before.shifts, shift)?.breaks[slot] ?? null },
];

/** A break that was taken since stays so. */
const skipChange = (how: Skip) =>
  dayChange({
    fields: { ...place, ...recorded },
    stamp: signed,
    apply: (layout, { shift, slot, at, by }) => withSkip(layout, { shift, slot }, { slot, how, at, by }),
    inverse: (before, change): Steps => skipBack(before, change),
  });

const skipTypes = { waived: 'break.waive', missed: 'break.miss' } as const;

function skipBack({ shifts }: Layout, { shift, slot }: { shift: string; slot: number }): Steps {
  const before = byId(shifts, shift)?.skipped?.find((each) => each.slot === slot);
  if (!before) return [{ type: 'break.owe', shift, slot }];
  return [{ type: skipTypes[before.how], shift, slot, at: before.at, by: before.by }];
}

export const breakChanges = {
  'break.waive': skipChange('waived'),
  'break.miss': skipChange('missed'),
  /** It is to be taken after all. */
  'break.owe': dayChange({
    fields: place,
    apply: (layout, change) => withSkip(layout, change, null),
    inverse: (before, change): Steps => skipBack(before, change),
  }),
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
    mapRecords: (change, { taken }) => ({ ...change, record: taken(change.shift, change.record) }),
    apply: (layout, change) => withBreak(layout, change, () => change.record),
    inverse: breakBack,
    // Taking back its start clears a break.
  }),
};

/** What puts right the breaks that run and began later than now. */
export const startsFromNow = ({ shifts }: Layout, now: number): Steps =>
  shifts.flatMap(({ id: shift, breaks }) =>
    breaks.flatMap((each, slot) => {
      const record = startFromNow(each, now);
      return record ? [{ type: 'break.restore' as const, shift, slot, record }] : [];
    }),
  );

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

function withSkip(
  layout: Layout,
  { shift: shiftId, slot }: { shift: string; slot: number },
  skip: SkippedBreak | null,
): Outcome<Layout> {
  const shift = byId(layout.shifts, shiftId);
  if (!shift) return refuse('shift-missing');
  if (shift.breaks[slot] === undefined) return refuse('break-missing');
  const { skipped = [], ...rest } = shift;
  if (skip && shift.breaks[slot] !== null) return done(layout);
  if (!skip && !skipped.some((each) => each.slot === slot)) return done(layout);
  const others = skipped.filter((each) => each.slot !== slot);
  const next = (skip ? [...others, skip] : others).sort((one, other) => one.slot - other.slot);
  const changed = next.length > 0 ? { ...rest, skipped: next } : rest;
  return done({ ...layout, shifts: replace(layout.shifts, changed) });
}
