import {
  type BreakPress,
  type BreakSettings,
  type BreakSlot,
  breakCount,
  fitBreaks,
  isBreakSlot,
  isInstant,
  pressBreak,
} from './break.ts';
import { type ClockTime, isClockTime, minutesOfDay, overlaps, spanOf, spansOverlap } from './clock-time.ts';
import { type IsoDate, isIsoDate } from './date.ts';
import { byId, hasDuplicateIds, replace, without } from './list.ts';
import { readName } from './name.ts';
import { cleanNotes, emptyNotes, mergeNotes, type Notes, type NotesChange } from './notes.ts';
import { applyToPlan, mapSeats, type Plan, type PlanChange, withoutSeats } from './plan.ts';
import { done, type Outcome, refuse } from './problem.ts';
import { positionsOf } from './rotation.ts';
import { readShift, type Seat, type Shift, type ShiftChange, shiftLimit, sortShifts } from './shift.ts';
import { isMinutes, type Team } from './team.ts';
import { readPlan, type Template } from './template.ts';

/** What a layout keeps of its team's settings, so that its rules need nothing but itself. */
export interface DaySettings extends BreakSettings {
  readonly dayStart: ClockTime;
}

/** A template laid on a date. */
export interface Layout extends DaySettings {
  readonly kind: 'layout';
  readonly date: IsoDate;
  readonly area: string;
  /** The template's name. */
  readonly template: string;
  readonly notes: Notes;
  readonly shifts: readonly Shift[];
  readonly rotations: Plan;
}

export type BreakChange =
  | {
      readonly type: 'break.press';
      readonly shift: string;
      readonly slot: number;
      readonly wants: BreakPress;
      /** The author's estimate of the server's time, in milliseconds; capped by the server. */
      readonly at: number;
      /** User id of who pressed; set by the server. */
      readonly by: string | null;
    }
  | {
      readonly type: 'break.restore';
      readonly shift: string;
      readonly slot: number;
      readonly record: BreakSlot;
    };

export type LayoutChange =
  | { readonly type: 'layout.create'; readonly layout: Layout }
  | { readonly type: 'layout.area'; readonly area: string }
  | ({ readonly type: 'layout.settings' } & DaySettings)
  | ShiftChange
  | BreakChange
  | NotesChange
  | PlanChange;

export const daySettings = (team: Team): DaySettings => ({
  breakMinMinutes: team.breakMinMinutes,
  breakTimerMinutes: team.breakTimerMinutes,
  dayStart: team.dayStart,
});

/** A template laid on a date: its notes and rotations, nobody on shift yet. */
export const layTemplate = (template: Template, date: IsoDate, settings: DaySettings): Layout => ({
  kind: 'layout',
  date,
  area: template.area,
  template: template.name,
  notes: template.notes,
  shifts: [],
  rotations: withoutSeats(template.rotations),
  ...settings,
});

