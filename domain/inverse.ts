import { apply } from './apply.ts';
import { batchLimit, type Change, type DocumentBody, type SingleChange, stepsOf } from './change.ts';
import type { Layout, LayoutChange } from './layout.ts';
import { byId, nextIdAfter } from './list.ts';
import type { NotesChange } from './notes.ts';
import type { Plan, PlanChange } from './plan.ts';
import type { PositionChange } from './position.ts';
import { positionsOf, type Rotation } from './rotation.ts';
import type { Shift, ShiftChange } from './shift.ts';
import type { SubareaChange } from './subarea.ts';
import type { Team, TeamChange } from './team.ts';
import type { Template, TemplateChange } from './template.ts';

/** The steps that take a step back; null when nothing can. */
type WayBack = readonly SingleChange[] | null;

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
    case 'notes.edit':
      return [notesBack(before, after)];
    case 'shift.add':
    case 'shift.edit':
    case 'shift.delete':
    case 'shift.seat':
    case 'shift.unseat':
      return shiftBack(before, change, after);
    case 'break.press':
    case 'break.restore': {
      const record = byId(before.shifts, change.shift)?.breaks[change.slot] ?? null;
      return [{ type: 'break.restore', shift: change.shift, slot: change.slot, record }];
    }
    default: {
      const plan = planBack(before.rotations, change);
      return change.type === 'rotation.edit' && plan ? [...plan, ...seatsLost(before, after)] : plan;
    }
  }
}

function shiftBack(before: Layout, change: ShiftChange, after: Layout): WayBack {
  if (change.type === 'shift.add') return [{ type: 'shift.delete', shift: change.shift.id }];
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
  const fields = (['teamMember', 'startTime', 'endTime', 'schedule', 'note'] as const).filter(
    (field) => edited?.[field] !== shift[field],
  );
  if (fields.length === 0) return [];
  const back: SingleChange = {
    type: 'shift.edit',
    shift: shift.id,
    ...Object.fromEntries(fields.map((field) => [field, shift[field]])),
  };
  const restored = apply(after, back);
  const slots = restored.ok ? (byId((restored.value as Layout).shifts, shift.id)?.breaks ?? []) : [];
  const breaks = slots.flatMap((slot, index): SingleChange[] => {
    const record = shift.breaks[index] ?? null;
    return isSame(slot, record) ? [] : [{ type: 'break.restore', shift: shift.id, slot: index, record }];
  });
  return [back, ...breaks];
}

function planBack(plan: Plan, change: PlanChange): WayBack {
  if (change.type === 'rotation.add') return [{ type: 'rotation.delete', rotation: change.rotation.id }];
  const rotation = byId(plan, change.rotation);
  if (!rotation) return null;
  switch (change.type) {
    case 'rotation.edit': {
      const said = (['name', 'startTime', 'endTime'] as const).filter((field) => change[field] !== undefined);
      const fields = Object.fromEntries(said.map((field) => [field, rotation[field]]));
      return [{ type: 'rotation.edit', rotation: rotation.id, ...fields }];
    }
    case 'rotation.move':
      return [{ type: 'rotation.move', rotation: rotation.id, before: nextIdAfter(plan, rotation.id) }];
    case 'rotation.delete':
      return [{ type: 'rotation.add', rotation, before: nextIdAfter(plan, rotation.id) }];
    case 'position.add':
    case 'position.rename':
    case 'position.move':
    case 'position.delete':
      return positionBack(rotation, change);
    default:
      return subareaBack(rotation, change);
  }
}

function subareaBack({ id: rotation, subareas }: Rotation, change: SubareaChange): WayBack {
  if (change.type === 'subarea.add')
    return [{ type: 'subarea.delete', rotation, subarea: change.subarea.id }];
  const subarea = byId(subareas, change.subarea);
  if (!subarea) return null;
  const before = nextIdAfter(subareas, subarea.id);
  switch (change.type) {
    case 'subarea.rename':
      return [{ type: 'subarea.rename', rotation, subarea: subarea.id, name: subarea.name }];
    case 'subarea.move':
      return [{ type: 'subarea.move', rotation, subarea: subarea.id, before }];
    case 'subarea.delete':
      return [{ type: 'subarea.add', rotation, subarea, before }];
  }
}

function positionBack({ id: rotation, subareas }: Rotation, change: PositionChange): WayBack {
  if (change.type === 'position.add') {
    return [{ type: 'position.delete', rotation, position: change.position.id }];
  }
  const home = subareas.find(({ positions }) => byId(positions, change.position));
  const position = home && byId(home.positions, change.position);
  if (!home || !position) return null;
  const before = nextIdAfter(home.positions, position.id);
  switch (change.type) {
    case 'position.rename':
      return [{ type: 'position.rename', rotation, position: position.id, name: position.name }];
    case 'position.move':
      return [{ type: 'position.move', rotation, position: position.id, subarea: home.id, before }];
    case 'position.delete':
      return [{ type: 'position.add', rotation, subarea: home.id, position, before }];
  }
}
