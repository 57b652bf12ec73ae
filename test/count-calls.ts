import { Session } from 'node:inspector';

/** How many functions `work` calls, directly or not: the same on any machine, however busy it is. */
export function countCalls(work: () => void): number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  work();
  let calls = 0;
  session.post('Profiler.takePreciseCoverage', (_, coverage) => {
    const ranges = coverage.result.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
    calls = ranges.reduce((sum, { count }) => sum + count, 0);
  });
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return calls;
}
