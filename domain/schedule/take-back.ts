import type { Steps } from '../change/define-change.ts';
import type { ChangeOf } from '../change/registry.ts';
import { isSame } from '../change/same.ts';
import type { Layout } from '../day/layout.ts';
import { seatsLost } from '../day/seat.ts';
import { breaksLost, fieldsBefore, personBefore } from '../day/shift-back.ts';
import { takeSchedule } from './schedule-take.ts';

/** What takes back shifts that were accepted from a schedule: only the fields that differ now. */
export function takeBack(before: Layout, after: Layout): Steps | null {
  const then = new Map(before.shifts.map((shift) => [shift.id, shift]));
  const now = new Map(after.shifts.map((shift) => [shift.id, shift]));
  const edited = before.shifts.flatMap((shift) => {
    const current = now.get(shift.id);
    return current && !isSame(shift, current) ? [{ shift, current }] : [];
  });
  const deletedNow = new Set(after.deletedByHand);
  const deletedThen = new Set(before.deletedByHand);
  const back: ChangeOf<'schedule.take'> = {
    type: 'schedule.take',
    remove: after.shifts.filter(({ id }) => !then.has(id)).map(({ id }) => id),
    edit: edited.map(({ shift, current }) => ({
      shift: shift.id,
      ...fieldsBefore(shift, current),
      ...personBefore(shift, current),
      ...(current.provider !== shift.provider && { provider: shift.provider }),
      told: shift.told ?? null,
    })),
    add: before.shifts.filter(({ id }) => !now.has(id)),
    remember: (before.deletedByHand ?? []).filter((id) => !deletedNow.has(id)),
    forget: (after.deletedByHand ?? []).filter((id) => !deletedThen.has(id)),
  };
  const restored = takeSchedule(after, back);
  if (!restored.ok) return null;
  const { shifts, rotations } = restored.value;
  const breaksNow = new Map(shifts.map(({ id, breaks }) => [id, breaks]));
  return [
    back,
    ...edited.flatMap(({ shift }) => breaksLost(shift, breaksNow.get(shift.id) ?? [])),
    ...seatsLost(before.rotations, rotations),
  ];
}
