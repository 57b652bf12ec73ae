import { useEffect, useMemo, useRef } from 'react';
import { afterPaint, useListener } from './events.ts';

/** Not that of a page that is loading. */
const pageHeading = 'h1:not([data-loading])';

/** Screen readers announce the new page and the keyboard continues there. Not on the first page, which the browser announces. */
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

/** Browsers leave what Tab comes to as it is when some of it is in sight, also if a row that scrolls cuts off the rest. */
export function useFocusInSight(): void {
  useListener('keyup', ({ key }) => {
    if (key === 'Tab') document.activeElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** The heading of the smallest part of the page that still stands has it: the keyboard goes on from there. */
export function useLostFocus(): void {
  useEffect(() => {
    let path: readonly EventTarget[] = [];
    /** The same of the last thing on the page itself: a dialog that closes was opened from there. */
    let pathInMain: readonly EventTarget[] = [];
    const isGone = () => path[0] instanceof Element && !isThere(path[0]);

    const goOn = () => {
      if (!isGone() || document.activeElement !== document.body) return;
      const heading =
        headingAt(path) ?? headingAt(pathInMain) ?? document.querySelector<HTMLElement>('main h1');
      path = [];
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const remember = (event: FocusEvent) => {
      path = event.composedPath();
      if (path.some((each) => each instanceof Element && each.tagName === 'MAIN')) pathInMain = path;
    };
    // Who presses beside everything wants no focus; what is taken off the page loses it in the same way, still in it.
    const forget = () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (isGone()) afterOthers(goOn);
        else path = [];
      });

    const observer = new MutationObserver(() => isGone() && afterOthers(goOn));
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}

function headingAt(path: readonly EventTarget[]): HTMLElement | null {
  const around = path.find((each) => each instanceof Element && isThere(each)) as Element | undefined;
  const part = around?.closest('main section, main');
  return part?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
}

/** Still to be used: a row that has gone from a list is inert until the list closes up. */
const isThere = (element: Element): boolean => element.isConnected && element.closest('[inert]') === null;

/** Menus, dialogs and lists that restore the focus themselves do so within two frames. */
const afterOthers = (run: () => void) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));

/** Focuses an element once the page is painted, and scrolls to it. */
export const focusLater = (id: string): void =>
  afterPaint(() => {
    const element = document.getElementById(id);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

/** For a button that deletes its own row: focuses the button of the next row first. */
export function focusNextRow(): void {
  const row = document.activeElement?.closest('li, tr');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  next?.querySelector<HTMLElement>('.button--danger')?.focus({ preventScroll: true });
}
