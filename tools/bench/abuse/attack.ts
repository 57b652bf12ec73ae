// One abuse, in a process of its own: repeats it until it is told to stop, or ends.
import { abuses } from './abuses.ts';
import type { Hostile } from './hostile.ts';

export interface Attack {
  readonly abuse: string;
  readonly hostile: Hostile;
  readonly seconds: number;
}

process.once('message', async ({ abuse, hostile, seconds }: Attack) => {
  const round = await abuses[abuse]?.start(hostile);
  if (!round) throw new Error(`There is no abuse ${abuse}.`);
  process.send?.('begun');
  const end = performance.now() + seconds * 1_000;
  let rounds = 0;
  for (; performance.now() < end; rounds++) await round();
  process.send?.(rounds, () => process.exit());
});
