import { useEffect } from 'react';

/**
 * When what had the focus is gone and nothing else took it, the heading of the smallest part of the page that still
 * stands has it: the keyboard goes on from there, and a screen reader says where that is.
 */
export function useLostFocus(): void {
  useEffect(() => {
    /** What has the focus, and all that it stands in. */
    let path: readonly Node[] = [];

    const look = () => {
      if (path[0]?.isConnected === false) afterOthers(goOn);
    };
    const goOn = () => {
      if (path[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const heading = headingOf(path);
      path = [];
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    };
    const remember = (event: FocusEvent) => {
      path = event.composedPath().filter((each) => each instanceof Node);
    };
    // Who presses beside everything wants no focus; what is taken off the page loses it in the same way, still in it.
    const forget = () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && path[0]?.isConnected) path = [];
      });

    const observer = new MutationObserver(look);
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

function headingOf(path: readonly Node[]): HTMLElement | null {
  const around = path.find((each) => each.isConnected);
  const part = around instanceof Element ? around.closest('main section, main') : null;
  return part?.querySelector<HTMLElement>('h1, h2, h3') ?? document.querySelector<HTMLElement>('main h1');
}

/** Menus, dialogs and lists that know a better place give the focus back within two frames. */
const afterOthers = (run: () => void) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
