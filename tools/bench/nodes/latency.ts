import { startProcess } from '../load-process.ts';
import { quantile, watchOthers } from '../samples.ts';
import type { Cluster } from './cluster.ts';
import type { PacedJob, Waits } from './paced-load.ts';
import { type Findings, stopAll } from './throughput.ts';

const perSecond = 300;
export const reachFigures = {
  p50: `ms until a page has it, p50, ${perSecond} changes/s: another node to the same`,
  p95: `ms until a page has it, p95, ${perSecond} changes/s: another node to the same`,
} as const;

export async function measureReach(
  cluster: Cluster,
  { pairs, seconds }: { readonly pairs: number; readonly seconds: number },
  { samples, others }: Findings,
): Promise<void> {
  const nodes = await cluster.start(2);
  const [one, two] = nodes.map(({ target }) => target);
  if (!one || !two) throw new Error('Two nodes are needed.');
  for (let pair = 0; pair < pairs; pair++) {
    const targets = pair % 2 === 0 ? ([one, two] as const) : ([two, one] as const);
    const load = await startProcess<Waits>('nodes/paced-load.ts', {
      ...{ targets, perSecond, seconds },
    } satisfies PacedJob);
    const busy = watchOthers();
    const waits = await load.proceed();
    others.push(busy());
    await load.end();
    for (const [about, share] of [
      [reachFigures.p50, 0.5],
      [reachFigures.p95, 0.95],
    ] as const) {
      samples.push({ about, system: 'base', value: quantile(waits.same, share) });
      samples.push({ about, system: 'measured', value: quantile(waits.other, share) });
    }
  }
  await stopAll(nodes);
}
