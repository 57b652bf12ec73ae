import type { Layout } from '../day/layout.ts';
import { isSameName } from '../day/same-name.ts';
import {
  fieldsOf,
  isSameTold,
  type Shift,
  type ShiftFields,
  scheduleIdOf,
  sortShifts,
  type Told,
} from '../day/shift.ts';
import { type ClockTime, toMinutes } from '../time/clock-time.ts';
import { addDays, type IsoDate } from '../time/date.ts';
import { findSamePeople, type SamePerson } from './same-person.ts';
import type { ShiftTaking } from './schedule-take.ts';

/** A shift in an external schedule. */
export interface ScheduledShift {
  /** The same for the same shift each time it is read. */
  readonly id: string;
  /** The calendar date on which it starts. */
  readonly date: IsoDate;
  readonly teamMember: string;
  readonly startTime: ClockTime;
  readonly endTime: ClockTime;
  /** The label shown with the shift. */
  readonly job: string;
  readonly note: string;
  /** Managers select shifts by it. */
  readonly role: string;
  /** What the schedule calls the person, if it has ids for people. */
  readonly person?: string;
}

/**
 * What a schedule would do with one shift. `added`, `changed` and `gone` happen unless the manager declines. `kept` stays
 * unless the manager accepts it, because a person edited it here. `same` is new in the schedule, but may be a person
 * of the layout. If it is clear who, that shift is updated unless the manager declines.
 */
export interface ReviewRow {
  readonly id: string;
  readonly kind: 'added' | 'changed' | 'gone' | 'kept' | 'same';
  readonly why: 'edited' | 'declined' | 'on-break' | 'attendance' | 'nobody-told' | null;
  /** The layout's values; null if it has no such shift. */
  readonly ours: ShiftFields | null;
  /** The schedule's values; null if it has no such shift. */
  readonly theirs: Told | null;
  /** What accepting the row sets; the rest stays. */
  readonly fields: readonly (keyof ShiftFields)[];
  /** Values that both the schedule and a person changed; they stay even if the row is accepted, unless it is `kept`. */
  readonly byHand: readonly (keyof ShiftFields)[];
  /** For a `same` row: the layout's shifts that it may be, most likely first. */
  readonly candidates: readonly Candidate[];
  /** The candidate that is used unless a person chooses another. */
  readonly match: string | null;
}

export interface Candidate {
  /** Its id in the layout. */
  readonly shift: string;
  readonly ours: ShiftFields;
  /** The values that the schedule sets; the others were edited by hand and stay. */
  readonly fields: readonly (keyof ShiftFields)[];
  /** Its id in another schedule, which won't add it again. */
  readonly leaves: string | null;
}

export interface ScheduleReview {
  readonly rows: readonly ReviewRow[];
  /** How many shifts are the same in the layout and the schedule. */
  readonly unchanged: number;
  /** Shifts the schedule has on other dates. */
  readonly otherDates: number;
  readonly provider: string;
  /** The schedule's current values of shifts that need no decision. */
  readonly quiet: readonly ShiftTaking[];
}

export interface ReviewTerms {
  readonly provider: string;
  /** Null for all. Shifts of other roles stay as they are. */
  readonly roles: readonly string[] | null;
}

/** The business day of a scheduled shift: a start before the day's start belongs to the date before. */
export const businessDateOf = (shift: ScheduledShift, dayStart: ClockTime): IsoDate =>
  toMinutes(shift.startTime) < toMinutes(dayStart) ? addDays(shift.date, -1) : shift.date;

