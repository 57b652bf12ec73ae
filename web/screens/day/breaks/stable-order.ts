import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasVisibleFocus } from '../../../ui/page/dom.ts';

/** How long a list keeps its order after the last interaction. */
const settleMilliseconds = 2000;

/** Keeps rows in the order they were shown; new rows go to the end, where they don't move the others. */
export function keepOrder<T extends { readonly id: string }>(
  wanted: readonly T[],
  shown: readonly string[],
): readonly T[] {
  const place = new Map(shown.map((id, index) => [id, index]));
  const placeOf = ({ id }: T) => place.get(id) ?? shown.length;
  return [...wanted].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The wanted order, except while someone is using the list (a pointer is down, the last interaction was less than two
 * seconds ago, or keyboard focus is inside). During that time the order doesn't change.
 */
export function useStableOrder<T extends { readonly id: string }>(
  wanted: readonly T[],
  rail: RefObject<HTMLElement | null>,
): readonly T[] {
  const isInUse = useIsInUse(rail);
  const shown = useRef<readonly string[]>([]);
  const order = isInUse ? keepOrder(wanted, shown.current) : wanted;
  useLayoutEffect(() => {
    shown.current = order.map(({ id }) => id);
  });
  return order;
}

function useIsInUse(rail: RefObject<HTMLElement | null>): boolean {
  const [isInUse, setInUse] = useState(false);

  useEffect(() => {
    const element = rail.current;
    if (!element) return;
    const down = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      if (down.size === 0 && !hasVisibleFocus(element)) setInUse(false);
    };
    const hold = () => {
      setInUse(true);
      clearTimeout(timer);
      timer = setTimeout(settle, settleMilliseconds);
    };
    const press = (event: PointerEvent) => {
      down.add(event.pointerId);
      hold();
    };
    const release = (event: PointerEvent) => {
      if (down.delete(event.pointerId)) hold();
    };
    const uses = ['pointermove', 'wheel', 'keydown', 'click', 'focusin', 'focusout'] as const;
    for (const use of uses) element.addEventListener(use, hold, { passive: true });
    element.addEventListener('pointerdown', press);
    // a finger can slide off the list before it is lifted
    window.addEventListener('pointerup', release);
    window.addEventListener('pointercancel', release);
    return () => {
      clearTimeout(timer);
      for (const use of uses) element.removeEventListener(use, hold);
      element.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      window.removeEventListener('pointercancel', release);
    };
  }, [rail]);

  return isInUse;
}
