import { words } from '../../../client/words/words.ts';
import type { Spared } from '../../../domain/day/coverage.ts';
import type { NameOf } from './use-board.tsx';

const t = words('day');

/** 'Ana · Register 1', 'From Register 1' while nobody is there, or 'Closed'. */
export function sparedText(spared: Spared, nameOf: NameOf): string {
  if (spared.kind === 'closed') return t('closed');
  const names = spared.people.map(({ shift }) => nameOf(shift).short).join(', ');
  return names === '' ? t('covered-from', { position: spared.by.name }) : `${names} · ${spared.by.name}`;
}
