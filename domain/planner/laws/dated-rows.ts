import type { LawRow } from '../../day/law-row.ts';
import type { IsoDate } from '../../time/date.ts';

/** A row with the days it is in force: from the first on, and until before the last. Without one, longer than anybody plans. */
export interface DatedRow extends LawRow {
  readonly from?: IsoDate;
  readonly until?: IsoDate;
}

/** The date on which somebody last read the texts. */
const on: IsoDate = '2026-11-29';

/** The text was read in that copy. What could not be read has none of this, and the product says that it is not verified. */
export const readAt = (at: string): Pick<LawRow, 'verified'> => ({ verified: { on, at } });

/** For shifts that are longer than each of these, one more break: 'for every 4 hours or major part of them'. */
export const restsOver = (
  id: string,
  lengths: readonly number[],
  row: Omit<DatedRow, 'id' | 'kind' | 'over'>,
): readonly DatedRow[] =>
  lengths.map((over, index) => ({ id: `${id}-${index + 1}`, kind: 'rest', over, paid: true, ...row }));
