import { expect, test } from 'vitest';
import { drawBars } from './bars.ts';

const chart = {
  name: 'live',
  title: 'Lineup & the floor',
  unit: 'x',
  mark: { value: 1, label: 'the floor' },
  bars: [
    { label: '50 < 200', value: 0.5 },
    { label: 'all', value: 2 },
  ],
};

test('bars are as long as their values, up to the mark', () => {
  const svg = drawBars(chart);
  const lengths = [...svg.matchAll(/class="bar" [^>]*width="(\d+)"/g)].map(([, length]) => Number(length));
  expect(lengths[1]).toBe(4 * (lengths[0] ?? 0));
  const [, start = ''] = /class="bar" x="(\d+)"/.exec(svg) ?? [];
  expect(svg).toContain(`class="mark" x1="${Number(start) + (lengths[1] ?? 0) / 2}"`);
});

test('the text of labels is not markup, and every bar says its value', () => {
  const svg = drawBars(chart);
  for (const text of ['Lineup &amp; the floor', '50 &lt; 200', '>0.50x<', '>2.00x<']) {
    expect(svg).toContain(text);
  }
});
