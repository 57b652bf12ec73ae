// Runs every check. What fails is printed at once, and the others go on.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import preparePostgres from '../test/postgres/one-per-run.ts';
import { findOrInstallChromium } from './chromium.ts';
import { countJourneys, countUnits, type Tally } from './tally.ts';

interface Step {
  readonly name: string;
  readonly args: string[];
  readonly report?: string;
  readonly count?: (report: unknown) => Tally;
  /** Prints its output as it runs; that of the others is printed only if they fail. */
  readonly isShown?: boolean;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RESULTS = join(ROOT, 'test-results');
const UNIT_REPORT = join(RESULTS, 'unit.json');
const JOURNEY_REPORT = join(RESULTS, 'journeys.json');
/** Tests start the server about eighty times; every start after the first finds its scripts compiled. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');

/** Cheap, and one after the other beside the tests: each takes a processor and much memory. */
const checks: Step[] = [
  { name: 'lint', args: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'house', args: ['tools/check-house.ts'] },
  { name: 'specification', args: ['tools/check-specification.ts'] },
  // By default several checkers work side by side, each of which checks what they share: twice the processor time.
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'] },
  {
    name: 'types of the oldest browser',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1', '-p', 'tsconfig.browser.json'],
  },
  {
    name: 'types of the service worker',
    args: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.worker.json'],
  },
  { name: 'known vulnerabilities', args: ['tools/check-dependencies.ts'], isShown: true },
];
const units: Step = {
  name: 'unit and property tests, store suite',
  args: [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...['default', 'json', './test/hang-watch.ts'].map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${UNIT_REPORT}`,
  ],
  report: UNIT_REPORT,
  count: countUnits,
};
const webApp: Step = { name: 'web app', args: ['tools/build-web.ts'] };
const journeys: Step = {
  name: 'journeys in the browser',
  args: ['node_modules/@playwright/test/cli.js', 'test'],
  report: JOURNEY_REPORT,
  count: countJourneys,
  isShown: true,
};
const total: Tally = { passed: 0, failed: 0 };
const running = new Set<ReturnType<typeof spawn>>();
/** Unit tests and journeys share one server. */
const stopPostgres = preparePostgres();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    void stopPostgres().then(() => process.exit(1));
  });
}

mkdirSync(RESULTS, { recursive: true });
const began = Date.now();
const chromium = findOrInstallChromium();
if (!chromium) {
  console.error(
    'No Chromium was found and none could be installed; install one, or name its path in CHROMIUM.',
  );
  process.exit(1);
}
console.log(`Chromium: ${chromium} (${seconds(began)} s)`);

// A journey waits for half of its time, so everything else runs in those pauses. Only the journeys need the web app.
const inOrder = async (steps: readonly Step[]): Promise<boolean> => {
  for (const step of steps) if (!(await runStep(step))) return false;
  return true;
};
const results = await Promise.all([inOrder([webApp, journeys]), runStep(units), inOrder(checks)]);
await finish(results.includes(false) ? 1 : 0);

async function runStep(step: Step): Promise<boolean> {
  const started = Date.now();
  if (step.report) {
    rmSync(step.report, { force: true });
    console.log(`${step.name} ...`);
  }
  const { code, output } = await runNode(step.args, !step.isShown);
  if (code !== 0) process.stderr.write(output);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${step.name} (${seconds(started)} s)`);
  const tally = tallyOf(step);
  if (code !== 0 && tally.failed === 0) tally.failed = 1;
  total.passed += tally.passed;
  total.failed += tally.failed;
  return code === 0;
}

function tallyOf({ report, count }: Step): Tally {
  if (!report || !count || !existsSync(report)) return { passed: 0, failed: 0 };
  return count(JSON.parse(readFileSync(report, 'utf8')));
}

function runNode(args: string[], quiet: boolean): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    // NODE_ENV of the shell would change what is built and tested.
    const { NODE_ENV: _, ...shell } = process.env;
    const env = { ...shell, NODE_COMPILE_CACHE: COMPILED };
    const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: quiet ? 'pipe' : 'inherit' });
    running.add(child);
    let output = '';
    child.stdout?.on('data', (data) => {
      output += String(data);
    });
    child.stderr?.on('data', (data) => {
      output += String(data);
    });
    // Not 'close': what a killed test leaves running keeps the pipes open.
    child.on('exit', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

async function finish(code: number): Promise<never> {
  await stopPostgres();
  console.log(`\nThe whole run took ${seconds(began)} s.`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exit(code);
}

function seconds(since: number): string {
  return ((Date.now() - since) / 1000).toFixed(1);
}
