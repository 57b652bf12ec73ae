import { keepOnDevice, keptOnDevice } from '../../../client/device/browser.ts';

export const colorModes = ['system', 'light', 'dark'] as const;
export type ColorMode = (typeof colorModes)[number];

const key = 'colorMode';

/** The choice on this device; 'system' follows the device's setting. */
export function colorMode(): ColorMode {
  const kept = keptOnDevice(key);
  return colorModes.find((mode) => mode === kept) ?? 'system';
}

export function showColorMode(mode: ColorMode): void {
  if (mode === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = mode;
}

export function chooseColorMode(mode: ColorMode): void {
  showColorMode(mode);
  keepOnDevice(key, mode);
}
