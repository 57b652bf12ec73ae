import { expect, test } from 'vitest';
import { cutLogs } from './cuts.ts';

test('[DU2] a write-ahead log cut anywhere in its last frames opens at exactly the last whole commit', async () => {
  const report = await cutLogs({ commits: 12, last: 24 });
  expect(report.faults).toEqual([]);
  expect(report.cuts).toBe(24 * 5);
});
