import type { Abuse, Hostile } from './hostile.ts';
import { httpAbuses } from './http-abuses.ts';
import { liveAbuses } from './live-abuses.ts';

export const abuses: Readonly<Record<string, Abuse>> = { ...liveAbuses, ...httpAbuses };

// One abuse, in a process of its own: repeats it until the time is up.

export interface Attack {
  readonly abuse: string;
  readonly hostile: Hostile;
  readonly seconds: number;
}

process.once('message', async ({ abuse, hostile, seconds }: Attack) => {
  const round = await abuses[abuse]?.start(hostile);
  if (!round) throw new Error(`There is no abuse ${abuse}.`);
  process.send?.('begun');
  let rounds = 0;
  // A round that is not answered by then is left behind: limits can make it last for minutes.
  setTimeout(() => process.send?.(rounds, () => process.exit()), seconds * 1_000);
  for (;;) {
    await round();
    rounds += 1;
  }
});
