import { useMemo } from 'react';
import type { Layout } from '../../../domain/layout.ts';
import { type ReviewRow, type ScheduleReview, seatsLeft, takeOf } from '../../../domain/schedule.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CheckGroup } from './check-group.tsx';
import { detailsOf, nameOf } from './review-words.ts';
import type { Accepted } from './use-accepted.ts';
import './review-rows.css';

type ReviewRowsProps = {
  review: ScheduleReview;
  layout: Layout;
  accepted: Accepted;
  /** What the schedule is called in a sentence. */
  source: string;
  /** What else is to be known of a row, by its id. */
  remarks?: ReadonlyMap<string, string>;
};

const sections: readonly { kind: ReviewRow['kind']; title: string; words?: string }[] = [
  { kind: 'added', title: 'Added' },
  { kind: 'changed', title: 'Changed' },
  { kind: 'gone', title: 'Removed' },
  { kind: 'kept', title: 'Kept', words: 'These stay the same unless you check them.' },
];

/** What a schedule would do with a layout, row by row, to be accepted or not. */
export function ReviewRows({ review, layout, accepted, source, remarks }: ReviewRowsProps) {
  const leaving = useMemo(() => {
    const take = takeOf(review, accepted.ids);
    const left = new Map<string, string[]>();
    for (const { shift, rotation, position } of take ? seatsLeft(layout, take) : []) {
      left.set(shift, [...(left.get(shift) ?? []), `${position} in ${rotation}`]);
    }
    return left;
  }, [review, layout, accepted.ids]);

  return sections.map(({ kind, title, words }) => {
    const rows = review.rows.filter((row) => row.kind === kind);
    if (rows.length === 0) return null;
    const count = rows.filter(({ id }) => accepted.ids.has(id)).length;
    return (
      <CheckGroup
        key={kind}
        title={title}
        words={words}
        aside={`${count} of ${rows.length}`}
        onAll={() => accepted.set(rows, true)}
        onNone={() => accepted.set(rows, false)}
      >
        <ul className="review-rows">
          {rows.map((row) => (
            <li key={row.id} className="review-rows__row">
              <Checkbox
                label={nameOf(row)}
                description={
                  <Details
                    row={row}
                    source={source}
                    leaving={leaving.get(row.id)}
                    remark={remarks?.get(row.id)}
                  />
                }
                isSelected={accepted.ids.has(row.id)}
                onChange={(isAccepted) => accepted.set([row], isAccepted)}
              />
            </li>
          ))}
        </ul>
      </CheckGroup>
    );
  });
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
      {leaving && <span className="review-rows__leaving">{`Leaves ${leaving.join(', ')}.`}</span>}
    </>
  );
}
