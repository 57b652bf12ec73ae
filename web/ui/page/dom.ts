// What browsers of older televisions lack: docs/decisions/screens/0004-oldest-supported-browser.md.

/** As replaceChildren. */
export function replaceChildren(element: Element, ...children: readonly Node[]): void {
  element.textContent = '';
  element.append(...children);
}

/** Whether something in an element has the focus, and shows it; false where the browser cannot tell. */
export function hasVisibleFocus(element: Element): boolean {
  try {
    return element.querySelector(':focus-visible') !== null;
  } catch {
    return false;
  }
}
