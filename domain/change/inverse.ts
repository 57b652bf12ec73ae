import type { Layout, LayoutChange } from '../layout/layout.ts';
import type { NotesChange } from '../notes/notes.ts';
import { planBack, type WayBack } from '../plan/plan-inverse.ts';
import { positionsOf, type Rotation } from '../rotation/rotation.ts';
import type { ScheduleTake } from '../schedule/schedule-take.ts';
import { type Shift, type ShiftChange, scheduleIdOf } from '../shift/shift.ts';
import type { Team, TeamChange } from '../team/team.ts';
import type { Template, TemplateChange } from '../template/template.ts';
import { apply } from './apply.ts';
import { batchLimit, type Change, type DocumentBody, type SingleChange, stepsOf } from './change.ts';
import { byId } from './list.ts';

/**
 * The change that takes `change` back, to be sent like any other: it says only what the change said, so that what
 * others did since stays. Null when there is nothing to take back, or no way: a document's creation, a team's settings
 * in a layout, a change that was refused.
 */
export function inverse(before: DocumentBody | null, change: Change): Change | null {
  let body = before;
  let steps: readonly SingleChange[] = [];
  for (const step of stepsOf(change)) {
    const outcome = apply(body, step);
    if (body === null || !outcome.ok) return null;
    const back = isSame(body, outcome.value) ? [] : wayBack(body, step, outcome.value);
    if (back === null) return null;
    steps = [...back, ...steps];
    body = outcome.value;
  }
  const [only] = steps;
  if (!only || steps.length > batchLimit) return null;
  return steps.length === 1 ? only : { type: 'batch', changes: steps };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function wayBack(before: DocumentBody, change: SingleChange, after: DocumentBody): WayBack {
  switch (before.kind) {
    case 'team':
      return teamBack(before, change as TeamChange, after as Team);
    case 'template':
      return templateBack(before, change as TemplateChange, after as Template);
    case 'layout':
      return layoutBack(before, change as LayoutChange, after as Layout);
  }
}

const notesBack = (before: Template | Layout, after: Template | Layout): NotesChange => ({
  type: 'notes.edit',
  base: after.notes,
  next: before.notes,
});

function teamBack(before: Team, change: TeamChange, after: Team): WayBack {
  switch (change.type) {
    case 'team.create':
      return null;
    case 'team.rename':
      return [{ type: 'team.rename', name: before.name }];
    case 'team.breaks': {
      const { breakMinMinutes, breakTimerMinutes } = before;
      return [{ type: 'team.breaks', breakMinMinutes, breakTimerMinutes }];
    }
    case 'team.day':
      return [{ type: 'team.day', dayStart: before.dayStart, timeZone: before.timeZone }];
    case 'team.theme':
      return [{ type: 'team.theme', primaryColor: before.primaryColor }];
    case 'team.logo':
      return [{ type: 'team.logo', logoUrl: before.logoUrl }];
    case 'team.columns':
      return [{ type: 'team.columns', columns: before.columns ?? {} }];
    case 'area.add':
      return after.areas.slice(before.areas.length).map((area) => ({ type: 'area.delete', area }));
    case 'area.rename': {
      const renamed = after.areas[before.areas.indexOf(change.area)] ?? change.name;
      return [{ type: 'area.rename', area: renamed, name: change.area }];
    }
    case 'area.delete': {
      // An area is added at the end, so those that stood behind it are put behind it once more.
      const behind = before.areas.slice(before.areas.indexOf(change.area) + 1);
      return [
        { type: 'area.add', name: change.area },
        ...behind.flatMap((area): TeamChange[] => [
          { type: 'area.delete', area },
          { type: 'area.add', name: area },
        ]),
      ];
    }
  }
}

function templateBack(before: Template, change: TemplateChange, after: Template): WayBack {
  switch (change.type) {
    case 'template.create':
      return null;
    case 'template.rename':
      return [{ type: 'template.rename', name: before.name }];
    case 'template.area':
      return [{ type: 'template.area', area: before.area }];
    case 'template.delete':
      return [{ type: 'template.restore' }];
    case 'template.restore':
      return [{ type: 'template.delete' }];
    case 'notes.edit':
      return [notesBack(before, after)];
    default:
      return planBack(before.rotations, change);
  }
}

function layoutBack(before: Layout, change: LayoutChange, after: Layout): WayBack {
  switch (change.type) {
    case 'layout.create':
    case 'layout.settings':
      return null;
    case 'layout.area':
      return [{ type: 'layout.area', area: before.area }];
    case 'layout.delete':
      return [{ type: 'layout.restore' }];
    case 'layout.restore':
      return [{ type: 'layout.delete' }];
    case 'notes.edit':
      return [notesBack(before, after)];
    case 'shift.add':
    case 'shift.edit':
    case 'shift.delete':
    case 'shift.seat':
    case 'shift.unseat':
      return shiftBack(before, change, after);
    case 'schedule.take':
      return takeBack(before, after);
    case 'break.press':
    case 'break.restore': {
      const record = byId(before.shifts, change.shift)?.breaks[change.slot] ?? null;
      return [{ type: 'break.restore', shift: change.shift, slot: change.slot, record }];
    }
    default: {
      const plan = planBack(before.rotations, change);
      // Of all changes of a plan, new times alone take people off positions that stay.
      return plan && change.type === 'rotation.edit' ? [...plan, ...seatsLost(before, after)] : plan;
    }
  }
}

function shiftBack(before: Layout, change: ShiftChange, after: Layout): WayBack {
  if (change.type === 'shift.add') {
    // Deleting a scheduled shift would remember it as deleted by hand.
    const { id, told } = change.shift;
    return told || before.deletedByHand?.includes(scheduleIdOf(change.shift))
      ? takeBack(before, after)
      : [{ type: 'shift.delete', shift: id }];
  }
  const shift = byId(before.shifts, change.shift);
  if (!shift) return null;
  switch (change.type) {
    case 'shift.edit':
      return [...editBack(shift, after), ...seatsLost(before, after)];
    case 'shift.delete': {
      const seats = seatsLost(before, after).map(({ rotation, position, before: behind }) => ({
        rotation,
        position,
        before: behind,
      }));
      return [{ type: 'shift.add', shift, seats }];
    }
    case 'shift.unseat':
      return seatsLost(before, after);
    case 'shift.seat':
      return seatBack(before, change, after);
  }
}

type SeatChange = Extract<ShiftChange, { type: 'shift.seat' }>;

/**
 * Puts shifts back on the positions they were taken from. The last of a position comes first, so that whoever stood
 * behind the next is there already.
 */
function seatsLost(before: Layout, after: Layout): readonly SeatChange[] {
  return before.rotations.flatMap((rotation) => {
    const now = byId(after.rotations, rotation.id);
    const seatsNow = new Map(now && positionsOf(now).map(({ id, seats }) => [id, seats] as const));
    return positionsOf(rotation).flatMap(({ id: position, seats }) =>
      seats
        .map((shift, index): SeatChange => {
          const behind = seats[index + 1] ?? null;
          return { type: 'shift.seat', shift, rotation: rotation.id, position, before: behind };
        })
        .filter(({ shift }) => !seatsNow.get(position)?.includes(shift))
        .reverse(),
    );
  });
}

function seatBack(before: Layout, change: SeatChange, after: Layout): WayBack {
  const { shift, rotation, position } = change;
  const unseat: SingleChange = { type: 'shift.unseat', shift, rotation, position };
  const moved = seatsLost(before, after);
  if (moved.length > 0) return moved;
  const seats = positionsOf(byId(before.rotations, rotation) as Rotation).find(
    ({ id }) => id === position,
  )?.seats;
  const index = seats?.indexOf(shift) ?? -1;
  return index < 0 ? [unseat] : [unseat, { ...change, before: seats?.[index + 1] ?? null }];
}

/** Only the fields that the edit changed, and the breaks that its times took. */
function editBack(shift: Shift, after: Layout): readonly SingleChange[] {
  const edited = byId(after.shifts, shift.id);
  const fields = shiftFields.filter((field) => edited?.[field] !== shift[field]);
  if (fields.length === 0) return [];
  const back: SingleChange = {
    type: 'shift.edit',
    shift: shift.id,
    ...Object.fromEntries(fields.map((field) => [field, shift[field]])),
  };
  const restored = apply(after, back);
  return restored.ok ? [back, ...breaksLost(shift, restored.value as Layout)] : [back];
}

function breaksLost(shift: Shift, after: Layout): readonly SingleChange[] {
  const slots = byId(after.shifts, shift.id)?.breaks ?? [];
  return slots.flatMap((slot, index): SingleChange[] => {
    const record = shift.breaks[index] ?? null;
    return isSame(slot, record) ? [] : [{ type: 'break.restore', shift: shift.id, slot: index, record }];
  });
}

const shiftFields = ['teamMember', 'startTime', 'endTime', 'schedule', 'note'] as const;

/** Only the fields that differ now, so that what others did to the same shifts since stays. */
function takeBack(before: Layout, after: Layout): WayBack {
  const then = new Map(before.shifts.map((shift) => [shift.id, shift]));
  const now = new Map(after.shifts.map((shift) => [shift.id, shift]));
  const edited = before.shifts.filter(({ id }) => now.has(id) && !isSame(then.get(id), now.get(id)));
  const deletedNow = new Set(after.deletedByHand);
  const back: ScheduleTake = {
    type: 'schedule.take',
    remove: after.shifts.filter(({ id }) => !then.has(id)).map(({ id }) => id),
    edit: edited.map((shift) => ({
      shift: shift.id,
      ...Object.fromEntries(
        shiftFields
          .filter((field) => now.get(shift.id)?.[field] !== shift[field])
          .map((field) => [field, shift[field]]),
      ),
      ...(now.get(shift.id)?.provider !== shift.provider && { provider: shift.provider }),
      told: shift.told ?? null,
    })),
    add: before.shifts.filter(({ id }) => !now.has(id)),
    remember: (before.deletedByHand ?? []).filter((id) => !deletedNow.has(id)),
    forget: (after.deletedByHand ?? []).filter((id) => !before.deletedByHand?.includes(id)),
  };
  const restored = apply(after, back);
  if (!restored.ok) return null;
  const layout = restored.value as Layout;
  return [back, ...edited.flatMap((shift) => breaksLost(shift, layout)), ...seatsLost(before, layout)];
}
