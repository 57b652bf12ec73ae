import { bareTime } from '../../../client/words/formats.ts';
import { words } from '../../../client/words/words.ts';
import type { PersonCoverage } from '../../../domain/day/coverage.ts';

const t = words('paper');

/** '6:30–', '–11:30', '6:30–11:30', as a shift's times are written: words would halve the size of the names. */
export function partOf({ from, until, state }: PersonCoverage): string {
  if (from === null && until === null) return state === 'late' ? t('late') : '';
  return `${from === null ? '' : bareTime(from)}–${until === null ? '' : bareTime(until)}`;
}
