export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

const key = 'colorMode';

/** The choice on this device; 'system' follows the device's setting. */
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
    // Without storage the choice lasts until the page is closed.
  }
}
