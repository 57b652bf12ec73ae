// What browsers of older televisions lack: docs/decisions/screens/0004-oldest-supported-browser.md.

/** As replaceChildren. */
export function replaceChildren(element: Element, ...children: readonly Node[]): void {
  element.textContent = '';
  element.append(...children);
}
