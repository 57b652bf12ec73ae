import { useRef, useState } from 'react';
import type { Shift } from '../../../../domain/day/shift.ts';

export interface Selection {
  /** In the order of the list; those that are gone by now are left out. */
  readonly shifts: readonly Shift[];
  has(shift: Shift): boolean;
  /** With `isRange`, everything from the last one that was pressed. */
  press(shift: Shift, isRange: boolean): void;
  select(shifts: readonly Shift[]): void;
  clear(): void;
}

/** Which shifts of the list are selected; `shown` are those that a search leaves. */
export function useSelection(all: readonly Shift[], shown: readonly Shift[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  return {
    shifts: all.filter(({ id }) => ids.has(id)),
    has: ({ id }) => ids.has(id),
    press(shift, isRange) {
      const from = isRange ? shown.findIndex(({ id }) => id === last.current) : -1;
      const to = shown.indexOf(shift);
      const range = from < 0 ? [shift] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
      const next = new Set(ids);
      const isSelected = !ids.has(shift.id);
      for (const { id } of range) {
        if (isSelected) next.add(id);
        else next.delete(id);
      }
      last.current = shift.id;
      setIds(next);
    },
    select: (shifts) => setIds(new Set([...ids, ...shifts.map(({ id }) => id)])),
    clear: () => setIds(new Set()),
  };
}
