import type { Identified } from '../../../domain/list.ts';

/** Who stands where someone stood once they are gone: the next, else the one before. */
export function neighbourOf(list: readonly Identified[], id: string): string | null {
  const at = list.findIndex((each) => each.id === id);
  return (list[at + 1] ?? list[at - 1])?.id ?? null;
}
