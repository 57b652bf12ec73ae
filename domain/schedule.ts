import { type ClockTime, toMinutes } from './clock-time.ts';
import { addDays, type IsoDate } from './date.ts';
import { applyToLayout, type Layout } from './layout.ts';
import { positionsOf } from './rotation.ts';
import type { ScheduleTake, ShiftTaking } from './schedule-take.ts';
import { type Shift, type ShiftFields, sortShifts, type Told } from './shift.ts';

/** A shift as a schedule outside the product tells it. */
export interface ScheduledShift {
  /** The same for the same shift every time it is read. */
  readonly id: string;
  /** The calendar day it starts on. */
  readonly date: IsoDate;
  readonly teamMember: string;
  readonly startTime: ClockTime;
  readonly endTime: ClockTime;
  /** The label shown with the shift. */
  readonly job: string;
  readonly note: string;
  /** What a manager picks shifts by. */
  readonly role: string;
}

/**
 * What a schedule would do with one shift. `added`, `changed`, `gone`: done unless the manager says no. `kept`: left
 * as it is unless the manager says so, since a person did something to it here.
 */
export interface ReviewRow {
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'gone' | 'kept';
  /** Why it is kept. */
  readonly why: 'edited' | 'declined' | 'on-break' | 'nobody-told' | null;
  /** As the layout has it; null when it has none. */
  readonly ours: ShiftFields | null;
  /** As the schedule tells it; null when it tells none. */
  readonly theirs: Told | null;
  /** What accepting the row sets; the rest stays. */
  readonly fields: readonly (keyof ShiftFields)[];
  /** What the schedule changed and a person had edited; it stays even when the row is accepted, unless it is `kept`. */
  readonly byHand: readonly (keyof ShiftFields)[];
}

export interface ScheduleReview {
  readonly rows: readonly ReviewRow[];
  /** Shifts that are in the layout as the schedule tells them. */
  readonly unchanged: number;
  /** Shifts the schedule has on other dates. */
  readonly otherDates: number;
  readonly provider: string;
  /** What the schedule tells now of shifts that need no decision. */
  readonly quiet: readonly ShiftTaking[];
}

export interface ReviewTerms {
  readonly provider: string;
  /** Null for all. Shifts of other roles are left alone. */
  readonly roles: readonly string[] | null;
}

/** The business day a scheduled shift belongs to: a start before the day's start is the night before's. */
export const businessDateOf = (shift: ScheduledShift, dayStart: ClockTime): IsoDate =>
  toMinutes(shift.startTime) < toMinutes(dayStart) ? addDays(shift.date, -1) : shift.date;

/** Each role of a schedule, once, in the order of the alphabet. */
export const rolesOf = (scheduled: readonly ScheduledShift[]): readonly string[] =>
  [...new Set(scheduled.map(({ role }) => role))].sort((one, other) => one.localeCompare(other, 'en'));

/** Compares a schedule with a layout, and changes nothing. */
export function reviewSchedule(
  layout: Layout,
  scheduled: readonly ScheduledShift[],
  { provider, roles }: ReviewTerms,
): ScheduleReview {
  const ofDate = scheduled.filter((shift) => businessDateOf(shift, layout.dayStart) === layout.date);
  const tellsNow = new Map(ofDate.map((shift) => [shift.id, shift]));
  const existing = new Map(layout.shifts.map((shift) => [shift.id, shift]));
  const deleted = new Set(layout.deletedByHand);
  const isPicked = (role: string) => roles === null || roles.includes(role);
  const rows: ReviewRow[] = [];
  const quiet: ShiftTaking[] = [];
  let unchanged = 0;
  for (const theirs of tellsNow.values()) {
    if (!isPicked(theirs.role)) continue;
    const ours = existing.get(theirs.id);
    if (!ours) {
      rows.push(newRow(theirs, deleted.has(theirs.id)));
      continue;
    }
    const row = changedRow(ours, toldOf(theirs));
    if (row) rows.push(row);
    else unchanged += 1;
    if (!row && !isSameTold(ours.told, toldOf(theirs))) {
      quiet.push({ shift: ours.id, told: toldOf(theirs) });
    }
  }
  for (const ours of layout.shifts) {
    if (ours.provider !== provider || tellsNow.has(ours.id)) continue;
    if (!ours.told || isPicked(ours.told.role)) rows.push(goneRow(ours, tellsNow.size === 0));
  }
  return {
    rows: inOrder(rows, layout.dayStart),
    unchanged,
    otherDates: scheduled.length - ofDate.length,
    provider,
    quiet,
  };
}

/** As shifts of a layout stand. */
function inOrder(rows: readonly ReviewRow[], dayStart: ClockTime): readonly ReviewRow[] {
  const keys = rows.flatMap((row) => {
    const fields = row.theirs ?? row.ours;
    return fields ? [{ ...fields, id: row.id, row }] : [];
  });
  return sortShifts(keys, dayStart).map(({ row }) => row);
}

/** Ids of the rows that are accepted when the manager says nothing about them. */
export const suggestedRows = (review: ScheduleReview): ReadonlySet<string> =>
  new Set(review.rows.filter(({ kind }) => kind !== 'kept').map(({ id }) => id));

