import { type RefObject, useEffect, useState } from 'react';
import { hasVisibleFocus } from '../page/dom.ts';

/** How long a list counts as used after the last interaction. */
const settleMilliseconds = 2000;

/**
 * Whether someone is using the list: a pointer is down, the last interaction was less than two seconds ago, or keyboard
 * focus is inside.
 */
export function useListInUse(list: RefObject<HTMLElement | null>): boolean {
  const [isInUse, setInUse] = useState(false);

  useEffect(() => {
    const element = list.current;
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
  }, [list]);

  return isInUse;
}
