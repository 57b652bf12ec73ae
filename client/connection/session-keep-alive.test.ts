import { expect, it } from 'vitest';
import { openReliableNetwork } from '../../test/simulation/reliable-network.ts';
import { keepSessionAlive } from './session-keep-alive.ts';

const hour = 3_600_000;

it('a board that only watches uses its session twice a day; one of nobody asks nothing', async () => {
  const { time, open } = await openReliableNetwork({ ann: 'manager' });
  const [board, nobody] = [open('ann'), open(null)];
  for (const { client } of [board, nobody]) {
    client.open('layout', 'north', 'monday').subscribe(() => {});
    keepSessionAlive(client, time.clock(0));
  }
  await time.pass(30_000);
  const before = [board.asked.length, nobody.asked.length];
  await time.pass(25 * hour);
  expect(board.asked.slice(before[0])).toEqual(['/api/me', '/api/me', '/api/me']);
  expect(nobody.asked.slice(before[1])).toEqual([]);
});