/**
 * The change that does what was accepted, and lets what was declined be known from now on as decided by hand; null when
 * that is nothing.
 */
export function takeOf(
  review: ScheduleReview,
  accepted: ReadonlySet<string>,
  declined: ReadonlySet<string> = new Set(),
): ScheduleTake | null {
  const rows = review.rows.filter(({ id }) => accepted.has(id));
  const left = review.rows.filter(({ id }) => declined.has(id));
  const edit = rows.flatMap((row) => (row.ours && row.theirs ? [takingOf(row, row.theirs)] : []));
  const take: ScheduleTake = {
    type: 'schedule.take',
    remove: rows.filter(({ theirs }) => theirs === null).map(({ id }) => id),
    edit: [
      ...review.quiet,
      ...edit,
      ...left.flatMap(({ id, ours, theirs }) => (ours ? [{ shift: id, told: theirs }] : [])),
    ],
    add: rows.flatMap(({ id, ours, theirs }) =>
      ours || !theirs ? [] : [shiftOf(id, theirs, review.provider)],
    ),
    remember: left.filter(({ ours }) => ours === null).map(({ id }) => id),
    forget: [],
  };
  const { remove, edit: edits, add, remember } = take;
  return remove.length + edits.length + add.length + remember.length > 0 ? take : null;
}

/** Whom the change would take off which positions, because they work no more then. */
export function seatsLeft(
  layout: Layout,
  take: ScheduleTake,
): readonly { readonly shift: string; readonly rotation: string; readonly position: string }[] {
  const taken = applyToLayout(layout, take);
  if (!taken.ok) return [];
  const after = taken.value;
  return layout.rotations.flatMap((rotation, index) => {
    const now = after.rotations[index];
    const stillSeated = new Set(now && positionsOf(now).flatMap(({ seats }) => seats));
    return positionsOf(rotation).flatMap((position) =>
      position.seats
        .filter((shift) => !stillSeated.has(shift))
        .map((shift) => ({ shift, rotation: rotation.name, position: position.name })),
    );
  });
}

const toldOf = ({ teamMember, startTime, endTime, job, note, role }: ScheduledShift): Told => ({
  teamMember,
  startTime,
  endTime,
  schedule: job,
  note,
  role,
});

const fieldsOf = ({ teamMember, startTime, endTime, schedule, note }: ShiftFields): ShiftFields => ({
  teamMember,
  startTime,
  endTime,
  schedule,
  note,
});

/** What is decided together: half of somebody's new times and half of the old would be neither's. */
const units: readonly (readonly (keyof ShiftFields)[])[] = [
  ['teamMember'],
  ['startTime', 'endTime'],
  ['schedule'],
  ['note'],
];

const newRow = (theirs: ScheduledShift, wasDeleted: boolean): ReviewRow => ({
  id: theirs.id,
  kind: wasDeleted ? 'kept' : 'added',
  why: wasDeleted ? 'declined' : null,
  ours: null,
  theirs: toldOf(theirs),
  fields: [],
  byHand: [],
});

/** Null when nothing is to be decided. */
function changedRow(ours: Shift, theirs: Told): ReviewRow | null {
  const base: ShiftFields = ours.told ?? ours;
  const differ = (one: ShiftFields, other: ShiftFields, unit: readonly (keyof ShiftFields)[]) =>
    unit.some((field) => one[field] !== other[field]);
  const news = units.filter((unit) => differ(base, theirs, unit) && differ(ours, theirs, unit));
  if (news.length === 0) return null;
  const edited = news.filter((unit) => differ(ours, base, unit));
  const fields = news.filter((unit) => !edited.includes(unit)).flat();
  const isKept = fields.length === 0;
  return {
    id: ours.id,
    kind: isKept ? 'kept' : 'changed',
    why: isKept ? 'edited' : null,
    ours: fieldsOf(ours),
    theirs,
    fields: isKept ? edited.flat() : fields,
    byHand: edited.flat(),
  };
}

function goneRow(ours: Shift, isNobodyTold: boolean): ReviewRow {
  const why = whyKept(ours) ?? (isNobodyTold ? 'nobody-told' : null);
  return {
    id: ours.id,
    kind: why ? 'kept' : 'gone',
    why,
    ours: fieldsOf(ours),
    theirs: null,
    fields: [],
    byHand: [],
  };
}

/** Why a shift that the schedule tells no more stays. */
function whyKept({ told, breaks, ...ours }: Shift): ReviewRow['why'] {
  if (breaks.some((slot) => slot !== null)) return 'on-break';
  if (!told) return 'declined';
  return units.flat().some((field) => ours[field] !== told[field]) ? 'edited' : null;
}

const takingOf = (row: ReviewRow, theirs: Told): ShiftTaking => ({
  shift: row.id,
  ...Object.fromEntries(row.fields.map((field) => [field, theirs[field]])),
  told: theirs,
});

const shiftOf = (id: string, theirs: Told, provider: string): Shift => ({
  id,
  ...fieldsOf(theirs),
  provider,
  breaks: [],
  told: theirs,
});

const isSameTold = (one: Told | undefined, other: Told): boolean =>
  one !== undefined && (Object.keys(other) as (keyof Told)[]).every((field) => one[field] === other[field]);
