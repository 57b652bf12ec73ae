import type { ChangeOf } from '../change/change.ts';
import type { Layout } from '../day/layout.ts';
import { mayBeSameName, nameKeys } from '../day/likely-name.ts';
import { isSameName, wordsOf } from '../day/same-name.ts';
import { type ShiftTaking, takeSchedule } from '../day/schedule-changes.ts';
import {
  fieldsOf,
  isSameScheduleValues,
  type ScheduleValues,
  type Shift,
  type ShiftFields,
  scheduleIdOf,
  sortShifts,
} from '../day/shift.ts';
import { positionsOf } from '../plan/rotation.ts';
import {
  type ClockTime,
  type Span,
  sharedMinutes,
  spanOf,
  type TimeRange,
  toMinutes,
} from '../time/clock-time.ts';
import { addDays, type IsoDate } from '../time/date.ts';

/** Shifts of a layout that can be the same person's work as a scheduled shift, under another id. */
interface SamePerson {
  /** Most likely first. */
  readonly candidates: readonly Shift[];
  /** The candidate that is used unless a person chooses another; null if a person has to choose. */
  readonly match: Shift | null;
}

/** So many of one first name are looked at, or a file of nothing else would hold up the page, and so many are offered. */
const mostOfAName = 50;
const mostOffered = 5;

/**
 * Finds, for each scheduled shift, whom of the layout it may be: by name, whatever its capitals, accents and order
 * ('Garcia, Maria'), and by overlapping times. 'Maria' and 'Maria G.' may be Maria Garcia. A match is certain where the
 * names are the same, the times overlap by half of the shorter shift, and nobody else fits.
 */
export function findSamePeople(
  scheduled: readonly (TimeRange & Pick<Shift, 'id' | 'teamMember'>)[],
  shifts: readonly Shift[],
  dayStart: ClockTime,
): ReadonlyMap<string, SamePerson> {
  const byFirstName = new Map<string, Known[]>();
  for (const shift of shifts) {
    const known = { shift, name: wordsOf(shift.teamMember), span: spanOf(shift, dayStart) };
    for (const key of nameKeys(known.name[0] ?? '')) {
      const sharing = byFirstName.get(key) ?? [];
      if (sharing.length < mostOfAName) byFirstName.set(key, [...sharing, known]);
    }
  }
  const pairs = scheduled.flatMap((theirs) => {
    const name = wordsOf(theirs.teamMember);
    const span = spanOf(theirs, dayStart);
    const sharing = new Set(nameKeys(name[0] ?? '').flatMap((key) => byFirstName.get(key) ?? []));
    return [...sharing].flatMap((known): Pair[] => {
      const how = likeness(known, { name, span });
      return how === null ? [] : [{ id: theirs.id, shift: known.shift, how }];
    });
  });
  const matches = matchesOf(pairs);
  const taken = new Set([...matches.values()].map(({ id }) => id));
  const found = new Map<string, SamePerson>();
  for (const how of order) {
    for (const { id, shift } of pairs.filter((pair) => pair.how === how)) {
      const match = matches.get(id) ?? null;
      const { candidates } = found.get(id) ?? { candidates: [] };
      const isOffered = candidates.length < mostOffered && (shift === match || !taken.has(shift.id));
      if (isOffered) found.set(id, { candidates: [...candidates, shift], match });
    }
  }
  return found;
}

interface Known {
  readonly shift: Shift;
  readonly name: readonly string[];
  readonly span: Span;
}

/** The same name at the same times; the same name at times that overlap clearly; perhaps the same. */
const order = ['exact', 'clear', 'maybe'] as const;
interface Pair {
  /** Of the scheduled shift. */
  readonly id: string;
  readonly shift: Shift;
  readonly how: (typeof order)[number];
}

function likeness(one: Omit<Known, 'shift'>, other: Omit<Known, 'shift'>): Pair['how'] | null {
  const shared = sharedMinutes(one.span, other.span);
  if (shared <= 0 || !mayBeSameName(one.name, other.name)) return null;
  if (one.name.join(' ') !== other.name.join(' ')) return 'maybe';
  if (one.span.start === other.span.start && one.span.end === other.span.end) return 'exact';
  const shorter = Math.min(one.span.end - one.span.start, other.span.end - other.span.start);
  return shared * 2 >= shorter ? 'clear' : 'maybe';
}

