import type { ChangeOf } from '../change/registry.ts';
import type { Layout } from '../day/layout.ts';
import { fieldsOf, type Shift, type Told } from '../day/shift.ts';
import { positionsOf } from '../plan/rotation.ts';
import type { Candidate, ReviewRow, ScheduledShift, ScheduleReview } from './schedule.ts';
import { type ShiftTaking, takeSchedule } from './schedule-take.ts';

type ScheduleTake = ChangeOf<'schedule.take'>;

/** Ids of the rows that are accepted by default. */
export const suggestedRows = (review: ScheduleReview): ReadonlySet<string> =>
  new Set(
    review.rows
      .filter(({ kind, match }) => kind !== 'kept' && (kind !== 'same' || match !== null))
      .map(({ id }) => id),
  );

/** A manager's answers for `same` rows, by their ids: the matching shift, or null for another person. */
export type SaidSame = ReadonlyMap<string, string | null>;

/** The layout's shift that a row would update as the same person's. */
export function matchOf(row: ReviewRow, said: SaidSame = new Map()): Candidate | undefined {
  const match = said.get(row.id) === undefined ? row.match : said.get(row.id);
  return row.candidates.find(({ shift }) => shift === match);
}

/**
 * The change that applies accepted rows and remembers declined ones as decided by hand; null if there is nothing
 * to do.
 */
export function takeOf(
  review: ScheduleReview,
  accepted: ReadonlySet<string>,
  declined: ReadonlySet<string> = new Set(),
  said?: SaidSame,
): ScheduleTake | null {
  const rows = review.rows.filter(({ id }) => accepted.has(id));
  const left = review.rows.filter(({ id }) => declined.has(id));
  const matched = new Map<string, Candidate>();
  const add: Shift[] = [];
  const edit: ShiftTaking[] = [...review.quiet];
  for (const row of rows) {
    const { id, ours, theirs } = row;
    if (!theirs) continue;
    const candidate = matchOf(row, said);
    if (ours) edit.push(takingOf(row, theirs));
    else if (!candidate) add.push(shiftOf(id, theirs, review.provider));
    // a shift matches only one scheduled shift: a second row with the same match stays undecided
    else if (!matched.has(candidate.shift)) {
      matched.set(candidate.shift, candidate);
      edit.push(linkingOf(row.id, theirs, candidate, review.provider));
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

const takingOf = (row: ReviewRow, theirs: Told): ShiftTaking => ({
  shift: row.id,
  ...Object.fromEntries(row.fields.map((field) => [field, theirs[field]])),
  told: theirs,
});

/** Makes the shift the schedule's. */
const linkingOf = (
  id: string,
  theirs: Told,
  { shift, fields }: Candidate,
  provider: string,
): ShiftTaking => ({
  shift,
  ...Object.fromEntries(fields.map((field) => [field, theirs[field]])),
  provider,
  told: shift === id ? theirs : { ...theirs, id },
});

const shiftOf = (id: string, theirs: Told, provider: string): Shift => ({
  id,
  ...fieldsOf(theirs),
  provider,
  breaks: [],
  told: theirs,
});

/** The roles of a schedule, without duplicates, in alphabetical order. */
export const rolesOf = (scheduled: readonly ScheduledShift[]): readonly string[] =>
  [...new Set(scheduled.map(({ role }) => role))].sort((one, other) => one.localeCompare(other, 'en'));