/** A layout as it is stored, every rule of it holding. */
export function readLayout(layout: Layout): Outcome<Layout> {
  if (!isIsoDate(layout.date)) return refuse('date-missing', { field: 'date' });
  const area = readName(layout.area, 'area', 'area-missing');
  if (!area.ok) return area;
  const template = readName(layout.template, 'template', 'template-missing');
  if (!template.ok) return template;
  const settings = readSettings(layout);
  if (!settings.ok) return settings;
  const notes = mergeNotes(emptyNotes, { base: emptyNotes, next: cleanNotes(layout.notes) });
  if (!notes.ok) return notes;
  const rotations = readPlan(layout.rotations);
  if (!rotations.ok) return rotations;
  if (layout.shifts.length > shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
  if (hasDuplicateIds(layout.shifts)) return refuse('shift-exists');
  const shifts: Shift[] = [];
  for (const each of layout.shifts) {
    const shift = readShift(each, settings.value.breakMinMinutes);
    if (!shift.ok) return shift;
    shifts.push(shift.value);
  }
  return done(
    settle({
      kind: 'layout',
      date: layout.date,
      area: area.value,
      template: template.value,
      notes: notes.value,
      shifts,
      rotations: rotations.value,
      ...settings.value,
    }),
  );
}

function readSettings(settings: DaySettings): Outcome<DaySettings> {
  for (const field of ['breakMinMinutes', 'breakTimerMinutes'] as const) {
    if (!isMinutes(settings[field]))
      return refuse('minutes-unreadable', { field, details: { max: minutesOfDay } });
  }
  const { breakMinMinutes, breakTimerMinutes, dayStart } = settings;
  return isClockTime(dayStart)
    ? done({ breakMinMinutes, breakTimerMinutes, dayStart })
    : refuse('time-unreadable', { field: 'dayStart', details: { text: dayStart } });
}

/**
 * What holds after every change to shifts or rotations: shifts in order, and on the seats of a rotation only
 * existing shifts that overlap it, each at most once.
 */
function settle(layout: Layout): Layout {
  const shifts = sortShifts(layout.shifts, layout.dayStart);
  const spans = new Map(shifts.map((shift) => [shift.id, spanOf(shift, layout.dayStart)]));
  const rotations = mapSeats(layout.rotations, (rotation) => {
    const window = spanOf(rotation, layout.dayStart);
    const seated = new Set<string>();
    return ({ seats }) =>
      seats.filter((id) => {
        const span = spans.get(id);
        return span && spansOverlap(span, window) && !seated.has(id) && seated.add(id);
      });
  });
  return { ...layout, shifts, rotations };
}

export function applyToLayout(layout: Layout, change: LayoutChange): Outcome<Layout> {
  switch (change.type) {
    case 'layout.create':
      return refuse('document-exists');
    case 'layout.area': {
      const area = readName(change.area, 'area', 'area-missing');
      return area.ok ? done({ ...layout, area: area.value }) : area;
    }
    case 'layout.settings':
      return applySettings(layout, change);
    case 'notes.edit': {
      const notes = mergeNotes(layout.notes, change);
      return notes.ok ? done({ ...layout, notes: notes.value }) : notes;
    }
    case 'break.press':
    case 'break.restore':
      return applyToBreak(layout, change);
    case 'shift.add':
    case 'shift.edit':
    case 'shift.delete':
    case 'shift.seat':
    case 'shift.unseat':
      return applyToShift(layout, change);
    default: {
      const rotations = applyToPlan(layout.rotations, change);
      return rotations.ok ? done(settle({ ...layout, rotations: rotations.value })) : rotations;
    }
  }
}

function applySettings(layout: Layout, change: DaySettings): Outcome<Layout> {
  const settings = readSettings(change);
  if (!settings.ok) return settings;
  const shifts = layout.shifts.map((shift) => ({
    ...shift,
    breaks: fitBreaks(shift.breaks, breakCount(shift, change.breakMinMinutes)),
  }));
  return done(settle({ ...layout, ...settings.value, shifts }));
}

function applyToBreak(layout: Layout, change: BreakChange): Outcome<Layout> {
  const shift = byId(layout.shifts, change.shift);
  if (!shift) return refuse('shift-missing');
  const slot = shift.breaks[change.slot];
  if (slot === undefined) return refuse('break-missing');
  if (change.type === 'break.restore' ? !isBreakSlot(change.record) : !isInstant(change.at))
    return refuse('break-unreadable');
  const next =
    change.type === 'break.restore'
      ? change.record
      : pressBreak(slot, change.wants, change, layout.breakTimerMinutes);
  if (next === slot) return done(layout);
  const breaks = shift.breaks.map((each, index) => (index === change.slot ? next : each));
  return done({ ...layout, shifts: replace(layout.shifts, { ...shift, breaks }) });
}

function applyToShift(layout: Layout, change: ShiftChange): Outcome<Layout> {
  if (change.type === 'shift.add') return addShift(layout, change.shift, change.seats);
  if (change.type === 'shift.delete') {
    return done(settle({ ...layout, shifts: without(layout.shifts, change.shift) }));
  }
  if (change.type === 'shift.unseat') {
    const rotations = mapSeats(
      layout.rotations,
      (rotation) => (position) =>
        rotation.id === change.rotation && position.id === change.position
          ? position.seats.filter((seat) => seat !== change.shift)
          : position.seats,
    );
    return done({ ...layout, rotations });
  }
  const shift = byId(layout.shifts, change.shift);
  if (!shift) return refuse('shift-missing');
  if (change.type === 'shift.seat') return seatShift(layout, shift, change);
  return editShift(layout, shift, change);
}

/** New times fit the unused breaks and the seats to them. */
function editShift(
  layout: Layout,
  shift: Shift,
  change: Extract<ShiftChange, { type: 'shift.edit' }>,
): Outcome<Layout> {
  const edited = readShift(
    {
      ...shift,
      teamMember: change.teamMember ?? shift.teamMember,
      startTime: change.startTime ?? shift.startTime,
      endTime: change.endTime ?? shift.endTime,
      schedule: change.schedule ?? shift.schedule,
      note: change.note ?? shift.note,
    },
    layout.breakMinMinutes,
  );
  if (!edited.ok) return edited;
  const next = edited.value;
  const sameTimes = next.startTime === shift.startTime && next.endTime === shift.endTime;
  const breaks = sameTimes ? shift.breaks : fitBreaks(next.breaks, breakCount(next, layout.breakMinMinutes));
  return done(settle({ ...layout, shifts: replace(layout.shifts, { ...next, breaks }) }));
}

/** Adds a shift and puts it on those of the seats that still make sense. */
function addShift(layout: Layout, added: Shift, seats: readonly Seat[]): Outcome<Layout> {
  if (byId(layout.shifts, added.id)) return refuse('shift-exists');
  if (layout.shifts.length >= shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
  const shift = readShift(added, layout.breakMinMinutes);
  if (!shift.ok) return shift;
  let next = settle({ ...layout, shifts: [...layout.shifts, shift.value] });
  for (const seat of seats) {
    const seated = seatShift(next, shift.value, seat);
    if (seated.ok) next = seated.value;
  }
  return done(next);
}

/** Puts a shift on a position; it leaves the position of that rotation where it sat. */
function seatShift(layout: Layout, shift: Shift, seat: Seat): Outcome<Layout> {
  const rotation = byId(layout.rotations, seat.rotation);
  if (!rotation) return refuse('rotation-missing');
  if (!byId(positionsOf(rotation), seat.position)) return refuse('position-missing');
  if (!overlaps(shift, rotation, layout.dayStart)) {
    return refuse('shift-outside-rotation', { details: { name: shift.teamMember, rotation: rotation.name } });
  }
  const rotations = mapSeats(layout.rotations, (inRotation) => (position) => {
    if (inRotation.id !== seat.rotation) return position.seats;
    if (position.id !== seat.position) return position.seats.filter((id) => id !== shift.id);
    // Already here: putting it "at the end" again would only shuffle the names.
    if (seat.before === null && position.seats.includes(shift.id)) return position.seats;
    const others = position.seats.filter((id) => id !== shift.id);
    const index = seat.before === null ? -1 : others.indexOf(seat.before);
    return index < 0 ? [...others, shift.id] : [...others.slice(0, index), shift.id, ...others.slice(index)];
  });
  return done({ ...layout, rotations });
}
