import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../server/database/postgres/postgres.ts';
import { openSqliteStore } from '../../server/database/sqlite/sqlite.ts';
import { createDatabase } from '../postgres/shared-postgres.ts';
import { plantedFaults } from './faults/planted-faults.ts';
import { findViolations } from './invariants/find-violations.ts';
import { simulate } from './run-seeds.ts';

// More seeds: npm run explore, or npm run explore -- --seeds 100000. One of them again: npm run explore -- --first-seed 1234 --seeds 1.
const seeds = 40;
const together = 10;

const databases = {
  async SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'lineup-world-'));
    const store = await openSqliteStore(join(folder, 'lineup.db'));
    return { store, remove: async () => rmSync(folder, { recursive: true }) };
  },
  async PostgreSQL() {
    const database = await createDatabase();
    // News of other nodes comes in real time; a simulation has one node, and time of its own.
    const { wakes: _, ...store } = await openPostgresStore(database.url);
    return { store, remove: database.drop };
  },
};

describe('tabs, devices and a server where everything fails now and then', () => {
  const groups = Array.from({ length: seeds / together }, (_, group) => ({
    first: group * together + 1,
    last: (group + 1) * together,
  }));

  it.each(groups)('converge without losing a change, seeds $first to $last', async ({ first, last }) => {
    let [made, accepted, refused] = [0, 0, 0];
    for (let seed = first; seed <= last; seed++) {
      const world = await simulate({ seed });
      expect({ seed, violations: await findViolations(world) }).toEqual({ seed, violations: [] });
      made += world.record.made.size;
      accepted += world.record.accepted.size;
      refused += world.record.refusedByServer.size;
    }
    // A simulation in which nothing happens would pass, too.
    expect(made).toBeGreaterThan(100 * together);
    expect(accepted).toBeGreaterThan(80 * together);
    expect(refused).toBeGreaterThan(0);
  });

  it.each(Object.entries(databases))('converge with a server on %s', async (_, open) => {
    const { store, remove } = await open();
    for (let seed = 1; seed <= 3; seed++) {
      const world = await simulate({ seed, store });
      expect({ seed, violations: await findViolations(world) }).toEqual({ seed, violations: [] });
    }
    await store.close();
    await remove();
  });

  it('do the same again from the same seed', async () => {
    const traces = await Promise.all(
      [42, 42].map(async (seed) => {
        const lines: string[] = [];
        await simulate({ seed, trace: (line) => lines.push(line) });
        return lines;
      }),
    );
    expect(traces[1]).toEqual(traces[0]);
  });
});

describe('the invariants', () => {
  it.each(Object.entries(plantedFaults))('see %s', async (_, { plant, seenAs }) => {
    const found: string[] = [];
    // Some faults do no harm in some simulations: a snapshot repairs them, or nothing was affected.
    for (let seed = 1; seed <= 40 && !found.some((each) => seenAs.test(each)); seed++) {
      const world = simulate({ seed, fault: plant() });
      // A store that does not keep its promises may also stop the simulation.
      found.push(...(await world.then(findViolations, (error) => [String(error)])));
    }
    expect(
      found.filter((each) => seenAs.test(each)),
      found.join('\n'),
    ).not.toEqual([]);
  });
});
