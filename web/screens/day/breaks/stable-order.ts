import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { hasVisibleFocus } from '../../../ui/page/elements.ts';

/** How long a list keeps its order after the last touch. */
const restMilliseconds = 2000;

/** What was shown stays in its order; what is new comes at the end, where it moves nothing. */
export function keepOrder<T extends { readonly id: string }>(
  wanted: readonly T[],
  shown: readonly string[],
): readonly T[] {
  const place = new Map(shown.map((id, index) => [id, index]));
  const placeOf = ({ id }: T) => place.get(id) ?? shown.length;
  return [...wanted].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The order wanted, except while someone uses the list: a pointer is down on it, was on it less than two seconds ago,
 * or the keyboard's focus is in it. Then the order is the one shown.
 */
export function useStableOrder<T extends { readonly id: string }>(
  wanted: readonly T[],
  rail: RefObject<HTMLElement | null>,
): readonly T[] {
  const isHeld = useHeld(rail);
  const shown = useRef<readonly string[]>([]);
  const order = isHeld ? keepOrder(wanted, shown.current) : wanted;
  useLayoutEffect(() => {
    shown.current = order.map(({ id }) => id);
  });
  return order;
}

function useHeld(rail: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);

  useEffect(() => {
    const element = rail.current;
    if (!element) return;
    const down = new Set<number>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = () => {
      if (down.size === 0 && !hasVisibleFocus(element)) setHeld(false);
    };
    const hold = () => {
      setHeld(true);
      clearTimeout(timer);
      timer = setTimeout(settle, restMilliseconds);
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
    // a finger that slides off the list is lifted elsewhere
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

  return isHeld;
}
