import { expect, test } from 'vitest';
import { deviceNameOf } from './device-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Linux; Android 14; SM-X210) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${webkit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/130.0 Safari/537.36 Edg/130.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${apple} Version/17.6 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) ${apple} CriOS/130.0 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/17.6 Safari/605.1.15`,
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/130.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0) ${webkit} Version/5.0 TV Safari/537.36`,
    'Safari on a Samsung TV',
  ],
  [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/79.0 Safari/537.36`, 'Chrome on an LG TV'],
  [
    `Mozilla/5.0 (Linux; Android 9; AFTMM) ${webkit} Silk/108.4 like Chrome/108 Safari/537.36`,
    'Silk on Fire OS',
  ],
  ['Mozilla/5.0 (PlayStation; Linux)', 'A browser on Linux'],
  ['curl/8.5.0', 'A script or app'],
  ['', 'Unknown device'],
])('%s is %s', (browser, device) => {
  expect(deviceNameOf(browser)).toBe(device);
});
