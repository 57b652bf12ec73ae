import { useMemo } from 'react';
import type { Layout } from '../../../../domain/day/layout.ts';
import type { ReviewRow, ScheduleReview } from '../../../../domain/schedule/schedule.ts';
import { matchOf, seatsLeft, takeOf } from '../../../../domain/schedule/schedule-answer.ts';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { CheckboxGroup } from './checkbox-group.tsx';
import { detailsOf, nameOf } from './review-text.ts';
import type { RowSelection } from './use-row-selection.ts';
import './review-rows.css';

type ReviewRowsProps = {
  review: ScheduleReview;
  layout: Layout;
  selection: RowSelection;
  /** Name of the schedule, as used in a sentence. */
  source: string;
  /** Extra remarks by row id. */
  remarks?: ReadonlyMap<string, string>;
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

/** The changes a schedule would make to a layout, row by row, each with a checkbox. */
export function ReviewRows({ review, layout, selection, source, remarks }: ReviewRowsProps) {
  const leaving = useMemo(() => {
    const take = takeOf(review, selection.ids, new Set(), selection.same);
    const left = new Map<string, string[]>();
    for (const { shift, rotation, position } of take ? seatsLeft(layout, take) : []) {
      left.set(shift, [...(left.get(shift) ?? []), `${position} in ${rotation}`]);
    }
    return left;
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
                    leaving={leaving.get(matchOf(row, selection.same)?.shift ?? row.id)}
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

/** A matched person is shown like any other changed shift. */
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
  leaving: readonly string[] | undefined;
  remark: string | undefined;
};

function Details({ row, source, leaving, remark }: DetailsProps) {
  return (
    <>
      {detailsOf(row, source).map((line) => (
        <span key={line} className="review-rows__line">
          {line}
        </span>
      ))}
      {remark && <span className="review-rows__line">{remark}</span>}
      {leaving && <span className="review-rows__leaving">{`Removed from ${leaving.join(', ')}.`}</span>}
    </>
  );
}
