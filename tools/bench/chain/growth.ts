import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../changes.ts';
import { type LoadProcess, startLoad } from '../load-process.ts';
import { cpuOf, median, memoryOf, type Sample, watchOthers } from '../samples.ts';
import { type ServerProcess, startServer } from '../servers.ts';
import { type Place, placeIn, stock } from './stores.ts';

const layoutsEach = 10;

/** How much a server has to do with. Each store has ten layouts and a person. */
interface Size {
  readonly stores: number;
  readonly shifts: number;
  readonly history: number;
  readonly watchersEach: number;
}

const base: Size = { stores: 10, shifts: 40, history: 100, watchersEach: 10 };
/** Each is ten times the base in one way. */
const sizes: Readonly<Record<string, Size>> = {
  'the base: 100 layouts of 40 shifts, 100 changes and 10 watchers each': base,
  '1,000 layouts': { ...base, stores: 100 },
  '400 shifts': { ...base, shifts: 400 },
  '1,000 changes of each layout before': { ...base, history: 1_000 },
  '100 watchers': { ...base, watchersEach: 100 },
};
export const sizeNames = Object.keys(sizes);
export const baseSize = sizeNames[0] ?? '';

export interface Growth {
  /** `about` is the size; the systems are 'CPU ms' a change and 'changes/s'. */
  readonly samples: readonly Sample<'CPU ms' | 'changes/s'>[];
  /** Kilobytes of memory that each further watcher takes. */
  readonly watcher: number;
  /** Megabytes before anyone watches. */
  readonly idle: number;
}

interface Grown {
  readonly name: string;
  readonly server: ServerProcess;
  readonly load: Awaited<ReturnType<typeof startLoad<'flood'>>>;
  readonly idle: number;
  readonly full: number;
  readonly watchers: number;
  readonly folder: string;
}

/** What a change costs, as what there is grows. All sizes are open at once and take turns. */
export async function measureGrowth(
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
  others: number[],
): Promise<Growth> {
  const all: Grown[] = [];
  try {
    for (const [name, size] of Object.entries(sizes)) all.push(await open(name, size, seconds));
    const samples: Sample<'CPU ms' | 'changes/s'>[] = [];
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (let turn = 0; turn < all.length; turn++) {
        const { name, server, load } = at(all, round + turn);
        const before = cpuOf(server.pid);
        const busy = watchOthers();
        const { acknowledged, seconds: took } = await load.proceed();
        if (round === 0) continue;
        others.push(busy());
        samples.push({
          ...{ about: name, system: 'CPU ms', value: (cpuOf(server.pid) - before) / acknowledged },
        });
        samples.push({ about: name, system: 'changes/s', value: acknowledged / took });
      }
    }
    const [fewest, most] = [at(all, 0), at(all, all.length - 1)];
    const taken = most.full - most.idle - (fewest.full - fewest.idle);
    return {
      samples,
      watcher: (taken * 1_000) / (most.watchers - fewest.watchers),
      idle: median(all.map(({ idle }) => idle)),
    };
  } finally {
    for (const each of all) await close(each);
  }
}

async function open(name: string, size: Size, seconds: number): Promise<Grown> {
  const folder = mkdtempSync(join(tmpdir(), 'lineup-bench-'));
  const place = placeIn(folder);
  const stores = await stock(place, { ...size, layouts: layoutsEach });
  const server = await startServer({ ...place });
  const idle = memoryOf(server.pid);
  const { watchersEach } = size;
  const load = await startLoad<'flood'>({
    ...{ kind: 'flood', rooms: layoutsEach, mix: 'mix', writers: 16, watchersEach, seconds },
    teams: stores.map((store) => [{ system: 'lineup', port: server.port, ...store }]),
  });
  const full = memoryOf(server.pid);
  return { name, server, load, idle, full, folder, watchers: stores.length * layoutsEach * watchersEach };
}

async function close({
  server,
  load,
  folder,
}: Pick<Grown, 'server' | 'folder'> & { load: LoadProcess<unknown> }): Promise<void> {
  await load.end();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds until the server listens, and its memory then, by how many layouts it has. */
export interface StartUp {
  readonly layouts: number;
  readonly milliseconds: number[];
  readonly megabytes: number[];
}

const layoutsOfStore = 100;

/** Starts a server on each size in turn, from the process to its first answer. */
export async function measureStartUp(
  sizes: readonly number[],
  rounds: number,
  others: number[],
): Promise<readonly StartUp[]> {
  const all: (StartUp & { place: Place })[] = [];
  try {
    for (const layouts of sizes) {
      const place = placeIn(mkdtempSync(join(tmpdir(), 'lineup-bench-')));
      all.push({ layouts, milliseconds: [], megabytes: [], place });
      const stores = layouts / layoutsOfStore;
      await stock(place, { stores, layouts: layoutsOfStore, shifts: 40, history: 1 });
    }
    for (let round = 0; round < rounds; round++) {
      for (const { place, milliseconds, megabytes } of all) {
        const busy = watchOthers();
        const began = performance.now();
        const server = await startServer({ ...place });
        await fetch(`http://127.0.0.1:${server.port}/readyz`);
        milliseconds.push(performance.now() - began);
        others.push(busy());
        megabytes.push(memoryOf(server.pid));
        await server.stop();
      }
    }
    return all;
  } finally {
    for (const { place } of all) rmSync(place.DATA_DIR, { recursive: true, force: true });
  }
}
