import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { BreakSlot } from '../../../../domain/break/break.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';
import type { PressBreak } from '../../../parts/board/break-slot.tsx';
import { didJustMove } from '../../../parts/page/last-touch.ts';
import { RecentChanges } from './recent-changes.ts';

const stateOf = (slot: BreakSlot): string => {
  if (slot === null) return 'not taken';
  return slot.endedAt === null ? 'started' : 'ended';
};
const slotName = (shift: string, slot: number): string => `${shift} ${slot}`;

/** Presses on a list of breaks, without those on a row that just moved or a break that just changed. */
export function useMisclickGuard(
  { rail, list }: { rail: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> },
  { shifts, page }: { shifts: readonly Shift[]; page: number },
  onPress: PressBreak | undefined,
): PressBreak | undefined {
  const changes = useRef(new RecentChanges());
  const pressedAt = useRef(0);
  const isFirstSight = useRef(true);

  // whatever it was drawn again for may have moved the rows
  useLayoutEffect(() => {
    // a list that a person went to did not come under their finger
    const now = isFirstSight.current && !didJustMove() ? Number.NEGATIVE_INFINITY : performance.now();
    isFirstSight.current = false;
    const rows = list.current?.children ?? [];
    for (const [index, { id, breaks }] of shifts.entries()) {
      const row = rows[index];
      if (row instanceof HTMLElement)
        changes.current.see(id, `${page} ${row.offsetLeft} ${row.offsetTop}`, now);
      for (const [slot, record] of breaks.entries())
        changes.current.see(slotName(id, slot), stateOf(record), now);
    }
  });

  // a finger was meant for where it went down, however long it stays; a keyboard's click says nothing of a pointer
  useEffect(() => {
    const element = rail.current;
    const note = (event: MouseEvent) => {
      if (event.type === 'pointerdown' || event.detail === 0) pressedAt.current = performance.now();
    };
    element?.addEventListener('pointerdown', note, true);
    element?.addEventListener('click', note, true);
    return () => {
      element?.removeEventListener('pointerdown', note, true);
      element?.removeEventListener('click', note, true);
    };
  }, [rail]);

  const press = useCallback<PressBreak>(
    (shift, slot, wants) => {
      const at = pressedAt.current;
      const { current } = changes;
      if (!current.isRecent(shift.id, at) && !current.isRecent(slotName(shift.id, slot), at))
        onPress?.(shift, slot, wants);
    },
    [onPress],
  );
  return onPress && press;
}
