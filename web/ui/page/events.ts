import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Hears events of the window for as long as the component is there. */
export function useListener<Type extends keyof WindowEventMap>(
  type: Type,
  run: (event: WindowEventMap[Type]) => void,
): void {
  const hear = useEffectEvent(run);
  useEffect(() => {
    window.addEventListener(type, hear);
    return () => window.removeEventListener(type, hear);
  }, [type]);
}

/** Measures an element before it is painted, and again with each other size of it or of `inside`. */
export function useSize(
  element: RefObject<HTMLElement | null>,
  measure: (element: HTMLElement) => void,
  inside?: RefObject<HTMLElement | null>,
): void {
  const look = useEffectEvent(measure);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    look(measured);
    const observer = new ResizeObserver(() => look(measured));
    observer.observe(measured);
    if (inside?.current) observer.observe(inside.current);
    return () => observer.disconnect();
  }, [element, inside]);
}
