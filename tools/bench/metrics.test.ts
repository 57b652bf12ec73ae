import { expect, test } from 'vitest';
import { createRegistry } from '../../server/telemetry/metric.ts';
import { parseMetrics, quantileBetween } from './metrics.ts';

test('a quantile is that of what happened between two readings, on all servers', () => {
  const registries = [createRegistry(), createRegistry()];
  const histograms = registries.map((registry) =>
    registry.histogram({ name: 'seconds', help: '', buckets: [0.1, 0.2, 0.4] }),
  );
  const read = () => parseMetrics(registries.map((registry) => registry.text()));
  histograms[0]?.observe(0.4);
  const before = read();
  for (let time = 0; time < 50; time++) histograms[0]?.observe(0.05);
  for (let time = 0; time < 50; time++) histograms[1]?.observe(0.3);
  expect(quantileBetween(before, read(), 'seconds', 0.5)).toBeCloseTo(0.1);
  expect(quantileBetween(before, read(), 'seconds', 0.75)).toBeCloseTo(0.3);
  expect(quantileBetween(before, read(), 'seconds', 0.99)).toBeCloseTo(0.396);
  histograms[1]?.observe(9);
  expect(quantileBetween(before, read(), 'seconds', 1)).toBe(0.4);
});

test('counters of all servers are added up', () => {
  const registries = [createRegistry(), createRegistry()];
  for (const registry of registries) registry.counter({ name: 'changes_total', help: '' }).add(2);
  expect(parseMetrics(registries.map((registry) => registry.text())).counter('changes_total')).toBe(4);
});
