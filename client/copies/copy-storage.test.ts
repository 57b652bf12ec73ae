import { expect, it } from 'vitest';
import { memoryCopies } from '../../test/stores/memory-copies.ts';
import { copiesToDrop, mayRead, mostCopies, mostText } from './copy-storage.ts';

const copy = (at: number, length = 1) => ({ key: `north/${at}`, at, length });

it('the oldest copies are dropped first, by number and by size', () => {
  const many = Array.from({ length: mostCopies + 2 }, (_, at) => copy(at));
  expect(copiesToDrop(many.toReversed())).toEqual(['north/1', 'north/0']);
  const large = [copy(1, mostText / 2), copy(2, mostText / 2), copy(3, 1)];
  expect(copiesToDrop(large)).toEqual(['north/1']);
  expect(copiesToDrop(large.slice(0, 2))).toEqual([]);
});

it('[OF7] copies of a team go when the person is no longer in it', async () => {
  const user = { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
  const north = { id: 'north', name: 'North', role: 'lead' } as const;
  const south = { id: 'south', name: 'South', role: 'lead' } as const;
  const copies = memoryCopies();
  await copies.belongTo({ user, teams: [north, south] });
  await copies.save('ann', { key: 'north/monday', at: 1, text: '{}' });
  await copies.save('ann', { key: 'south/monday', at: 1, text: '{}' });
  await copies.belongTo({ user, teams: [south] });
  expect([...copies.stored.keys()]).toEqual(['south/monday']);
  expect(mayRead('north/monday', { user, teams: [] })).toBe(false);
});

const lead = (role: 'lead' | 'viewer') => ({
  user: { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' },
  teams: [
    { id: 'north', name: 'North', role },
    { id: 'south', name: 'South', role: 'lead' as const },
  ],
});
const keys = ['north/monday', 'north/crew', 'north/api/teams/north/worked?to=2026-11-21', 'south/crew'];

it('[OF7] what a lead saw goes when they are a viewer', async () => {
  const copies = memoryCopies();
  await copies.belongTo(lead('lead'));
  for (const key of keys) await copies.save('ann', { key, at: 1, text: '{}' });
  await copies.belongTo(lead('lead'));
  expect([...copies.stored.keys()]).toEqual(keys);
  await copies.belongTo(lead('viewer'));
  expect([...copies.stored.keys()]).toEqual(['south/crew']);
});

it('[OF7] and what an earlier version of the app left then', async () => {
  const copies = memoryCopies();
  await copies.belongTo(lead('viewer'));
  for (const key of keys) await copies.save('ann', { key, at: 1, text: '{}' });
  await copies.belongTo(lead('viewer'));
  expect([...copies.stored.keys()]).toEqual(['north/monday', 'south/crew']);
});

it('a tab that missed changes does not store an older version over a newer one', async () => {
  const user = { id: 'ann', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
  const copies = memoryCopies();
  await copies.belongTo({ user, teams: [{ id: 'north', name: 'North', role: 'lead' }] });
  const save = (version: number, epoch = 'one') =>
    copies.save('ann', { key: 'north/monday', at: 1, text: `${version}`, version: { epoch, version } });
  await save(3);
  await save(2);
  expect(copies.stored.get('north/monday')?.text).toBe('3');
  await save(2, 'restored');
  expect(copies.stored.get('north/monday')?.text, 'of another store').toBe('2');
});
