let isPressed = false;

/** Called by links to the page that signs out: being led there by another site or an address is no press. */
export function pressSignOut(): void {
  isPressed = true;
}

/** True once after `pressSignOut`. */
export function takeSignOutPress(): boolean {
  const wasPressed = isPressed;
  isPressed = false;
  return wasPressed;
}
