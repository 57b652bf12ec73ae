import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  baseSize,
  type Growth,
  measureGrowth,
  measureStartUp,
  type StartUp,
  sizeNames,
} from './chain/growth.ts';
import { placeIn } from './chain/stores.ts';
import { type Effort, measureTraffic, mostPages, type Storm, type Traffic } from './chain/traffic.ts';
import { startDatabase } from './cluster.ts';
import { compare, median, printTable, reportOthers, show } from './samples.ts';

const full = {
  traffic: { stores: 3_000, pagesEach: 10, perSecond: 300, seconds: 60, storms: 2 },
  growth: { rounds: 5, seconds: 3 },
  startUp: { sizes: [1_000, 10_000, 100_000], rounds: 5 },
} as const;
const quick = {
  traffic: { stores: 100, pagesEach: 10, perSecond: 50, seconds: 4, storms: 1 },
  growth: { rounds: 1, seconds: 1 },
  startUp: { sizes: [1_000, 10_000], rounds: 2 },
} as const;

const sections = { traffic: runTraffic, postgres: runPostgres, growth: runGrowth, starts: runStarts };

type Efforts = typeof full | typeof quick;

/** Prints what a chain’s screens cost one machine, and how costs grow. `npm run bench -- chain growth` does one part. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const efforts = isQuick ? quick : full;
  const others: number[] = [];
  const isNamed = (name: string) => process.argv.includes(name);
  const isAll = !Object.keys(sections).some(isNamed);
  for (const [name, section] of Object.entries(sections)) {
    if (isAll || isNamed(name)) await section(efforts, others);
  }
  reportOthers(others);
}

async function runTraffic({ traffic }: Efforts, others: number[]): Promise<void> {
  console.log('A chain’s screens ...');
  reportTraffic(traffic, 'SQLite', await onSqlite(traffic, others));
}

async function runPostgres({ traffic }: Efforts, others: number[]): Promise<void> {
  console.log('A chain’s screens, on PostgreSQL ...');
  reportTraffic(traffic, 'PostgreSQL', await onPostgres(traffic, others));
}

async function runGrowth({ growth }: Efforts, others: number[]): Promise<void> {
  console.log('Growth ...');
  reportGrowth(await measureGrowth(growth, others));
}

async function runStarts({ startUp }: Efforts, others: number[]): Promise<void> {
  console.log('Starts ...');
  reportStartUp(await measureStartUp(startUp.sizes, startUp.rounds, others));
}

/** One process has the database, so its limit on open files decides how many stores have screens. */
async function onSqlite(effort: Effort, others: number[]): Promise<Traffic> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const stores = Math.min(effort.stores, Math.floor(mostPages() / effort.pagesEach));
  try {
    return await measureTraffic([placeIn(folder)], { ...effort, stores }, others);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** More screens take longer to connect, and each part should take less than four minutes. */
const shorter = { seconds: 30, storms: 1 };

/** As few nodes as can have all screens. */
async function onPostgres(effort: Effort, others: number[]): Promise<Traffic> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const postgres = await startDatabase();
  const count = Math.ceil((effort.stores * effort.pagesEach) / mostPages());
  const url = postgres.url('lineup');
  const places = Array.from({ length: count }, (_, number) => placeIn(folder, { number, url }));
  try {
    return await measureTraffic(
      places,
      { ...effort, ...(effort.seconds > shorter.seconds && shorter) },
      others,
    );
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportTraffic(effort: Effort, store: string, traffic: Traffic): void {
  const { pages, nodes, accepted, refused, seconds, decided, answered, shown, cpu, idle, full, storms } =
    traffic;
  const both = ({ middle, high }: { middle: number; high: number }) => `${show(middle)} / ${show(high)}`;
  const perPage = ((full - idle) * 1_000) / pages;
  printTable(
    ['', `${store}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`, 'mark'],
    [
      ['screens', pages.toLocaleString('en-US'), '30,000'],
      ['changes/s', show(accepted / seconds), String(effort.perSecond)],
      ['refused', String(refused), '0'],
      ['ms from a change to its answer, in the server, p50 / p99', both(decided), '100'],
      ['ms from sending a change to its answer, p50 / p99', both(answered), ''],
      ['ms until all screens of the store have it, p50 / p99', both(shown), ''],
      ['processors used by the nodes', show(cpu), ''],
      ['MB of the nodes, before / with all screens', `${show(idle)} / ${show(full)}`, ''],
      ['KB a screen, with its team and layout', show(perPage), '12'],
      ...storms.map((storm, index) => [
        `s from restart ${index + 1} until half / 99 % / all of the screens are back`,
        cellOf(storm),
        '30',
      ]),
    ],
  );
  console.log('');
}

/** A storm ends after a while with whatever was reached. */
const cellOf = ({ middle, most, all, missing, within }: Storm): string =>
  missing === 0
    ? [middle, most, all].map(show).join(' / ')
    : `${show(middle)} / ${show(most)} / ${missing} missing after ${within}`;

function reportGrowth({ samples, watcher, idle }: Growth): void {
  const sizes = sizeNames.filter((name) => samples.some(({ about }) => about === name));
  const valuesOf = (size: string, system: string) =>
    samples.filter((each) => each.about === size && each.system === system).map(({ value }) => value);
  const rows = sizes.map((size) => {
    // The rounds of a size are pairs with those of the base.
    const costs = [
      ...valuesOf(baseSize, 'CPU ms').map((value) => ({ about: size, system: 'base', value })),
      ...valuesOf(size, 'CPU ms').map((value) => ({ about: size, system: 'grown', value })),
    ];
    const { value = 0, ratio = 0, lowest = 0, highest = 0 } = compare(costs, 'base', 'grown')[0] ?? {};
    const spread = `${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
    const rate = show(median(valuesOf(size, 'changes/s')));
    return [size, show(value), `${ratio.toFixed(2)}x`, spread, rate];
  });
  printTable(['16 writers, a mix', 'CPU ms a change', 'to the base', 'spread', 'changes/s'], rows);
  console.log(`\nA watcher takes ${show(watcher)} KB; the server ${show(idle)} MB before anyone watches.\n`);
}

function reportStartUp(all: readonly StartUp[]): void {
  const rows = all.map(({ layouts, milliseconds, megabytes }) => ({
    label: `${layouts.toLocaleString('en-US')} layouts`,
    cells: [median(milliseconds), Math.max(...milliseconds), median(megabytes)].map(show),
  }));
  printTable(
    ['', 'ms until it answers', 'longest', 'MB'],
    rows.map(({ label, cells }) => [label, ...cells]),
  );
  console.log('');
}
