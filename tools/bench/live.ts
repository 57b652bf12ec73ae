import { at } from './changes.ts';
import { startFlood, startReach } from './load-process.ts';
import { compare, cpuOf, median, memoryOf, printTable, type Sample } from './samples.ts';
import { startFloor, startLineup } from './servers.ts';

const sizes = [50, 200, 1_000] as const;
/** In turn, each of them begins. */
const systems = ['floor', 'lineup'] as const;
const full = { pairs: 5, writes: 200, seconds: 5 };
const quick = { pairs: 1, writes: 60, seconds: 2 };

/** Prints how live updates compare with the floor, both measured now, in turns. */
export async function run({ isQuick }: { isQuick: boolean }): Promise<void> {
  const { pairs, writes, seconds } = isQuick ? quick : full;
  const samples: Sample[] = [];
  // From its second start on, a server finds its code compiled.
  await (await startLineup()).stop();
  for (let pair = 1; pair <= pairs; pair++) {
    console.log(`Live updates, pair ${pair} of ${pairs} ...`);
    const running = { floor: await startFloor(), lineup: await startLineup() };
    const inTurns = async (
      measure: (
        of: (typeof running)['floor'],
        add: (about: string, value: number) => void,
      ) => void | Promise<void>,
    ) => {
      for (const index of systems.keys()) {
        const system = at(systems, index + pair);
        await measure(running[system], (about, value) => samples.push({ about, system, value }));
      }
    };
    try {
      await inTurns(({ pid }, add) => add('MB before anyone watches', memoryOf(pid)));
      for (const watchers of sizes) {
        await inTurns(async ({ pid, target }, add) => {
          const load = await startReach({ target, watchers, writes });
          add(`ms until all of ${watchers} have it, p50`, median(await load.proceed({})));
          if (watchers === 1_000) add('MB with 1000 watchers', memoryOf(pid));
          await load.end();
        });
      }
      await inTurns(async ({ pid, target }, add) => {
        const load = await startFlood({ mix: 'mix', teams: [[target]], writers: 16, watchersEach: 10 });
        const before = cpuOf(pid);
        const { acknowledged, seconds: took } = await load.proceed({ seconds });
        add('changes/s, a mix, 16 writers, 100 layouts x 10 watchers', acknowledged / took);
        add('CPU ms a change, a mix', (cpuOf(pid) - before) / acknowledged);
        await load.end();
      });
    } finally {
      for (const system of systems) await running[system].stop();
    }
  }
  printTable(['', 'floor', 'Lineup', 'ratio'], compare(samples, 'floor', 'lineup'));
}
