import { expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

it('keeps what was set or asked for last', () => {
  const recent = new RecentMap<string, number>(3);
  for (const [at, key] of ['one', 'two', 'three'].entries()) recent.set(key, at);
  recent.get('one');
  recent.set('four', 3).set('two', 4);
  expect([...recent]).toEqual([
    ['one', 0],
    ['four', 3],
    ['two', 4],
  ]);
  expect(recent.get('three')).toBeUndefined();
  expect(recent.delete('four')).toBe(true);
  recent.set('one', 5).set('five', 6);
  expect([...recent.keys()]).toEqual(['two', 'one', 'five']);
});
