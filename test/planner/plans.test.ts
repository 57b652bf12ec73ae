import { expect, test } from 'vitest';
import { faultsOf } from '../explore/explore-plans.ts';
import { generateDay } from './days.ts';

// Days that take the planner long are for `npm run explore -- plans`.
const size = { shifts: 20, rotations: 3 };

test.each(Array.from({ length: 40 }, (_, index) => index + 1))(
  '[CK6] the plan of drawn day %i holds in the checker',
  async (seed) => {
    expect(await faultsOf(generateDay(seed, size))).toEqual([]);
  },
);

test('[CK6] breaks come in another order than the law has them where they have no room in its order', async () => {
  expect(await faultsOf(generateDay(5))).toEqual([]);
});
