import { type ReactNode, useMemo, useState } from 'react';
import { sentence } from '../../../../client/words/sentence.ts';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { ScheduleValues, ShiftFields } from '../../../../domain/day/shift.ts';
import { grouped } from '../../../../domain/list/list.ts';
import type { Problem } from '../../../../domain/problem/problem.ts';
import {
  type ConfirmedMatches,
  matchOf,
  type ReviewRow,
  type ScheduleReview,
  seatsLeft,
  suggestedRows,
  takeOf,
} from '../../../../domain/schedule/schedule.ts';
import { showShortDay } from '../../../../domain/time/date.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox, SelectField } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/page.tsx';
import './review-rows.css';

type RowSelection = ReturnType<typeof useRowSelection>;

/** A decision holds while the row stays of the same kind. `gone`: people no longer in the schedule; `doubtful` is never suggested. */
export function useRowSelection(
  review: ScheduleReview,
  { gone, doubtful }: { gone: boolean; doubtful?: ReadonlySet<string> },
) {
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ids = useMemo(() => {
    const suggested = suggestedRows(review);
    const isSelected = (row: ReviewRow) =>
      decided.get(keyOf(row)) ??
      (suggested.has(row.id) && (gone || row.kind !== 'gone') && !doubtful?.has(row.id));
    return new Set(review.rows.filter(isSelected).map(({ id }) => id));
  }, [review, decided, gone, doubtful]);
  const [same, setSame] = useState<ConfirmedMatches>(new Map());
  const set = (rows: readonly ReviewRow[], isSelected: boolean) =>
    setDecided((before) => new Map([...before, ...rows.map((row) => [keyOf(row), isSelected] as const)]));
  return {
    ids,
    same,
    set,
    choose(row: ReviewRow, shift: string | null) {
      setSame((before) => new Map(before).set(row.id, shift));
      set([row], true);
    },
  };
}

const keyOf = ({ kind, id }: ReviewRow): string => `${kind} ${id}`;

type ReviewRowsProps = {
  review: ScheduleReview;
  layout: Layout;
  selection: RowSelection;
  /** Name of the schedule, as used in a sentence. */
  source: string;
  remarks?: ReadonlyMap<string, Problem>;
};

const sections: readonly { kind: ReviewRow['kind']; title: string; description?: string }[] = [
  {
    kind: 'same',
    title: 'Already Scheduled',
    description: 'Matched people keep their positions and breaks and aren’t added again.',
  },
  { kind: 'added', title: 'To Add' },
  { kind: 'changed', title: 'To Change' },
  { kind: 'gone', title: 'To Remove' },
  { kind: 'kept', title: 'Kept', description: 'These won’t change unless you check them.' },
];

export function ReviewRows({ review, layout, selection, source, remarks }: ReviewRowsProps) {
  const leaving = useMemo(() => {
    const take = takeOf(review, selection.ids, new Set(), selection.same);
    return grouped(take ? seatsLeft(layout, take) : [], ({ shift }) => shift);
  }, [review, layout, selection.ids, selection.same]);

  const isDecided = (row: ReviewRow) =>
    row.kind !== 'same' || row.match !== null || selection.same.has(row.id);

  return sections.map(({ kind, title, description }) => {
    const rows = review.rows.filter((row) => row.kind === kind);
    if (rows.length === 0) return null;
    const count = rows.filter(({ id }) => selection.ids.has(id)).length;
    return (
      <CheckboxGroup
        key={kind}
        title={title}
        description={description}
        aside={`${count} of ${rows.length}`}
        onAll={() => selection.set(rows.filter(isDecided), true)}
        onNone={() => selection.set(rows, false)}
      >
        <ul className="review-rows" data-unsaved>
          {rows.map((row) => (
            <li key={row.id} className="review-rows__row">
              <Checkbox
                label={nameOf(row)}
                description={
                  <Details
                    row={asChanged(row, selection)}
                    source={source}
                    left={leaving.get(matchOf(row, selection.same)?.shift ?? row.id)}
                    remark={remarks?.get(row.id)}
                  />
                }
                isSelected={selection.ids.has(row.id)}
                isDisabled={!isDecided(row)}
                onChange={(isSelected) => selection.set([row], isSelected)}
              />
              {kind === 'same' && <SamePersonField row={row} rows={rows} selection={selection} />}
            </li>
          ))}
        </ul>
      </CheckboxGroup>
    );
  });
}

function asChanged(row: ReviewRow, selection: RowSelection): ReviewRow {
  const match = matchOf(row, selection.same);
  return match ? { ...row, kind: 'changed', ours: match.ours, fields: match.fields } : row;
}

const someoneElse = 'else';
const optionOf = (shift: string | undefined) => (shift === undefined ? someoneElse : `shift ${shift}`);

type SamePersonFieldProps = { row: ReviewRow; rows: readonly ReviewRow[]; selection: RowSelection };

/** Picks the shift a row stands for; shifts matched by other rows aren't offered. */
function SamePersonField({ row, rows, selection }: SamePersonFieldProps) {
  const match = matchOf(row, selection.same)?.shift;
  const others = new Set(
    rows.flatMap((each) => (each.id === row.id ? [] : (matchOf(each, selection.same)?.shift ?? []))),
  );
  const candidates = row.candidates.filter(({ shift }) => !others.has(shift));
  const isUnanswered = match === undefined && !selection.same.has(row.id);
  return (
    <div className="review-rows__who">
      <SelectField
        label={`Same person as (${nameOf(row)})`}
        isLabelHidden
        placeholder={isUnanswered ? 'Same person? Choose…' : undefined}
        value={isUnanswered ? '' : optionOf(match)}
        onChange={(value) =>
          selection.choose(row, candidates.find(({ shift }) => optionOf(shift) === value)?.shift ?? null)
        }
        options={[
          ...candidates.map(({ shift, ours }) => ({
            value: optionOf(shift),
            label: `Same person: ${ours.teamMember}, ${ours.startTime} – ${ours.endTime}`,
          })),
          { value: someoneElse, label: 'Someone else (add a shift)' },
        ]}
      />
    </div>
  );
}

type DetailsProps = {
  row: ReviewRow;
  source: string;
  left: ReturnType<typeof seatsLeft> | undefined;
  remark: Problem | undefined;
};

function Details({ row, source, left, remark }: DetailsProps) {
  return (
    <>
      {detailsOf(row, source).map((line) => (
        <span key={line} className="review-line">
          {line}
        </span>
      ))}
      {remark && <span className="review-line">{sentence(remark)}</span>}
      {left && (
        <span className="review-line review-rows__leaving">
          {`Removed from ${left.map(({ position, rotation }) => `${position} in ${rotation}`).join(', ')}.`}
        </span>
      )}
    </>
  );
}

type CheckboxGroupProps = {
  title: string;
  aside?: ReactNode;
  description?: string;
  onAll: () => void;
  onNone: () => void;
  children: ReactNode;
};

export function CheckboxGroup({ title, aside, description, onAll, onNone, children }: CheckboxGroupProps) {
  return (
    <Card title={title} aside={aside}>
      <div className="checkbox-group">
        <div className="actions">
          <Button variant="quiet" aria-label={`All: ${title}`} onPress={onAll}>
            All
          </Button>
          <Button variant="quiet" aria-label={`None: ${title}`} onPress={onNone}>
            None
          </Button>
          {description && <p className="checkbox-group__description hint">{description}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}

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
