import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findOrInstallChromium } from '../../tools/chromium.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const RESULTS = join(ROOT, 'test-results/hours');

/** Of the machine and the browser; the teams of the journeys are in Chicago. */
const ZONES = ['America/Chicago', 'Asia/Kolkata', 'Pacific/Auckland'];
/** Midnight in Chicago of the days on which its clocks change, and how far into an hour each zone's run begins. */
const MIDNIGHTS = ['2026-03-08T00:00:00-06:00', '2026-11-01T00:00:00-05:00'];
const INTO_THE_HOUR = [0, 30 * 60_000, 3_590_000];
const HOURS = 24;
/** Unit tests run whole at one odd time in each zone. */
const UNITS_AT = [2, 9, 23];

export interface Run {
  readonly now: string;
  readonly zone: string;
  /** Which part of the journeys, such as 5/24; all where it is left out. */
  readonly shard?: string;
}

/** Every hour in every zone on both days. Each journey is in six of the runs: one in each zone on each day, four hours apart. */
export function runsOf({ hours, whole }: { hours: readonly number[]; whole: boolean }): Run[] {
  return MIDNIGHTS.flatMap((midnight, day) =>
    ZONES.flatMap((zone, place) =>
      hours.map((hour) => {
        const at = Date.parse(midnight) + hour * 3_600_000 + (INTO_THE_HOUR[place] ?? 0);
        const part = (hour + 4 * (ZONES.length * day + place)) % HOURS;
        return { now: new Date(at).toISOString(), zone, ...(!whole && { shard: `${part + 1}/${HOURS}` }) };
      }),
    ),
  );
}

/**
 * Runs the unit tests at three odd times and all of them on PostgreSQL, then the journeys at every hour, in three zones,
 * on both days on which clocks change; continues after a failure. `--hours 5-9` runs only these hours, `--whole` runs all
 * journeys each time (a day of work), `--no-units` and what Playwright takes, such as `-g sample`, narrow it.
 */
export async function exploreHours(options: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: options,
    allowPositionals: true,
    options: {
      hours: { type: 'string', default: `0-${HOURS - 1}` },
      whole: { type: 'boolean', default: false },
      'no-units': { type: 'boolean', default: false },
      grep: { type: 'string', short: 'g' },
    },
  });
  const [first = 0, last = first] = values.hours.split('-').map(Number);
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const runs = runsOf({ hours, whole: values.whole });
  const narrowed = [...positionals, ...(values.grep ? ['-g', values.grep] : [])];
  process.env.CHROMIUM = findOrInstallChromium();

  const failures = values['no-units'] ? [] : [...ZONES.flatMap(runUnitsIn), ...runUnitsOnPostgres()];
  const built = node(['tools/build-web.ts'], {});
  if (built.status !== 0) failures.push(built.stderr);
  for (const [index, run] of runs.entries()) {
    console.log(`${index + 1}/${runs.length}  ${nameOf(run)}`);
    const found = built.status === 0 ? runJourneys(run, narrowed) : [];
    failures.push(...found);
  }
  console.log(
    failures.length === 0 ? 'Nothing found.' : `${failures.length} failed:\n${failures.join('\n')}`,
  );
  return failures.length === 0 ? 0 : 1;
}

function runJourneys(run: Run, narrowed: readonly string[]): string[] {
  const env = {
    LINEUP_TEST_NOW: run.now,
    LINEUP_TEST_ZONE: run.zone,
    TZ: run.zone,
    LINEUP_TEST_LOOKS: 'all',
  };
  const again = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const journeys = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--reporter=dot,./test/hang-watch.ts',
    `--output=${RESULTS}/journeys`,
    '--pass-with-no-tests',
    ...(run.shard ? [`--shard=${run.shard}`] : []),
    ...narrowed,
  ];
  return report(`${again.join(' ')} npm run journeys`, node(journeys, env));
}

function runUnitsIn(zone: string, index: number): string[] {
  const now = Date.parse(MIDNIGHTS[index % 2] ?? '') + (UNITS_AT[index] ?? 0) * 3_600_000;
  const env = {
    TZ: zone,
    LINEUP_TEST_OFFSET: String(now - Date.now()),
    LINEUP_TEST_NOW: new Date(now).toISOString(),
    LINEUP_TEST_ZONE: zone,
    NODE_OPTIONS: `--import=${join(ROOT, 'test/preload-clock.ts')}`,
  };
  return runUnits(`unit tests at ${new Date(now).toISOString()} in ${zone}`, env);
}

/** Those of `onPostgresToo` in vitest.config.ts run there in every `npm test`. */
const runUnitsOnPostgres = () => runUnits('unit tests on PostgreSQL', { LINEUP_TEST_ENGINE: 'postgres' });

const runUnits = (what: string, env: Record<string, string>): string[] =>
  report(what, node(['node_modules/vitest/vitest.mjs', 'run'], env));

/** Prints what was said, if it failed; returns what failed. */
function report(what: string, { status, stdout, stderr }: SpawnSyncReturns<string>): string[] {
  console.log(`${what}  ${status === 0 ? 'ok' : `${stdout}${stderr}`}`);
  return status === 0 ? [] : [what];
}

function node(args: string[], env: Record<string, string>): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
}

const nameOf = ({ now, zone, shard }: Run) => [now, zone, shard].filter(Boolean).join(' ');
