import type { Layout } from '../../../../domain/day/layout.ts';
import type { ScheduleValues, ShiftFields } from '../../../../domain/day/shift.ts';
import type { ReviewRow, ScheduleReview } from '../../../../domain/schedule/schedule.ts';
import { showShortDay } from '../../../../domain/time/date.ts';

export const counted = (one: string, many: string) => (count: number) =>
  `${count} ${count === 1 ? one : many}`;
export const shiftCount = counted('shift', 'shifts');
export const rowCount = counted('row', 'rows');
export const changeCount = counted('change', 'changes');

/** '1 new, 3 matched shifts' */
export function countedShifts(counts: readonly { count: number; word: string }[]): string {
  const shown = counts.filter(({ count }) => count > 0);
  const total = shown.reduce((sum, { count }) => sum + count, 0);
  const words = shown.map(({ count, word }) => `${count} ${word}`).join(', ');
  return `${words || 'No'} ${total === 1 ? 'shift' : 'shifts'}`;
}

export const nameOf = ({ ours, theirs }: ReviewRow): string => ours?.teamMember ?? theirs?.teamMember ?? '';

const reasons = {
  'on-break': 'A break has started.',
  attendance: 'Marked out or late.',
  edited: 'Edited manually.',
  declined: 'Previously kept.',
} as const;

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
  const groups = groupsOf(fields);
  if (why === 'edited') {
    return [`Edited manually: ${textOf(groups, ours)}. In ${source}: ${textOf(groups, theirs)}.`];
  }
  const lines = groups.map((group) => `${group.text(ours)} → ${group.text(theirs)}`);
  const first = groups.some(({ fields: [field] }) => field === 'startTime') ? [] : [timesOf(ours)];
  const edited = groupsOf(byHand);
  const keptEdits =
    edited.length > 0
      ? [`Keeps your edit: ${textOf(edited, ours)}. In ${source}: ${textOf(edited, theirs)}.`]
      : [];
  return [...first, ...lines, ...keptEdits];
}

const kindNames = {
  added: 'to add',
  same: 'already scheduled',
  changed: 'to change',
  gone: 'to remove',
  kept: 'kept',
};

export function summaryOf(review: ScheduleReview, layout: Layout): string {
  const counts = (['added', 'same', 'changed', 'gone', 'kept'] as const)
    .map((of) => ({ of, count: review.rows.filter(({ kind }) => kind === of).length }))
    .filter(({ count }) => count > 0)
    .map(({ of, count }) => `${count} ${kindNames[of]}`);
  if (review.unchanged > 0) counts.push(`${review.unchanged} unchanged`);
  return `${showShortDay(layout.date)}: ${counts.join(', ') || 'no changes'}.`;
}

const timesOf = ({ startTime, endTime }: ShiftFields): string => `${startTime} – ${endTime}`;

const factsOf = (fields: ShiftFields | ScheduleValues): string => {
  const { schedule, note } = fields;
  const role = 'role' in fields && fields.role !== schedule ? fields.role : '';
  return [timesOf(fields), schedule, role, note && `“${note}”`].filter(Boolean).join(' · ');
};

interface FieldGroup {
  readonly fields: readonly (keyof ShiftFields)[];
  readonly text: (fields: ShiftFields) => string;
}

const fieldGroups: readonly FieldGroup[] = [
  { fields: ['startTime', 'endTime'], text: timesOf },
  { fields: ['teamMember'], text: ({ teamMember }) => teamMember },
  { fields: ['schedule'], text: ({ schedule }) => schedule || 'no job' },
  { fields: ['note'], text: ({ note }) => (note ? `“${note}”` : 'no note') },
];

const groupsOf = (fields: readonly (keyof ShiftFields)[]): readonly FieldGroup[] =>
  fieldGroups.filter((group) => group.fields.some((field) => fields.includes(field)));

const textOf = (groups: readonly FieldGroup[], fields: ShiftFields): string =>
  groups.map(({ text }) => text(fields)).join(' · ');
