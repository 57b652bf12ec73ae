import { expect, test } from 'vitest';
import { killServer } from './kills.ts';

// More kills: npm run explore -- kills. It also says how many came between a commit and its answer.
test('[DU1] killed five times while people change the board: nothing acknowledged is lost, doubled, or out of order', async () => {
  const { faults, acknowledged } = await killServer(5, 1);
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(20);
});
