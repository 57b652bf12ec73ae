import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryOf, watchOthers } from '../machine.ts';
import { startServer } from '../servers.ts';
import { placeIn } from './places.ts';
import { type Place, stock } from './stores.ts';

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
