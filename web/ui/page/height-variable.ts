import { type RefObject, useLayoutEffect } from 'react';
import { afterPaint } from './after-paint.ts';

export function useHeightVariable(ref: RefObject<HTMLElement | null>, name: `--${string}`): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const element = ref.current;
    if (!element) return;
    const update = () => {
      const height = element.offsetHeight;
      if (height > 0) style.setProperty(name, `${height}px`);
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
