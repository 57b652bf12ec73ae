import { expect, test } from 'vitest';
import { killServer } from './kills.ts';

test('[DU1] killed 20 times while people change the board: nothing acknowledged is lost, doubled, or out of order', async () => {
  const report = await killServer(20, 1);
  expect(report.faults).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(400);
  // Otherwise the kills came between the commits.
  expect(report.storedUnseen).toBeGreaterThan(0);
}, 300_000);
