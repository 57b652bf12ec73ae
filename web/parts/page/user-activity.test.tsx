import { afterEach, expect, test, vi } from 'vitest';
import { isIdle } from './user-activity.ts';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test('[DV13] a page waits for a finger to lift, for two seconds after it, and for a dialog to close', () => {
  // in the past: what comes later on this page is not held up
  const start = performance.now() - 100_000;
  const clock = vi.spyOn(performance, 'now');
  const at = (seconds: number) => clock.mockReturnValue(start + seconds * 1000);
  const finger = (type: string) => window.dispatchEvent(new PointerEvent(type, { pointerId: 5 }));
  at(0);
  finger('pointerdown');
  at(60);
  expect(isIdle(), 'it is still down').toBe(false);
  finger('pointerup');
  at(61.9);
  expect(isIdle()).toBe(false);
  at(62);
  expect(isIdle()).toBe(true);
  document.body.innerHTML = '<dialog open></dialog>';
  expect(isIdle()).toBe(false);
});
