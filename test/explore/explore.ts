// `explore -- 30`: the property tests with other cases, and simulations, until one fails or the minutes (10) are over.
// `explore -- --seeds 100000`: simulations alone (explore-seeds.ts).
// `explore -- hours`: the journeys at other times and in other zones (explore-hours.ts).
// `explore -- updates`: new versions of the app while changes wait, in Chromium (explore-updates.ts).
// `explore -- nodes`: two nodes on PostgreSQL with a standby, while one thing after another fails (explore-nodes.ts).
// `explore -- engines`: what people do most, in WebKit, Firefox and an old Chromium (explore-engines.ts).
// `explore -- taps`: a second tap at 500 places over a day, drawn anew (test/journeys/day/taps.test.ts).
// `explore -- slow`: everything that `npm test` runs, on a machine that is busy with other things (explore-slow.ts).
// `explore -- kills`: a server killed 500 times while people write, then a log cut at every frame (explore-kills.ts).
// `explore -- wall`: 30 days of a television, with a server that is killed every hour (explore-wall.ts).
// `explore -- plans`: 1,000 drawn days that the planner plans, each checked minute by minute (explore-plans.ts).
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exploreEngines } from './explore-engines.ts';
import { exploreHours } from './explore-hours.ts';
import { exploreKills } from './explore-kills.ts';
import { exploreNodes } from './explore-nodes.ts';
import { explorePlans } from './explore-plans.ts';
import { exploreSeeds, parseSeeds } from './explore-seeds.ts';
import { exploreSlow } from './explore-slow.ts';
import { exploreUpdates } from './explore-updates.ts';
import { exploreWall } from './explore-wall.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Simulations between two runs of the property tests. */
const simulationsPerRun = 200;

const [subject = '10', ...options] = process.argv.slice(2);
const explorations: Readonly<Record<string, (options: string[]) => Promise<number>>> = {
  engines: exploreEngines,
  hours: exploreHours,
  kills: exploreKills,
  nodes: exploreNodes,
  plans: explorePlans,
  slow: exploreSlow,
  taps: exploreTaps,
  updates: exploreUpdates,
  wall: exploreWall,
};
process.exit(await explore());

async function explore(): Promise<number> {
  if (subject.startsWith('--')) return exploreSeeds(parseSeeds([subject, ...options]));
  return explorations[subject]?.(options) ?? exploreCases(Number(subject));
}

async function exploreTaps(): Promise<number> {
  const seed = process.env.SEED ?? String(randomInt(2 ** 31));
  console.log(`SEED=${seed}`);
  const env = { ...process.env, LINEUP_TAPS: '500', SEED: seed };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status ?? 1;
  return (
    run('tools/build-web.ts') ||
    run('node_modules/@playwright/test/cli.js', 'test', '--project=sqlite', 'test/journeys/day/taps.test.ts')
  );
}

async function exploreCases(minutes: number): Promise<number> {
  const files = globSync('{domain,contract,server,client,web}/**/*.test.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => readFileSync(`${ROOT}${file}`, 'utf8').includes("from 'fast-check'"),
  );
  const end = Date.now() + minutes * 60_000;
  let runs = 0;
  while (Date.now() < end) {
    const seed = String(randomInt(2 ** 31));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', ...files],
      { cwd: ROOT, env: { ...process.env, SEED: seed }, encoding: 'utf8' },
    );
    if (status !== 0) {
      console.error(`${stdout}${stderr}\nTo have it again: SEED=${seed} npm run unit`);
      return 1;
    }
    const found = await exploreSeeds({ first: randomInt(2 ** 31), count: simulationsPerRun });
    if (found !== 0) return found;
    runs += 1;
  }
  console.log(`Nothing found in ${runs} runs of ${files.length} files.`);
  return 0;
}
