// One abuse in a process of its own, which repeats it until the time is up.
import { serveLoad } from '../load-process.ts';
import type { Target } from '../pages.ts';
import { abuses } from './abuses.ts';

export interface AttackJob {
  readonly abuse: string;
  readonly hostile: Target;
}

// A round that is not answered by then is left behind: limits can make it last for minutes.
serveLoad(async ({ abuse, hostile }: AttackJob) => {
  const round = await abuses[abuse]?.start(hostile);
  if (!round) throw new Error(`There is no abuse ${abuse}.`);
  return ({ seconds }: { seconds: number }) =>
    new Promise<number>((resolve) => {
      let rounds = 0;
      setTimeout(() => resolve(rounds), seconds * 1_000);
      void (async () => {
        for (;;) {
          await round();
          rounds += 1;
        }
      })();
    });
});
