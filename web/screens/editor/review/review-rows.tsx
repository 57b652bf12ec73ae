import { type ReactNode, useMemo, useState } from 'react';
import { showTime } from '../../../../client/words/formats.ts';
import { sentence } from '../../../../client/words/sentence.ts';
import { words } from '../../../../client/words/words.ts';
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
import type { ClockTime, TimeRange } from '../../../../domain/time/clock-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Checkbox, SelectField } from '../../../ui/form/form.tsx';
import { Card } from '../../../ui/page/page.tsx';
import './review-rows.css';

const t = words('editor');

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
  /** Name of the schedule, or 'file'. */
  source: string;
  remarks?: ReadonlyMap<string, Problem>;
};

const sections = (): readonly { kind: ReviewRow['kind']; title: string; description?: string }[] => [
  { kind: 'same', title: t('same-title'), description: t('same-hint') },
  { kind: 'added', title: t('added-title') },
  { kind: 'changed', title: t('changed-title') },
  { kind: 'gone', title: t('gone-title') },
  { kind: 'kept', title: t('kept-title'), description: t('kept-hint') },
];

export function ReviewRows({ review, layout, selection, source, remarks }: ReviewRowsProps) {
  const leaving = useMemo(() => {
    const take = takeOf(review, selection.ids, new Set(), selection.same);
    return grouped(take ? seatsLeft(layout, take) : [], ({ shift }) => shift);
  }, [review, layout, selection.ids, selection.same]);

  const isDecided = (row: ReviewRow) =>
    row.kind !== 'same' || row.match !== null || selection.same.has(row.id);

  return sections().map(({ kind, title, description }) => {
    const rows = review.rows.filter((row) => row.kind === kind);
    if (rows.length === 0) return null;
    const count = rows.filter(({ id }) => selection.ids.has(id)).length;
    return (
      <CheckboxGroup
        key={kind}
        title={title}
        description={description}
        aside={t('count-of', { count, all: rows.length })}
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
        label={t('same-person-as', { name: nameOf(row) })}
        isLabelHidden
        placeholder={isUnanswered ? t('same-person-choose') : undefined}
        value={isUnanswered ? '' : optionOf(match)}
        onChange={(value) =>
          selection.choose(row, candidates.find(({ shift }) => optionOf(shift) === value)?.shift ?? null)
        }
        options={[
          ...candidates.map(({ shift, ours }) => ({
            value: optionOf(shift),
            label: t('same-person', { name: ours.teamMember, times: timesText(ours) }),
          })),
          { value: someoneElse, label: t('someone-else') },
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
      {remark && <span className="review-line">{sentence(asShown(remark))}</span>}
      {left && (
        <span className="review-line review-rows__leaving">
          {t('removed-from', { places: left.map((place) => t('position-in', place)).join(', ') })}
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
          <Button variant="quiet" aria-label={t('all-of', { title })} onPress={onAll}>
            {t('all')}
          </Button>
          <Button variant="quiet" aria-label={t('none-of', { title })} onPress={onNone}>
            {t('none')}
          </Button>
          {description && <p className="checkbox-group__description hint">{description}</p>}
        </div>
        {children}
      </div>
    </Card>
  );
}

export const nameOf = ({ ours, theirs }: ReviewRow): string => ours?.teamMember ?? theirs?.teamMember ?? '';

export function detailsOf(row: ReviewRow, source: string): readonly string[] {
  const { ours, theirs, why, fields, byHand } = row;
  if (!ours) {
    const facts = theirs ? factsOf(theirs) : '';
    return [why === 'declined' ? t('skipped-before', { source, facts }) : facts];
  }
  if (!theirs) {
    if (why === 'nobody-told') return [factsOf(ours), t('no-one-scheduled', { source })];
    const reason = why && t(`why-${why}`);
    return [factsOf(ours), [t('not-in', { source }), reason].filter(Boolean).join(' ')];
  }
  const groups = groupsOf(fields);
  if (why === 'edited') {
    return [t('edited-manually', { source, ours: textOf(groups, ours), theirs: textOf(groups, theirs) })];
  }
  const lines = groups.map((group) => `${group.text(ours)} → ${group.text(theirs)}`);
  const first = groups.some(({ fields: [field] }) => field === 'startTime') ? [] : [timesText(ours)];
  const edited = groupsOf(byHand);
  const keptEdits =
    edited.length > 0
      ? [t('keeps-edit', { source, ours: textOf(edited, ours), theirs: textOf(edited, theirs) })]
      : [];
  return [...first, ...lines, ...keptEdits];
}

/** '3 to add, 1 unchanged' */
export function countsOf(review: ScheduleReview): string {
  const counts = (['added', 'same', 'changed', 'gone', 'kept'] as const).map(
    (kind) => [kind, review.rows.filter((row) => row.kind === kind).length] as const,
  );
  return (
    [...counts, ['unchanged', review.unchanged] as const]
      .flatMap(([kind, count]) => (count > 0 ? [t(`count-${kind}`, { count })] : []))
      .join(', ') || t('no-changes')
  );
}

/** A time in a remark, as the team writes it. */
const asShown = (remark: Problem): Problem => {
  const { time } = remark.details ?? {};
  return typeof time === 'string'
    ? { ...remark, details: { ...remark.details, time: showTime(time as ClockTime) } }
    : remark;
};

export const timesText = ({ startTime, endTime }: TimeRange): string =>
  `${showTime(startTime)} – ${showTime(endTime)}`;

const factsOf = (fields: ShiftFields | ScheduleValues): string => {
  const { schedule, note } = fields;
  const role = 'role' in fields && fields.role !== schedule ? fields.role : '';
  return [timesText(fields), schedule, role, note && t('quoted', { text: note })].filter(Boolean).join(' · ');
};

interface FieldGroup {
  readonly fields: readonly (keyof ShiftFields)[];
  readonly text: (fields: ShiftFields) => string;
}

const fieldGroups: readonly FieldGroup[] = [
  { fields: ['startTime', 'endTime'], text: timesText },
  { fields: ['teamMember'], text: ({ teamMember }) => teamMember },
  { fields: ['schedule'], text: ({ schedule }) => schedule || t('no-job') },
  { fields: ['note'], text: ({ note }) => (note ? t('quoted', { text: note }) : t('no-note')) },
];

const groupsOf = (fields: readonly (keyof ShiftFields)[]): readonly FieldGroup[] =>
  fieldGroups.filter((group) => group.fields.some((field) => fields.includes(field)));

const textOf = (groups: readonly FieldGroup[], fields: ShiftFields): string =>
  groups.map(({ text }) => text(fields)).join(' · ');