/** Only those with a single candidate that no other row has; same times are matched first. */
function matchesOf(pairs: readonly Pair[]): ReadonlyMap<string, Shift> {
  const matches = new Map<string, Shift>();
  const taken = new Set<string>();
  for (const how of ['exact', 'clear'] as const) {
    const open = pairs.filter(
      (pair) => pair.how === how && !matches.has(pair.id) && !taken.has(pair.shift.id),
    );
    const counts = new Map<string, number>();
    const sidesOf = ({ id, shift }: Pair) => [`row ${id}`, `shift ${shift.id}`];
    for (const side of open.flatMap(sidesOf)) counts.set(side, (counts.get(side) ?? 0) + 1);
    for (const pair of open) {
      if (!sidesOf(pair).every((side) => counts.get(side) === 1)) continue;
      matches.set(pair.id, pair.shift);
      taken.add(pair.shift.id);
    }
  }
  return matches;
}

export interface ScheduledShift {
  /** The same for the same shift each time it is read. */
  readonly id: string;
  /** The calendar date on which it starts. */
  readonly date: IsoDate;
  readonly teamMember: string;
  readonly startTime: ClockTime;
  readonly endTime: ClockTime;
  readonly job: string;
  readonly note: string;
  /** Managers select shifts by it. */
  readonly role: string;
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
  readonly theirs: ScheduleValues | null;
  /** What accepting the row sets; the rest stays. */
  readonly fields: readonly (keyof ShiftFields)[];
  /** Values that both the schedule and a person changed; they stay even if the row is accepted, unless it is `kept`. */
  readonly byHand: readonly (keyof ShiftFields)[];
  /** For a `same` row: the layout's shifts that it may be, most likely first. */
  readonly candidates: readonly Candidate[];
  readonly match: string | null;
}

interface Candidate {
  readonly shift: string;
  readonly ours: ShiftFields;
  /** The values that the schedule sets; the others were edited by hand and stay. */
  readonly fields: readonly (keyof ShiftFields)[];
  /** Its id in another schedule, which won't add it again. */
  readonly leaves: string | null;
}

export interface ScheduleReview {
  readonly rows: readonly ReviewRow[];
  readonly unchanged: number;
  readonly otherDates: number;
  readonly provider: string;
  /** The schedule's current values of shifts that need no decision. */
  readonly quiet: readonly ShiftTaking[];
}

export interface ReviewTerms {
  readonly provider: string;
  /** Shifts of other roles stay as they are; `null` takes all roles. */
  readonly roles: readonly string[] | null;
}

/** The business day of a scheduled shift: a start before the day's start belongs to the date before. */
export const businessDateOf = (shift: ScheduledShift, dayStart: ClockTime): IsoDate =>
  toMinutes(shift.startTime) < toMinutes(dayStart) ? addDays(shift.date, -1) : shift.date;

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
    const told = scheduleValuesOf(theirs, ours.id);
    const row = changedRow(ours, told);
    if (row) rows.push(row);
    else unchanged += 1;
    if (!row && !isSameScheduleValues(ours.told, told)) quiet.push({ shift: ours.id, told });
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

