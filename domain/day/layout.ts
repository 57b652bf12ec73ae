import * as z from 'zod/mini';
import { date, id, list, name, type SchemaValue } from '../change/fields.ts';
import { hasDuplicateIds } from '../list/list.ts';
import { mergeNotes } from '../notes/merge-notes.ts';
import { cleanNotes, emptyNotes, storedNotes } from '../notes/notes.ts';
import { mapSeats, type Plan, parsePlan, withoutSeats } from '../plan/plan.ts';
import { rotationLimit, rotationSchema, shiftLimit } from '../plan/rotation.ts';
import { parseName } from '../problem/name.ts';
import { done, type Outcome, refuse } from '../problem/problem.ts';
import { type DaySettings, dayFields, parseSettings, type Team } from '../team/team.ts';
import type { Template } from '../team/template.ts';
import { type IsoDate, isIsoDate } from '../time/date.ts';
import { fitBreaks } from './break.ts';
import { type LawRow, lawRowLimit, lawRows } from './law-row.ts';
import { breaksDue, parseShift, type Shift, shiftSchema, sortShifts } from './shift.ts';
import { maySit } from './who-is-there.ts';

export type { DaySettings };

/** With the law's rows for the day of the layout. */
export interface LayoutSettings extends DaySettings {
  readonly laws?: readonly LawRow[];
}

/**
 * They were not there, had no seat then, share their name with somebody, or their position isn't there or has somebody
 * else.
 */
const leftReasons = ['new', 'no-seat', 'same-name', 'no-position', 'taken'] as const;
export type LeftReason = (typeof leftReasons)[number];

export const leftOutLimit = 200;

const leftSchema = z.strictObject({ shift: id, why: z.enum(leftReasons), position: z.optional(name) });
export type StoredLeftOut = SchemaValue<typeof leftSchema>;

/** `from` is the day that people were placed as on; null until they were. */
export const layingSchema = z.strictObject({ from: z.nullable(date), left: list(leftSchema, leftOutLimit) });
export type LayingRecord = SchemaValue<typeof layingSchema>;

export const lockLimit = 5_000;

/** Somebody's seat in a rotation, held while the day is planned. */
export const lockSchema = z.strictObject({ shift: id, rotation: id, position: id });
export type Lock = SchemaValue<typeof lockSchema>;

export const layoutSchema = z.strictObject({
  kind: z.literal('layout'),
  date,
  area: name,
  /** The template's name. */
  template: name,
  notes: storedNotes,
  shifts: list(shiftSchema, shiftLimit),
  rotations: list(rotationSchema, rotationLimit),
  ...dayFields,
  /** The breaks that the law asks for on this day; missing where the team's own rule is all there is. */
  laws: z.optional(lawRows),
  /** Ids of scheduled shifts that were deleted by hand, and are not to come back by themselves. */
  deletedByHand: z.optional(list(id, shiftLimit)),
  /** Seats that stay as they are when the day is planned anew. Those that nobody has anymore mean nothing. */
  locks: z.optional(list(lockSchema, lockLimit)),
  /** Set when the server made it by itself. */
  laid: z.optional(layingSchema),
  deleted: z.optional(z.literal(true)),
});
export type Layout = SchemaValue<typeof layoutSchema>;

type Kind = Pick<Layout, 'area' | 'template'>;

/** The layout of another day that continues `like`: the one of its area, else of its template, else the first. */
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

export const layTemplate = (template: Template, date: IsoDate, settings: LayoutSettings): Layout => ({
  kind: 'layout',
  date,
  area: template.area,
  template: template.name,
  notes: template.notes,
  shifts: [],
  rotations: withoutSeats(template.rotations),
  ...settings,
});

export function parseLayout(layout: Layout): Outcome<Layout> {
  if (!isIsoDate(layout.date)) return refuse('date-missing', { field: 'date' });
  const area = parseName(layout.area, 'area', 'area-missing');
  if (!area.ok) return area;
  const template = parseName(layout.template, 'template', 'template-missing');
  if (!template.ok) return template;
  const settings = parseSettings(layout);
  if (!settings.ok) return settings;
  const notes = mergeNotes(emptyNotes, { base: emptyNotes, next: cleanNotes(layout.notes) });
  if (!notes.ok) return notes;
  const rotations = parsePlan(layout.rotations);
  if (!rotations.ok) return rotations;
  if (layout.shifts.length > shiftLimit) return refuse('too-many', { details: { max: shiftLimit } });
  if (hasDuplicateIds(layout.shifts)) return refuse('shift-exists');
  const shifts: Shift[] = [];
  for (const each of layout.shifts) {
    const shift = parseShift(each, settings.value.breakMinMinutes);
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
    ...lawsOf(layout),
    ...(layout.locks && layout.locks.length > 0 && { locks: layout.locks.slice(0, lockLimit) }),
    ...(layout.laid && { laid: layout.laid }),
  };
  return done(settle(withDeleted(read, layout.deletedByHand ?? [])));
}

const lawsOf = ({ laws = [] }: Pick<LayoutSettings, 'laws'>): Pick<LayoutSettings, 'laws'> =>
  laws.length > 0 ? { laws: laws.slice(0, lawRowLimit) } : {};

export function applySettings({ laws: _, ...layout }: Layout, change: LayoutSettings): Outcome<Layout> {
  const settings = parseSettings(change);
  if (!settings.ok) return settings;
  const shifts = layout.shifts.map((shift) => ({
    ...shift,
    breaks: fitBreaks(shift.breaks, breaksDue(shift, change.breakMinMinutes)),
  }));
  return done(settle({ ...layout, ...settings.value, ...lawsOf(change), shifts }));
}

/**
 * What holds after every change to shifts or rotations: shifts in order, and on the seats of a rotation only
 * existing shifts that overlap it and aren't out during it, each at most once. A change of one shift or one rotation keeps it so by itself;
 * this is for those that may touch all of them.
 */
export function settle(layout: Layout): Layout {
  const shifts = sortShifts(layout.shifts, layout.dayStart);
  const rotations = settleRotations({ ...layout, shifts }, layout.rotations);
  return { ...layout, shifts, rotations };
}

/** Rotations with those alone on their seats who may sit there. */
export function settleRotations(day: Layout, rotations: Plan): Plan {
  const shifts = new Map(day.shifts.map((shift) => [shift.id, shift]));
  return mapSeats(rotations, (rotation) => {
    const seated = new Set<string>();
    return ({ seats }) =>
      seats.filter((id) => {
        const shift = shifts.get(id);
        return shift && !seated.has(id) && maySit(shift, rotation, day.dayStart) && seated.add(id);
      });
  });
}

/** With these remembered as deleted by hand, in one order; the field is there only when it says something. */
export function withDeleted({ deletedByHand: _, ...day }: Layout, ids: readonly string[]): Layout {
  return ids.length > 0 ? { ...day, deletedByHand: [...ids].sort().slice(0, shiftLimit) } : day;
}
