import {
  type BreakPress,
  type BreakSettings,
  type BreakSlot,
  breakCount,
  fitBreaks,
  isBreakSlot,
  isInstant,
  pressBreak,
} from '../break/break.ts';
import { byId, hasDuplicateIds, replace } from '../change/list.ts';
import { cleanNotes, emptyNotes, mergeNotes, type Notes, type NotesChange } from '../notes/notes.ts';
import { applyToPlan, mapRotations, type Plan, type PlanChange, withoutSeats } from '../plan/plan.ts';
import { readName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { positionsOf, type Rotation } from '../rotation/rotation.ts';
import { type ScheduleTake, takeSchedule } from '../schedule/schedule-take.ts';
import { applyToShift } from '../shift/layout-shifts.ts';
import { readShift, type Shift, type ShiftChange, shiftLimit } from '../shift/shift.ts';
import { type StaffedDay, settle, settleRotations, withDeleted } from '../shift/staffed-day.ts';
import { isMinutes, type Team } from '../team/team.ts';
import { readPlan, type Template } from '../template/template.ts';
import { type ClockTime, minutesOfDay } from '../time/clock-time.ts';
import { type IsoDate, isIsoDate } from '../time/date.ts';
import { checkTime } from '../time/typed-times.ts';
import { type Deletable, restored } from './deletion.ts';

/** What a layout keeps of its team's settings, so that its rules need nothing but itself. */
export interface DaySettings extends BreakSettings {
  readonly dayStart: ClockTime;
}

/** A template laid on a date. */
export interface Layout extends DaySettings, StaffedDay, Deletable {
  readonly kind: 'layout';
  readonly date: IsoDate;
  readonly area: string;
  /** The template's name. */
  readonly template: string;
  readonly notes: Notes;
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
  | { readonly type: 'layout.delete' | 'layout.restore' }
  | ({ readonly type: 'layout.settings' } & DaySettings)
  | ShiftChange
  | ScheduleTake
  | BreakChange
  | NotesChange
  | PlanChange;

type Kind = Pick<Layout, 'area' | 'template'>;

/** Of the layouts of another day, the one that goes on where `like` ended: of its area, of its template, else the first. */
export function layoutLike<Row extends Kind>(rows: readonly Row[], like: Kind): Row | undefined {
  const ranked = rows.map((row) => ({
    row,
    rank: (row.area === like.area ? 2 : 0) + (row.template === like.template ? 1 : 0),
  }));
  return ranked.sort((a, b) => b.rank - a.rank)[0]?.row;
}

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
  const read: Layout = {
    kind: 'layout',
    date: layout.date,
    area: area.value,
    template: template.value,
    notes: notes.value,
    shifts,
    rotations: rotations.value,
    ...settings.value,
  };
  return done(settle(withDeleted(read, layout.deletedByHand ?? [])));
}

function readSettings(settings: DaySettings): Outcome<DaySettings> {
  for (const field of ['breakMinMinutes', 'breakTimerMinutes'] as const) {
    if (!isMinutes(settings[field]))
      return refuse('minutes-unreadable', { field, details: { max: minutesOfDay } });
  }
  const { breakMinMinutes, breakTimerMinutes, dayStart } = settings;
  const start = checkTime(dayStart, 'dayStart');
  return start.ok ? done({ breakMinMinutes, breakTimerMinutes, dayStart: start.value }) : start;
}

export function applyToLayout(layout: Layout, change: LayoutChange): Outcome<Layout> {
  switch (change.type) {
    case 'layout.create':
      return refuse('document-exists');
    case 'layout.area': {
      const area = readName(change.area, 'area', 'area-missing');
      return area.ok ? done({ ...layout, area: area.value }) : area;
    }
    case 'layout.delete':
      return done({ ...layout, deleted: true });
    case 'layout.restore':
      return done(restored(layout));
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
    case 'schedule.take':
      return takeSchedule(layout, change);
    default: {
      const plan = applyToPlan(layout.rotations, change);
      return plan.ok ? done({ ...layout, rotations: settlePlan(layout, plan.value, change) }) : plan;
    }
  }
}

/** Of all that can be done to a plan, only this brings people onto positions, or changes who may sit there. */
const unsettling: ReadonlySet<PlanChange['type']> = new Set([
  'rotation.add',
  'rotation.edit',
  'subarea.add',
  'position.add',
]);

function settlePlan(layout: Layout, plan: Plan, change: PlanChange): Plan {
  if (!unsettling.has(change.type)) return plan;
  const touched = plan.filter((rotation) => !layout.rotations.includes(rotation) && isSeated(rotation));
  if (touched.length === 0) return plan;
  const settled = settleRotations(layout, touched);
  return mapRotations(plan, (rotation) => byId(settled, rotation.id) ?? rotation);
}

const isSeated = (rotation: Rotation): boolean => positionsOf(rotation).some(({ seats }) => seats.length > 0);

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
  const next = change.type === 'break.restore' ? change.record : pressBreak(slot, change.wants, change);
  if (next === slot) return done(layout);
  const breaks = shift.breaks.map((each, index) => (index === change.slot ? next : each));
  return done({ ...layout, shifts: replace(layout.shifts, { ...shift, breaks }) });
}
