/** Moves the focus to an element, and brings it into view without moving more than needed. */
export function focusOn(id: string) {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
