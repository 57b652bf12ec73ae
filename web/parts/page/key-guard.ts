/** In milliseconds: a second Enter this soon was meant for what the first one closed. */
const againMilliseconds = 1_000;

/**
 * Keys are deliberate, but holding one down is one press. And Enter pressed twice in a dialog's field, which the first one
 * closed, would press what has the focus then: on a tablet, end the break that the first one started.
 */
export function guardKeys(thingAt: (target: EventTarget | null) => Element | null): void {
  let entered: { readonly at: number; readonly target: EventTarget | null } | null = null;

  function onKey(event: KeyboardEvent): void {
    const { key, target, repeat } = event;
    const isEnter = key === 'Enter';
    const isAgain =
      isEnter &&
      entered?.target instanceof HTMLInputElement &&
      !entered.target.isConnected &&
      performance.now() - entered.at < againMilliseconds;
    if ((isAgain || (repeat && (isEnter || key === ' '))) && thingAt(target)) event.preventDefault();
    if (!isAgain) entered = isEnter ? { at: performance.now(), target } : null;
  }

  document.addEventListener('keydown', onKey, { capture: true });
  // who has tapped or typed since means the next Enter
  const forget = () => {
    entered = null;
  };
  for (const use of ['pointerdown', 'input']) document.addEventListener(use, forget, { capture: true });
}
