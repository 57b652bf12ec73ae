import type { Layout } from '../../../../domain/layout/layout.ts';
import type { ReviewRow, ScheduleReview } from '../../../../domain/schedule/schedule.ts';
import type { ShiftFields, Told } from '../../../../domain/shift/shift.ts';
import { showShortDay } from '../../../../domain/time/date.ts';

export const counted = (one: string, many: string) => (count: number) =>
  `${count} ${count === 1 ? one : many}`;
export const shiftCount = counted('shift', 'shifts');
export const rowCount = counted('row', 'rows');
export const changeCount = counted('change', 'changes');

export const nameOf = ({ ours, theirs }: ReviewRow): string => ours?.teamMember ?? theirs?.teamMember ?? '';

const reasons = {
  'on-break': 'A break has started.',
  edited: 'Edited manually.',
  declined: 'Previously kept.',
} as const;

/** What accepting a row does, or what it would undo, line by line; `source` is what the schedule is called. */
export function detailsOf(row: ReviewRow, source: string): readonly string[] {
  const { ours, theirs, why, fields, byHand } = row;
  if (!ours) {
    const facts = theirs ? factsOf(theirs) : '';
    return [why === 'declined' ? `Previously skipped. In ${source}: ${facts}.` : facts];
  }
  if (!theirs) {
    if (why === 'nobody-told') return [factsOf(ours), `No one is scheduled in ${source} on this day.`];
    const reason = why && reasons[why];
    return [factsOf(ours), [`Not in ${source}.`, reason].filter(Boolean).join(' ')];
  }
  const units = unitsOf(fields);
  if (why === 'edited') {
    return [`Edited manually: ${said(units, ours)}. In ${source}: ${said(units, theirs)}.`];
  }
  const lines = units.map((unit) => `${unit.say(ours)} → ${unit.say(theirs)}`);
  const first = units.some(({ fields: [field] }) => field === 'startTime') ? [] : [timesOf(ours)];
  const edited = unitsOf(byHand);
  const stays =
    edited.length > 0
      ? [`Keeps your edit: ${said(edited, ours)}. In ${source}: ${said(edited, theirs)}.`]
      : [];
  return [...first, ...lines, ...stays];
}

const words = {
  added: 'added',
  same: 'already scheduled',
  changed: 'changed',
  gone: 'removed',
  kept: 'kept',
};

/** How many of each, in a sentence. */
export function summaryOf(review: ScheduleReview, layout: Layout): string {
  const counts = (['added', 'same', 'changed', 'gone', 'kept'] as const)
    .map((of) => ({ of, count: review.rows.filter(({ kind }) => kind === of).length }))
    .filter(({ count }) => count > 0)
    .map(({ of, count }) => `${count} ${words[of]}`);
  if (review.unchanged > 0) counts.push(`${review.unchanged} unchanged`);
  return `${showShortDay(layout.date)}: ${counts.join(', ') || 'no changes'}.`;
}

const timesOf = ({ startTime, endTime }: ShiftFields): string => `${startTime} – ${endTime}`;

const factsOf = (fields: ShiftFields | Told): string => {
  const { schedule, note } = fields;
  const role = 'role' in fields && fields.role !== schedule ? fields.role : '';
  return [timesOf(fields), schedule, role, note && `“${note}”`].filter(Boolean).join(' · ');
};

interface Unit {
  readonly fields: readonly (keyof ShiftFields)[];
  readonly say: (fields: ShiftFields) => string;
}

/** What is decided, and said, together. */
const allUnits: readonly Unit[] = [
  { fields: ['startTime', 'endTime'], say: timesOf },
  { fields: ['teamMember'], say: ({ teamMember }) => teamMember },
  { fields: ['schedule'], say: ({ schedule }) => schedule || 'no job' },
  { fields: ['note'], say: ({ note }) => (note ? `“${note}”` : 'no note') },
];

const unitsOf = (fields: readonly (keyof ShiftFields)[]): readonly Unit[] =>
  allUnits.filter((unit) => unit.fields.some((field) => fields.includes(field)));

const said = (units: readonly Unit[], fields: ShiftFields): string =>
  units.map(({ say }) => say(fields)).join(' · ');
