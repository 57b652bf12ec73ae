import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { BreakSlot } from '../../../../domain/break/break.ts';
import type { Shift } from '../../../../domain/shift/shift.ts';
import type { PressBreak } from '../../../parts/board/break-slot.tsx';
import { justMovedAutomatically } from '../../../parts/page/user-activity.ts';
import { RecentChanges } from './recent-changes.ts';

const stateOf = (slot: BreakSlot): string => {
  if (slot === null) return 'not taken';
  return slot.endedAt === null ? 'started' : 'ended';
};
const slotName = (shift: string, slot: number): string => `${shift} ${slot}`;

/** Ignores presses on a row that just moved or a break that just changed. */
export function useMisclickGuard(
  { rail, list }: { rail: RefObject<HTMLElement | null>; list: RefObject<HTMLElement | null> },
  { shifts, page }: { shifts: readonly Shift[]; page: number },
  onPress: PressBreak | undefined,
): PressBreak | undefined {
  const changes = useRef(new RecentChanges());
  const pressedAt = useRef(0);
  const isFirstRender = useRef(true);

  // any render may have moved rows
  useLayoutEffect(() => {
    // right after navigation there is nothing to confuse the list with
    const now =
      isFirstRender.current && !justMovedAutomatically() ? Number.NEGATIVE_INFINITY : performance.now();
    isFirstRender.current = false;
    const rows = list.current?.children ?? [];
    for (const [index, { id, breaks }] of shifts.entries()) {
      const row = rows[index];
      if (row instanceof HTMLElement)
        changes.current.record(id, `${page} ${row.offsetLeft} ${row.offsetTop}`, now);
      for (const [slot, record] of breaks.entries())
        changes.current.record(slotName(id, slot), stateOf(record), now);
    }
  });

  // a press counts from pointerdown, however long the finger stays down; keyboard clicks have no pointerdown
  useEffect(() => {
    const element = rail.current;
    const onPressStart = (event: MouseEvent) => {
      if (event.type === 'pointerdown' || event.detail === 0) pressedAt.current = performance.now();
    };
    element?.addEventListener('pointerdown', onPressStart, true);
    element?.addEventListener('click', onPressStart, true);
    return () => {
      element?.removeEventListener('pointerdown', onPressStart, true);
      element?.removeEventListener('click', onPressStart, true);
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
