import { Session } from 'node:inspector';

/** How many functions `work` calls, directly or not: the same on any machine, however busy it is. */
export function countCalls(work: () => void): number {
  const counted = startCounting();
  work();
  return counted();
}

/** The same for work that waits for others, whose calls in this process count too. */
export async function countCallsUntil(work: () => Promise<unknown>): Promise<number> {
  const counted = startCounting();
  await work();
  return counted();
}

function startCounting(): () => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  return () => {
    let calls = 0;
    session.post('Profiler.takePreciseCoverage', (_, coverage) => {
      const ranges = coverage.result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
      calls = ranges.reduce((sum, { count }) => sum + count, 0);
    });
    session.post('Profiler.stopPreciseCoverage');
    session.disconnect();
    return calls;
  };
}
