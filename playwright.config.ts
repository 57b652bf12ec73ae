import { defineConfig } from '@playwright/test';
import { startClock, zone } from './test/journeys/clock.ts';
import type { Engine } from './test/journeys/lineup-server.ts';
import { mapOwnFramesOnly } from './test/journeys/stack-traces.ts';
import { CHROMIUM_FLAGS, findChromium } from './tools/chromium.ts';

// Found once: the workers load this file again and inherit the path.
const chromium = findChromium();
if (chromium) process.env.CHROMIUM = chromium;

startClock();
mapOwnFramesOnly();

/**
 * Drawing and networking inside the browser's own process: journeys take a twentieth less processor time. The features
 * before the last are Playwright's own, which ours would replace.
 */
const FEWER_PROCESSES = [
  '--in-process-gpu',
  '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
];

export default defineConfig<object, { engine: Engine }>({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  // A journey waits for the page or the server for half of its time: four at a time keep two processors busy.
  workers: 4,
  fullyParallel: true,
  globalSetup: './test/postgres/one-per-run.ts',
  projects: [
    // First, and in one worker, so that all of them share a browser and a server.
    { name: 'postgres', use: { engine: 'postgres' }, grep: /@both/, workers: 1 },
    { name: 'sqlite' },
  ],
  retries: 0,
  forbidOnly: true,
  // Limits only end journeys that hang: a busy machine takes several times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    browserName: 'chromium',
    timezoneId: zone,
    // Requests that a worker answers pass by `page.route`, and every new context would store the whole app. The journeys
    // of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: [...CHROMIUM_FLAGS, '--disable-gpu', ...FEWER_PROCESSES],
    },
    // A trace costs a third of a journey's time; to see a failure, add `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
