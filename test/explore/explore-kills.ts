import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { cutLogs } from '../durability/cuts.ts';
import { killServer } from '../durability/kills.ts';

/** `--count 500` kills, `--seed` to have the same changes again; then every cut of a write-ahead log. */
export async function exploreKills(options: string[]): Promise<number> {
  const { values } = parseArgs({
    args: options,
    options: {
      count: { type: 'string', default: '500' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    },
  });
  const seed = Number(values.seed);
  const began = Date.now();
  const { kills, acknowledged, storedUnseen, faults } = await killServer(
    Number(values.count),
    seed,
    (round) => {
      if (round % 25 === 0) console.log(`${round} kills, ${Math.round((Date.now() - began) / 1000)} s`);
    },
  );
  console.log(
    `${kills} kills: ${acknowledged} changes acknowledged, ${storedUnseen} stored before their author knew, ${faults.length} faults.`,
  );
  const cuts = await cutLogs({ commits: 120, last: Number.POSITIVE_INFINITY });
  console.log(`${cuts.frames} frames, cut ${cuts.cuts} times: ${cuts.faults.length} faults.`);
  const all = [...faults, ...cuts.faults];
  for (const fault of all) console.error(fault);
  if (faults.length > 0) console.error(`To have it again: npm run explore -- kills --seed ${seed}`);
  return all.length === 0 ? 0 : 1;
}
