import { mapSeats } from '../plan/plan.ts';
import { copyName, copyPlan, type NewId } from '../plan/plan-copy.ts';
import { done, type Outcome } from '../problem/problem.ts';
import { newTemplate, type Template } from '../team/template.ts';
import { overlaps } from '../time/clock-time.ts';
import type { IsoDate } from '../time/date.ts';
import { rotationsAsWorked } from './attendance.ts';
import type { Layout, LayoutSettings } from './layout.ts';
import { type Shift, sortShifts } from './shift.ts';
import { isWalkIn } from './walk-in.ts';

/** The layout on another day, everything in it under new ids; with its people, none of whom had a break yet, or without. */
export function copyLayout(
  layout: Layout,
  date: IsoDate,
  { settings, newId, people }: { settings: LayoutSettings; newId: NewId; people: boolean },
): Layout {
  const kept = people ? layout.shifts.filter((shift) => !isWalkIn(shift)) : [];
  const copies = new Map(kept.map((shift) => [shift.id, copyShift(shift, newId())]));
  const seated = mapSeats(
    rotationsAsWorked(layout),
    (rotation) =>
      ({ seats }) =>
        seats.flatMap((id) => {
          const copy = copies.get(id);
          // who stayed longer that day isn't there then
          return copy && overlaps(copy, rotation, settings.dayStart) ? copy.id : [];
        }),
  );
  return {
    kind: 'layout',
    date,
    area: layout.area,
    template: layout.template,
    notes: layout.notes,
    shifts: sortShifts([...copies.values()], settings.dayStart),
    rotations: copyPlan(seated, newId, (seats) => seats),
    ...settings,
  };
}

/** As if typed: times that were cut or stretched on the day, who was out, and planned breaks belong to that day. */
function copyShift(
  { told, out: _, late: __, planned: ___, skipped: ____, ...shift }: Shift,
  id: string,
): Shift {
  const times = told && { startTime: told.startTime, endTime: told.endTime };
  return { ...shift, ...times, id, provider: 'manual', breaks: [] };
}

export const copyTemplate = (
  template: Template,
  { taken, newId }: { taken: readonly string[]; newId: NewId },
): Template => ({
  kind: 'template',
  name: freeCopyName(template.name, taken),
  area: template.area,
  notes: template.notes,
  rotations: copyPlan(template.rotations, newId),
  type: template.type,
});

/** What a day became, as a usual day: nobody on its positions. */
export function templateFromLayout(layout: Layout, name: string, newId: NewId): Outcome<Template> {
  const head = newTemplate({ name, area: layout.area });
  return head.ok
    ? done({
        ...head.value,
        notes: layout.notes,
        rotations: copyPlan(layout.rotations, newId),
      })
    : head;
}

/** 'Weekday copy', then 'Weekday copy 2'. */
export function freeCopyName(name: string, taken: readonly string[]): string {
  const original = name.replace(/ copy( \d+)?$/, '');
  let copy = copyName(original);
  for (let count = 2; taken.includes(copy); count++) copy = copyName(original, ` copy ${count}`);
  return copy;
}
