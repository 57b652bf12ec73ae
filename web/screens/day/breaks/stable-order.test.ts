import { expect, test } from 'vitest';
import { keepOrder } from './stable-order.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('[DV1] what was shown keeps its order, what is new comes at its end, what is gone is left out', () => {
  const wanted = rows('out', 'new', 'first', 'second', 'newer');
  expect(keepOrder(wanted, ['first', 'out', 'gone', 'second'])).toEqual(
    rows('first', 'out', 'second', 'new', 'newer'),
  );
});
