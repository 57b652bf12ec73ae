import { existsSync, statfsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { longestWait } from './test/hang-watch.ts';
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

/**
 * Playwright has Chromium keep the memory that its processes share in files of the temporary folder, for containers with next
 * to none of it. Where there is enough, the journeys take a fifth less processor time.
 */
function sharesMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 30;
}

export default defineConfig<object, { engine: Engine }>({
  testDir: 'test/journeys',
  outputDir: 'test-results/journeys',
  // A journey waits for the page or the server for half of its time. Beside the unit tests, three keep two processors busy.
  workers: 3,
  fullyParallel: true,
  globalSetup: './test/postgres/one-per-run.ts',
  projects: [
    // First, and in one worker, so that all of them share a browser and a server.
    { name: 'postgres', use: { engine: 'postgres' }, grep: /@postgres/, workers: 1 },
    { name: 'sqlite', grepInvert: /@postgres/ },
  ],
  retries: 0,
  forbidOnly: true,
  // A busy machine takes several times as long as a quiet one, so a journey has no limit, only each of its steps.
  timeout: 0,
  expect: { timeout: longestWait, toPass: { timeout: longestWait } },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }], ['./test/hang-watch.ts']],
  use: {
    browserName: 'chromium',
    actionTimeout: longestWait,
    navigationTimeout: longestWait,
    timezoneId: zone,
    // Requests that a worker answers pass by `page.route`, and every new context would store the whole app. The journeys
    // of the worker allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium,
      args: [...CHROMIUM_FLAGS, '--disable-gpu', ...FEWER_PROCESSES],
      ignoreDefaultArgs: sharesMemory() ? ['--disable-dev-shm-usage'] : [],
    },
    // A trace costs a third of a journey's time; to see a failure, add `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
