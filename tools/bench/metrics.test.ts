import { Counter, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parseMetrics, quantileBetween } from './cluster.ts';

const read = async (registries: readonly Registry[]) =>
  parseMetrics(await Promise.all(registries.map((registry) => registry.metrics())));

test('a quantile is that of what happened between two readings, on all servers', async () => {
  const registries = [new Registry(), new Registry()];
  const [one, other] = registries.map(
    (registry) =>
      new Histogram({ name: 'seconds', help: 'Time.', buckets: [0.1, 0.2, 0.4], registers: [registry] }),
  );
  one?.observe(0.4);
  const before = await read(registries);
  for (let time = 0; time < 50; time++) {
    one?.observe(0.05);
    other?.observe(0.3);
  }
  const after = await read(registries);
  expect(quantileBetween(before, after, 'seconds', 0.5)).toBeCloseTo(0.1);
  expect(quantileBetween(before, after, 'seconds', 0.75)).toBeCloseTo(0.3);
  expect(quantileBetween(before, after, 'seconds', 0.99)).toBeCloseTo(0.396);
  other?.observe(9);
  expect(quantileBetween(before, await read(registries), 'seconds', 1)).toBe(0.4);
});

test('counters of all servers are added up', async () => {
  const registries = [new Registry(), new Registry()];
  for (const registry of registries) {
    new Counter({ name: 'changes_total', help: 'Changes.', registers: [registry] }).inc(2);
  }
  expect((await read(registries)).counter('changes_total')).toBe(4);
});
