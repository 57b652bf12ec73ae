export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

const key = 'colorMode';

/** What the person chose on this device; 'system' follows the device. */
export function colorMode(): ColorMode {
  try {
    const kept = localStorage.getItem(key);
    return colorModes.find((mode) => mode === kept) ?? 'system';
  } catch {
    return 'system';
  }
}

export function showColorMode(mode: ColorMode): void {
  if (mode === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = mode;
}

export function chooseColorMode(mode: ColorMode): void {
  showColorMode(mode);
  try {
    localStorage.setItem(key, mode);
  } catch {
    // A browser that keeps nothing still shows the choice until the page is closed.
  }
}
