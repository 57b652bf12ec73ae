import type { CSSProperties } from 'react';
import { language, words } from '../../../client/words/words.ts';
import { jobOf } from '../../../domain/day/shift.ts';
import type { TimelineRow } from '../../../domain/day/timeline.ts';
import { grouped } from '../../../domain/list/list.ts';
import type { Span } from '../../../domain/time/clock-time.ts';
import { clip } from '../../../domain/time/clock-time.ts';
import { searcher } from '../../parts/lists/word-search.ts';

const t = words('timeline');

export type Grouping = 'none' | 'job' | 'subarea';

export interface RowGroup {
  /** '' for all in one. */
  readonly title: string;
  readonly rows: readonly TimelineRow[];
}

export function searchRows(rows: readonly TimelineRow[], typed: string): readonly TimelineRow[] {
  const isFound = searcher(typed);
  return rows.filter(({ shift, stints }) =>
    isFound([shift.teamMember, jobOf(shift), ...stints.map(({ position }) => position)].join(' ')),
  );
}

/** Jobs in order of the alphabet; subareas by who comes first, people without a position last. */
export function groupRows(rows: readonly TimelineRow[], by: Grouping): readonly RowGroup[] {
  if (by === 'none') return [{ title: '', rows }];
  const noPosition = t('no-position');
  const titleOf = ({ shift, stints }: TimelineRow) =>
    by === 'job' ? jobOf(shift) || t('no-job') : (stints[0]?.subarea ?? noPosition);
  const sorted = [...grouped(rows, titleOf)].map(([title, inside]) => ({ title, rows: inside }));
  const isLast = ({ title }: RowGroup) => (by === 'subarea' && title === noPosition ? 1 : 0);
  if (by === 'job') return sorted.sort((one, other) => one.title.localeCompare(other.title, language.get()));
  return sorted.sort((one, other) => isLast(one) - isLast(other));
}

const percent = (minutes: number, range: Span): string =>
  `${((minutes / (range.end - range.start)) * 100).toFixed(4)}%`;

export const leftStyle = (minute: number, range: Span): CSSProperties => ({
  left: percent(minute - range.start, range),
});

export function spanStyle(span: Span, range: Span): CSSProperties {
  const shown = clip(span, range);
  if (!shown) return { display: 'none' };
  return { ...leftStyle(shown.start, range), width: percent(shown.end - shown.start, range) };
}

/** Words of a long part stay in sight when its beginning isn't; each that can costs a layer. */
export const textClass = ({ start, end }: Span): string =>
  end - start >= leastToStay ? 'timeline__words timeline__words--stay' : 'timeline__words';

/** In minutes. */
const leastToStay = 120;
