import { useEffect, useMemo, useRef } from 'react';

/** Not that of a page that is loading. */
const pageHeading = 'h1:not([data-loading])';

/**
 * Focuses the heading of the new page after each change of `path`, so that screen readers announce it and the keyboard
 * continues there. Not on the first page, which the browser announces, nor when a field is already focused.
 */
export function useHeadingFocus(path: string): void {
  const hasShownOne = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read as the path changes, while the page before still stands
  const headingBefore = useMemo(() => document.querySelector(pageHeading), [path]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each path
  useEffect(() => {
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();

    // The heading may come later, once the script and the document have loaded.
    function look() {
      const heading = document.querySelector<HTMLElement>(pageHeading);
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
