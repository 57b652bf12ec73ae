import { expect, test } from 'vitest';
import { allSteps, platformOf } from './secure.tsx';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1', 5, 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 5, 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 0, 'mac'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X210) Chrome/140.0.0.0 Safari/537.36', 5, 'android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Edg/140.0', 10, 'windows'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0.0.0', 10, 'chrome'],
  ['Mozilla/5.0 (PlayStation 5)', 0, null],
])('each device has steps: %s with %i touch points', (userAgent, maxTouchPoints, platform) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform);
  const steps = allSteps('Lineup on box').filter((each) => each.platform === platform);
  expect(steps).toHaveLength(platform === null ? 0 : 1);
});
