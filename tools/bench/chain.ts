import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureGrowth, measureStartUp } from './chain/growth.ts';
import { type Effort, measureTraffic, mostPages, type Storm, type Traffic } from './chain/traffic.ts';
import { placeIn, startDatabase } from './places.ts';
import { printTable, quantile, show } from './samples.ts';

const full = {
  traffic: { stores: 3_000, pagesEach: 10, perSecond: 300, seconds: 60, storms: 2 },
  growth: { rounds: 5, seconds: 3 },
  startUp: { sizes: [1_000, 100_000], rounds: 5 },
};
const quick: typeof full = {
  traffic: { stores: 100, pagesEach: 10, perSecond: 50, seconds: 4, storms: 1 },
  growth: { rounds: 1, seconds: 1 },
  startUp: { sizes: [1_000, 10_000], rounds: 2 },
};

const sections: Readonly<Record<string, (efforts: typeof full) => Promise<void>>> = {
  traffic: async ({ traffic }) => reportTraffic(traffic, 'SQLite', await onSqlite(traffic)),
  postgres: async ({ traffic }) => reportTraffic(traffic, 'PostgreSQL', await onPostgres(traffic)),
  growth: ({ growth }) => measureGrowth(growth),
  starts: ({ startUp }) => measureStartUp(startUp),
};

/** Prints what a chain’s screens cost one machine, and how costs grow. `npm run bench -- chain growth` does one part. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const isNamed = (name: string) => process.argv.includes(name);
  const isAll = !Object.keys(sections).some(isNamed);
  for (const [name, section] of Object.entries(sections)) {
    if (!isAll && !isNamed(name)) continue;
    console.log(`A chain: ${name} ...`);
    await section(isQuick ? quick : full);
    console.log('');
  }
}

/** One process has the database, so its limit on open files decides how many stores have screens. */
async function onSqlite(effort: Effort): Promise<Traffic> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const stores = Math.min(effort.stores, Math.floor(mostPages() / effort.pagesEach));
  try {
    return await measureTraffic([placeIn(folder)], { ...effort, stores });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** More screens take longer to connect, and each part should take less than four minutes. */
const shorter = { seconds: 30, storms: 1 };

/** As few nodes as can have all screens. */
async function onPostgres(effort: Effort): Promise<Traffic> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const postgres = await startDatabase();
  const count = Math.ceil((effort.stores * effort.pagesEach) / mostPages());
  const url = postgres.url('lineup');
  const places = Array.from({ length: count }, (_, number) => placeIn(folder, { number, url }));
  try {
    return await measureTraffic(places, { ...effort, ...(effort.seconds > shorter.seconds && shorter) });
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportTraffic(effort: Effort, store: string, traffic: Traffic): void {
  const { pages, nodes, refused, answered, memory, storms } = traffic;
  const asked = effort.perSecond * effort.seconds;
  printTable(
    ['', `${store}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`],
    [
      ['screens', pages.toLocaleString('en-US')],
      ['changes sent, answered, refused', `${asked}, ${answered.length}, ${refused}`],
      [
        'ms from sending a change to its answer, p50 / p99',
        `${show(quantile(answered, 0.5))} / ${show(quantile(answered, 0.99))}`,
      ],
      ['MB of the nodes with all screens', show(memory)],
      ...storms.map((storm, index) => [
        `s from restart ${index + 1} until half / 99 % / all of the screens are back`,
        cellOf(storm),
      ]),
    ],
  );
}

/** A storm ends after a while with whatever was reached. */
const cellOf = ({ middle, most, all, missing, within }: Storm): string =>
  missing === 0
    ? [middle, most, all].map(show).join(' / ')
    : `${show(middle)} / ${show(most)} / ${missing} missing after ${within}`;
