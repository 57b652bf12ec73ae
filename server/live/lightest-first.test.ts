import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLightestFirst } from './work-turns.ts';

const key = fc.integer({ min: 0, max: 40 }).map(String);
const step = fc.oneof(
  fc.record({ type: fc.constant('push' as const), key, cost: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ type: fc.constant('grow' as const), key, by: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ type: fc.constant('shift' as const) }),
);

test('[CH40] what comes next is the lightest of what is first in each line, as users grow heavier', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const used = new Map<string, number>();
      const weigh = ({ keys: [key = ''], cost }: { keys: readonly string[]; cost: number }) =>
        cost + (used.get(key) ?? 0);
      const queue = createLightestFirst(weigh);
      const expected: { keys: readonly string[]; cost: number; since: number }[] = [];
      const shift = () => {
        const firsts = [...Map.groupBy(expected, ({ keys }) => keys[0]).values()].map(([first]) => first);
        const weights = firsts.map((first) => (first ? weigh(first) : Number.NaN));
        const taken = queue.shift();
        if (!taken) return expect(firsts).toEqual([]);
        expect(firsts).toContain(taken);
        expect(weigh(taken)).toBe(Math.min(...weights));
        expected.splice(expected.indexOf(taken), 1);
      };
      for (const [since, each] of steps.entries()) {
        if (each.type === 'grow') used.set(each.key, (used.get(each.key) ?? 0) + each.by);
        if (each.type === 'shift') shift();
        if (each.type !== 'push') continue;
        const work = { keys: [each.key], cost: each.cost, since };
        queue.push(work);
        expected.push(work);
      }
      while (expected.length > 0) shift();
      expect(queue.shift()).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});
