import { useMemo, useState } from 'react';
import type { ReviewRow, ScheduleReview } from '../../../../domain/schedule/schedule.ts';
import { type SaidSame, suggestedRows } from '../../../../domain/schedule/schedule-answer.ts';

export interface RowSelection {
  /** Ids of the selected rows. */
  readonly ids: ReadonlySet<string>;
  /** The user's matches for rows of kind `same`. */
  readonly same: SaidSame;
  set(rows: readonly ReviewRow[], isSelected: boolean): void;
  /** Matches a row with a shift of the layout, or null for someone else, and selects it. */
  choose(row: ReviewRow, shift: string | null): void;
}

/**
 * Which rows of a review are selected: the suggested ones, except where the user decided otherwise. A decision holds
 * while the row stays of the same kind. `gone` tells whether to suggest removing people who are no longer in the
 * schedule; rows with `doubtful` ids are never suggested.
 */
export function useRowSelection(
  review: ScheduleReview,
  { gone, doubtful }: { gone: boolean; doubtful?: ReadonlySet<string> },
): RowSelection {
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ids = useMemo(() => {
    const suggested = suggestedRows(review);
    const isSelected = (row: ReviewRow) =>
      decided.get(keyOf(row)) ??
      (suggested.has(row.id) && (gone || row.kind !== 'gone') && !doubtful?.has(row.id));
    return new Set(review.rows.filter(isSelected).map(({ id }) => id));
  }, [review, decided, gone, doubtful]);
  const [same, setSame] = useState<SaidSame>(new Map());
  const set = (rows: readonly ReviewRow[], isSelected: boolean) =>
    setDecided((before) => new Map([...before, ...rows.map((row) => [keyOf(row), isSelected] as const)]));
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

const keyOf = ({ kind, id }: ReviewRow): string => `${kind} ${id}`;