/** Compares a schedule with a layout, and changes nothing. */
export function reviewSchedule(
  layout: Layout,
  scheduled: readonly ScheduledShift[],
  { provider, roles }: ReviewTerms,
): ScheduleReview {
  const ofDate = scheduled.filter((shift) => businessDateOf(shift, layout.dayStart) === layout.date);
  const tellsNow = new Map(ofDate.map((shift) => [shift.id, shift]));
  const existing = new Map(layout.shifts.map((shift) => [scheduleIdOf(shift), shift]));
  const deleted = new Set(layout.deletedByHand);
  const isPicked = (role: string) => roles === null || roles.includes(role);
  const rows: ReviewRow[] = [];
  const quiet: ShiftTaking[] = [];
  const added: ScheduledShift[] = [];
  let unchanged = 0;
  for (const theirs of tellsNow.values()) {
    if (!isPicked(theirs.role)) continue;
    const ours = existing.get(theirs.id);
    if (!ours) {
      if (deleted.has(theirs.id)) rows.push({ ...newRow(theirs), kind: 'kept', why: 'declined' });
      else added.push(theirs);
      continue;
    }
    const told = toldOf(theirs, ours.id);
    const row = changedRow(ours, told);
    if (row) rows.push(row);
    else unchanged += 1;
    if (!row && !isSameTold(ours.told, told)) quiet.push({ shift: ours.id, told });
  }
  const isOurs = (shift: Shift) => shift.provider === provider;
  const untold = layout.shifts.filter(
    (shift) =>
      !tellsNow.has(scheduleIdOf(shift)) && !(isOurs(shift) && shift.told && !isPicked(shift.told.role)),
  );
  const same = findSamePeople(added, untold, layout.dayStart);
  for (const theirs of added) {
    const found = same.get(theirs.id);
    rows.push(found ? sameRow(theirs, found, provider) : newRow(theirs));
  }
  const maybeTold = new Set([...same.values()].flatMap(({ candidates }) => candidates.map(({ id }) => id)));
  for (const ours of untold) {
    if (isOurs(ours) && !maybeTold.has(ours.id)) rows.push(goneRow(ours, tellsNow.size === 0));
  }
  return {
    rows: sortRows(rows, layout.dayStart),
    unchanged,
    otherDates: scheduled.length - ofDate.length,
    provider,
    quiet,
  };
}

function sortRows(rows: readonly ReviewRow[], dayStart: ClockTime): readonly ReviewRow[] {
  const keys = rows.flatMap((row) => {
    const fields = row.theirs ?? row.ours;
    return fields ? [{ ...fields, id: row.id, row }] : [];
  });
  return sortShifts(keys, dayStart).map(({ row }) => row);
}

/** `shift` is the shift's id in the layout, if it is there already. */
const toldOf = (theirs: ScheduledShift, shift = theirs.id): Told => ({
  teamMember: theirs.teamMember,
  startTime: theirs.startTime,
  endTime: theirs.endTime,
  schedule: theirs.job,
  note: theirs.note,
  role: theirs.role,
  ...(theirs.person !== undefined && { person: theirs.person }),
  ...(shift !== theirs.id && { id: theirs.id }),
});

/** Values that are decided together: a new start with an old end would be neither shift. */
const units: readonly (readonly (keyof ShiftFields)[])[] = [
  ['teamMember'],
  ['startTime', 'endTime'],
  ['schedule'],
  ['note'],
];

const newRow = (theirs: ScheduledShift): ReviewRow => ({
  id: theirs.id,
  kind: 'added',
  why: null,
  ours: null,
  theirs: toldOf(theirs),
  fields: [],
  byHand: [],
  ...noCandidates,
});

const noCandidates = { candidates: [], match: null };

const sameRow = (theirs: ScheduledShift, found: SamePerson, provider: string): ReviewRow => ({
  ...newRow(theirs),
  kind: 'same',
  candidates: found.candidates.map((ours) => candidateOf(ours, toldOf(theirs), provider)),
  match: found.match?.id ?? null,
});

/** Keeps values edited since another schedule's sync, notes typed by hand, and the way a name is written. */
function candidateOf(ours: Shift, theirs: Told, provider: string): Candidate {
  const byHand = (unit: readonly (keyof ShiftFields)[]) =>
    ours.told ? differ(ours, ours.told, unit) : unit[0] === 'note' && ours.note !== '';
  // 'DAVIS, CHLOE' is the same name
  const isSpelling = (unit: readonly (keyof ShiftFields)[]) =>
    unit[0] === 'teamMember' && isSameName(ours.teamMember, theirs.teamMember);
  const isElsewhere = ours.provider !== provider && ours.told !== undefined;
  return {
    shift: ours.id,
    ours: fieldsOf(ours),
    fields: units.filter((unit) => differ(ours, theirs, unit) && !byHand(unit) && !isSpelling(unit)).flat(),
    leaves: isElsewhere ? scheduleIdOf(ours) : null,
  };
}

const differ = (one: ShiftFields, other: ShiftFields, unit: readonly (keyof ShiftFields)[]): boolean =>
  unit.some((field) => one[field] !== other[field]);

/** Null if there is nothing to decide. */
function changedRow(ours: Shift, theirs: Told): ReviewRow | null {
  const base: ShiftFields = ours.told ?? ours;
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
    ...noCandidates,
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
    ...noCandidates,
  };
}

/** Why a shift that is no longer in the schedule stays. */
function whyKept({ told, breaks, out, late, ...ours }: Shift): ReviewRow['why'] {
  if (breaks.some((slot) => slot !== null)) return 'on-break';
  if (out || late) return 'attendance';
  if (!told) return 'declined';
  return units.flat().some((field) => ours[field] !== told[field]) ? 'edited' : null;
}
