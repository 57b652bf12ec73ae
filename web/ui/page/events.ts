import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Whether something is open over the page. */
export const isCovered = (): boolean =>
  document.querySelector('dialog[open], [role="dialog"], [role="menu"]') !== null;

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

/** For work that forces style or layout, or takes long: it waits until the result of a press is painted. */
export const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => setTimeout(run));
};

export function useHeightVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = ref.current;
    if (!element) return;
    const update = () => {
      if (element.offsetHeight > 0) style.setProperty(name, `${element.offsetHeight}px`);
      else style.removeProperty(name);
    };
    // a variable of the page makes the browser style all of it again
    const observer = new ResizeObserver(() => afterPaint(() => element.isConnected && update()));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [ref, name]);
}
