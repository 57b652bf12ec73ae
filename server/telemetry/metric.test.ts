import { expect, test } from 'vitest';
import { parseMetrics } from '../../test/operations/metrics-text.ts';
import { createRegistry } from './metric.ts';

test('[OP3] a counter without labels is there from the start, others with their first value', () => {
  const registry = createRegistry();
  registry.counter({ name: 'done_total', help: 'Done.' });
  const by = registry.counter({ name: 'by_total', help: 'By kind.', labels: ['kind', 'place'] });
  by.add(1, 'one', 'here');
  by.add(2, 'one', 'here');
  by.add(1, 'two', 'here');
  expect(registry.text()).toBe(
    [
      '# HELP done_total Done.',
      '# TYPE done_total counter',
      'done_total 0',
      '# HELP by_total By kind.',
      '# TYPE by_total counter',
      'by_total{kind="one",place="here"} 3',
      'by_total{kind="two",place="here"} 1',
      '',
    ].join('\n'),
  );
});

test('[OP3] a histogram counts each value in all buckets that are large enough', () => {
  const registry = createRegistry();
  const sizes = registry.histogram({ name: 'size', help: 'Size.', buckets: [1, 10] });
  for (const value of [0.5, 1, 4, 400]) sizes.observe(value);
  expect([...(parseMetrics(registry.text()).get('size')?.values ?? [])]).toEqual([
    ['_bucket{le="1"}', 2],
    ['_bucket{le="10"}', 3],
    ['_bucket{le="+Inf"}', 4],
    ['_sum', 405.5],
    ['_count', 4],
  ]);
});

test('[OP3] quotes, backslashes and line ends in labels are escaped', () => {
  const registry = createRegistry();
  registry.counter({ name: 'odd_total', help: 'Odd.', labels: ['text'] }).add(1, 'a"b\\c\nd');
  expect(registry.text()).toContain('odd_total{text="a\\"b\\\\c\\nd"} 1\n');
  expect(parseMetrics(registry.text()).get('odd_total')?.values.size).toBe(1);
});
