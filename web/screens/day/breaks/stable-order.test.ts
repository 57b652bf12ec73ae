import { expect, test } from 'vitest';
import { keepOrder } from './stable-order.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('[DV1] rows keep their order, new rows go to the end, and removed rows are dropped', () => {
  const wanted = rows('out', 'new', 'first', 'second', 'newer');
  expect(keepOrder(wanted, ['first', 'out', 'gone', 'second'])).toEqual(
    rows('first', 'out', 'second', 'new', 'newer'),
  );
});