const scheduleValuesOf = (theirs: ScheduledShift, shift = theirs.id): ScheduleValues => ({
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

const emptyRow = { why: null, ours: null, theirs: null, fields: [], byHand: [], candidates: [], match: null };

const newRow = (theirs: ScheduledShift): ReviewRow => ({
  ...emptyRow,
  id: theirs.id,
  kind: 'added',
  theirs: scheduleValuesOf(theirs),
});

const sameRow = (theirs: ScheduledShift, found: SamePerson, provider: string): ReviewRow => ({
  ...newRow(theirs),
  kind: 'same',
  candidates: found.candidates.map((ours) => candidateOf(ours, scheduleValuesOf(theirs), provider)),
  match: found.match?.id ?? null,
});

/** Keeps values edited since another schedule's sync, notes typed by hand, and the way a name is written. */
function candidateOf(ours: Shift, theirs: ScheduleValues, provider: string): Candidate {
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

function changedRow(ours: Shift, theirs: ScheduleValues): ReviewRow | null {
  const base: ShiftFields = ours.told ?? ours;
  const news = units.filter((unit) => differ(base, theirs, unit) && differ(ours, theirs, unit));
  if (news.length === 0) return null;
  const edited = news.filter((unit) => differ(ours, base, unit));
  const fields = news.filter((unit) => !edited.includes(unit)).flat();
  const isKept = fields.length === 0;
  return {
    ...emptyRow,
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
  return { ...emptyRow, id: ours.id, kind: why ? 'kept' : 'gone', why, ours: fieldsOf(ours) };
}

function whyKept({ told, breaks, out, late, ...ours }: Shift): ReviewRow['why'] {
  if (breaks.some((slot) => slot !== null)) return 'on-break';
  if (out || late) return 'attendance';
  if (!told) return 'declined';
  return units.flat().some((field) => ours[field] !== told[field]) ? 'edited' : null;
}

type ScheduleTake = ChangeOf<'schedule.take'>;

export const suggestedRows = (review: ScheduleReview): ReadonlySet<string> =>
  new Set(
    review.rows
      .filter(({ kind, match }) => kind !== 'kept' && (kind !== 'same' || match !== null))
      .map(({ id }) => id),
  );

/** A manager's answers for `same` rows, by their ids: the matching shift, or null for another person. */
export type ConfirmedMatches = ReadonlyMap<string, string | null>;

/** The layout's shift that a row would update as the same person's. */
export function matchOf(row: ReviewRow, said: ConfirmedMatches = new Map()): Candidate | undefined {
  const match = said.get(row.id) === undefined ? row.match : said.get(row.id);
  return row.candidates.find(({ shift }) => shift === match);
}

/** Declined rows are remembered as decided by hand. Null if there is nothing to do. */
export function takeOf(
  review: ScheduleReview,
  accepted: ReadonlySet<string>,
  declined: ReadonlySet<string> = new Set(),
  said?: ConfirmedMatches,
): ScheduleTake | null {
  const rows = review.rows.filter(({ id }) => accepted.has(id));
  const left = review.rows.filter(({ id }) => declined.has(id));
  const matched = new Map<string, Candidate>();
  const add: Shift[] = [];
  const edit: ShiftTaking[] = [...review.quiet];
  for (const row of rows) {
    const { id, ours, theirs } = row;
    if (!theirs) continue;
    const { provider } = review;
    const candidate = matchOf(row, said);
    if (ours) edit.push({ shift: id, ...valuesOf(row.fields, theirs), told: theirs });
    else if (!candidate) add.push({ id, ...fieldsOf(theirs), provider, breaks: [], told: theirs });
    // A shift matches only one scheduled shift: a second row with the same match stays undecided.
    else if (!matched.has(candidate.shift)) {
      const { shift, fields } = candidate;
      matched.set(shift, candidate);
      const told = shift === id ? theirs : { ...theirs, id };
      edit.push({ shift, ...valuesOf(fields, theirs), provider, told });
    }
  }
  const take: ScheduleTake = {
    type: 'schedule.take',
    remove: rows.filter(({ theirs }) => theirs === null).map(({ id }) => id),
    edit: [...edit, ...left.flatMap(({ id, ours, theirs }) => (ours ? [{ shift: id, told: theirs }] : []))],
    add,
    remember: [
      ...left.filter(({ ours }) => ours === null).map(({ id }) => id),
      ...[...matched.values()].flatMap(({ leaves }) => leaves ?? []),
    ],
    forget: [],
  };
  const { remove, remember } = take;
  return remove.length + take.edit.length + add.length + remember.length > 0 ? take : null;
}

/** The people whom the change would take off positions because their new times don't overlap. */
export function seatsLeft(
  layout: Layout,
  take: ScheduleTake,
): readonly { readonly shift: string; readonly rotation: string; readonly position: string }[] {
  const taken = takeSchedule(layout, take);
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

const valuesOf = (fields: readonly (keyof ShiftFields)[], theirs: ScheduleValues): Partial<ShiftFields> =>
  Object.fromEntries(fields.map((field) => [field, theirs[field]]));

/** The roles of a schedule, without duplicates, in alphabetical order. */
export const rolesOf = (scheduled: readonly ScheduledShift[]): readonly string[] =>
  [...new Set(scheduled.map(({ role }) => role))].sort((one, other) => one.localeCompare(other, 'en'));
