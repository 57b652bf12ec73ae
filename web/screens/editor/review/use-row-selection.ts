import { useMemo, useState } from 'react';
import type { ReviewRow, ScheduleReview } from '../../../../domain/schedule/schedule.ts';
import { type SaidSame, suggestedRows } from '../../../../domain/schedule/schedule-answer.ts';

export interface RowSelection {
  /** Ids of rows. */
  readonly ids: ReadonlySet<string>;
  /** Who rows `same` are, where the person said so. */
  readonly same: SaidSame;
  set(rows: readonly ReviewRow[], isAccepted: boolean): void;
  /** Says which shift of the layout a row is, or null for someone else; the row is accepted with that. */
  choose(row: ReviewRow, shift: string | null): void;
}

/**
 * Which rows of a review are accepted: those suggested, but for what the person said otherwise. What was said of a row
 * holds while the row says the same kind of thing, whatever else changes meanwhile. `gone` tells whether rows of people
 * that the schedule has no more are suggested; rows of `doubtful` ids are not.
 */
export function useRowSelection(
  review: ScheduleReview,
  { gone, doubtful }: { gone: boolean; doubtful?: ReadonlySet<string> },
): RowSelection {
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ids = useMemo(() => {
    const suggested = suggestedRows(review);
    const isAccepted = (row: ReviewRow) =>
      said.get(nameOf(row)) ??
      (suggested.has(row.id) && (gone || row.kind !== 'gone') && !doubtful?.has(row.id));
    return new Set(review.rows.filter(isAccepted).map(({ id }) => id));
  }, [review, said, gone, doubtful]);
  const [same, setSame] = useState<SaidSame>(new Map());
  const set = (rows: readonly ReviewRow[], isAccepted: boolean) =>
    setSaid((before) => new Map([...before, ...rows.map((row) => [nameOf(row), isAccepted] as const)]));
  return {
    ids,
    same,
    set,
    choose(row, shift) {
      setSame((before) => new Map(before).set(row.id, shift));
      set([row], true);
    },
  };
}

const nameOf = ({ kind, id }: ReviewRow): string => `${kind} ${id}`;
