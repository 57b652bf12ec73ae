import { defineConfig } from '@playwright/test';
import { startClock, zone } from './test/journeys/clock.ts';
import { CHROMIUM_FLAGS, findChromium } from './tools/chromium.ts';

// Looked up once: the workers read this file again and inherit the answer.
const chromium = findChromium();
if (chromium) process.env.CHROMIUM = chromium;

startClock();

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  // Half of a journey is waiting for the page or the server: one more than two processors keeps both of them busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    timezoneId: zone,
    launchOptions: { executablePath: chromium, args: [...CHROMIUM_FLAGS, '--disable-gpu'] },
    // Watching costs a third of a journey's time: `npm run journeys -- --trace retain-on-failure` where one fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
