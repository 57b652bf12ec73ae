import { useMemo } from 'react';
import type { Layout } from '../../../../domain/layout/layout.ts';
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
  accepted: RowSelection;
  /** What the schedule is called in a sentence. */
  source: string;
  /** What else is to be known of a row, by its id. */
  remarks?: ReadonlyMap<string, string>;
};

const sections: readonly { kind: ReviewRow['kind']; title: string; description?: string }[] = [
  {
    kind: 'same',
    title: 'Already Scheduled',
    description: 'Matched people keep their positions and breaks and aren’t added again.',
  },
  { kind: 'added', title: 'Added' },
  { kind: 'changed', title: 'Changed' },
  { kind: 'gone', title: 'Removed' },
  { kind: 'kept', title: 'Kept', description: 'These won’t change unless you check them.' },
];

/** What a schedule would do with a layout, row by row, to be accepted or not. */
export function ReviewRows({ review, layout, accepted, source, remarks }: ReviewRowsProps) {
  const leaving = useMemo(() => {
    const take = takeOf(review, accepted.ids, new Set(), accepted.same);
    const left = new Map<string, string[]>();
    for (const { shift, rotation, position } of take ? seatsLeft(layout, take) : []) {
      left.set(shift, [...(left.get(shift) ?? []), `${position} in ${rotation}`]);
    }
    return left;
  }, [review, layout, accepted.ids, accepted.same]);

  const isDecided = (row: ReviewRow) =>
    row.kind !== 'same' || row.match !== null || accepted.same.has(row.id);

  return sections.map(({ kind, title, description }) => {
    const rows = review.rows.filter((row) => row.kind === kind);
    if (rows.length === 0) return null;
    const count = rows.filter(({ id }) => accepted.ids.has(id)).length;
    return (
      <CheckboxGroup
        key={kind}
        title={title}
        description={description}
        aside={`${count} of ${rows.length}`}
        onAll={() => accepted.set(rows.filter(isDecided), true)}
        onNone={() => accepted.set(rows, false)}
      >
        <ul className="review-rows">
          {rows.map((row) => (
            <li key={row.id} className="review-rows__row">
              <Checkbox
                label={nameOf(row)}
                description={
                  <Details
                    row={asChanged(row, accepted)}
                    source={source}
                    leaving={leaving.get(matchOf(row, accepted.same)?.shift ?? row.id)}
                    remark={remarks?.get(row.id)}
                  />
                }
                isSelected={accepted.ids.has(row.id)}
                isDisabled={!isDecided(row)}
                onChange={(isAccepted) => accepted.set([row], isAccepted)}
              />
              {kind === 'same' && <SamePersonField row={row} rows={rows} accepted={accepted} />}
            </li>
          ))}
        </ul>
      </CheckboxGroup>
    );
  });
}

/** Someone who is here already gets what the schedule says, like anyone it changes. */
function asChanged(row: ReviewRow, accepted: RowSelection): ReviewRow {
  const match = matchOf(row, accepted.same);
  return match ? { ...row, kind: 'changed', ours: match.ours, fields: match.fields } : row;
}

const someoneElse = 'else';
const optionOf = (shift: string | undefined) => (shift === undefined ? someoneElse : `shift ${shift}`);

type SamePersonFieldProps = { row: ReviewRow; rows: readonly ReviewRow[]; accepted: RowSelection };

/** Who of the layout a row is; those whom other rows are about are not offered. */
function SamePersonField({ row, rows, accepted }: SamePersonFieldProps) {
  const match = matchOf(row, accepted.same)?.shift;
  const others = new Set(
    rows.flatMap((each) => (each.id === row.id ? [] : (matchOf(each, accepted.same)?.shift ?? []))),
  );
  const candidates = row.candidates.filter(({ shift }) => !others.has(shift));
  const isAsked = match === undefined && !accepted.same.has(row.id);
  return (
    <div className="review-rows__who">
      <SelectField
        label={`Same person as (${nameOf(row)})`}
        isLabelHidden
        placeholder={isAsked ? 'Same person? Choose…' : undefined}
        value={isAsked ? '' : optionOf(match)}
        onChange={(value) =>
          accepted.choose(row, candidates.find(({ shift }) => optionOf(shift) === value)?.shift ?? null)
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
