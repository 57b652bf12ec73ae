import { useEffect, useMemo, useRef } from 'react';

/**
 * After each change of `path` the heading of the new page has the focus, so that a screen reader says where one is and
 * the keyboard goes on from there. Not on the first page, which the browser tells of, nor where a field has it already.
 */
export function useHeadingFocus(path: string): void {
  const hasShownOne = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read as the path changes, while the page before still stands
  const headingBefore = useMemo(() => document.querySelector('h1'), [path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each path
  useEffect(() => {
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();

    // A page can be a while in coming: its script is loaded, its document opened.
    function look() {
      const heading = document.querySelector('h1');
      if (!heading || heading === headingBefore) return;
      observer.disconnect();
      const isFirst = !hasShownOne.current;
      hasShownOne.current = true;
      if (isFirst || document.activeElement?.closest('main')) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
  }, [path]);
}
