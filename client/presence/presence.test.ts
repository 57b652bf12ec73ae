import { describe, expect, it } from 'vitest';
import type { ClientMessage } from '../../contract/live.ts';
import { SimulatedTime } from '../../test/simulation/simulated-time.ts';
import { Presence } from './presence.ts';

function start() {
  const time = new SimulatedTime();
  const sent: { at: number; message: ClientMessage }[] = [];
  const presence = new Presence(
    { send: (message) => sent.push({ at: time.now, message }) > 0 },
    time.clock(0),
  );
  const begin = time.now;
  const said = () =>
    sent.map(({ at, message }) => [at - begin, message.type === 'presence' ? message.holds : message]);
  const hear = (page: string, holds: { shift?: string } | null, document = 'monday') =>
    presence.receive({
      type: 'presence',
      team: 'north',
      document,
      page,
      person: `of-${page}`,
      name: 'Dana',
      holds,
    });
  const others = () =>
    presence
      .others('north', 'monday')
      .get()
      .map(({ page, holds }) => [page, holds.shift]);
  return { time, presence, said, hear, others };
}

describe('what this page holds', () => {
  it('is said at once, a hand that moves on at most four times a second, and every 4 seconds', async () => {
    const { time, presence, said } = start();
    presence.hold('north', 'monday', { shift: 'a' });
    presence.hold('north', 'monday', { shift: 'b' });
    presence.hold('north', 'monday', { shift: 'c' });
    await time.pass(9_000);
    const c = { shift: 'c' };
    expect(said()).toEqual([
      [0, { shift: 'a' }],
      [250, c],
      [4_250, c],
      [8_250, c],
    ]);
  });

  it('ends some seconds after the last thing was let go, or at once', async () => {
    const { time, presence, said } = start();
    presence.leave();
    presence.release();
    presence.hold('north', 'monday', { position: 'grill' });
    await time.pass(1_000);
    presence.release();
    await time.pass(1_000);
    presence.hold('north', 'monday', { position: 'fryer' });
    await time.pass(1_000);
    presence.release();
    await time.pass(20_000);
    presence.hold('north', 'monday', {});
    presence.hold('north', 'tuesday', {});
    presence.leave();
    await time.pass(20_000);
    expect(said()).toEqual([
      [0, { position: 'grill' }],
      [1_000, {}],
      [2_000, { position: 'fryer' }],
      [3_000, {}],
      [7_000, {}],
      [11_000, null],
      [23_000, {}],
      [23_000, null],
      [23_000, null],
    ]);
  });
});

describe('what other pages hold', () => {
  it('is there until 10 seconds after the last word', async () => {
    const { time, hear, others } = start();
    hear('two', { shift: 'a' });
    hear('one', {});
    hear('one', {}, 'tuesday');
    expect(others()).toEqual([
      ['one', undefined],
      ['two', 'a'],
    ]);
    await time.pass(6_000);
    hear('two', { shift: 'b' });
    await time.pass(6_000);
    expect(others()).toEqual([['two', 'b']]);
    await time.pass(6_000);
    expect(others()).toEqual([]);
  });

  it('is gone at once when they let go, and when another person signs in here', async () => {
    const { time, presence, hear, others } = start();
    hear('one', {});
    hear('two', {});
    hear('one', null);
    expect(others()).toEqual([['two', undefined]]);
    presence.forget();
    expect(others()).toEqual([]);
    await time.pass(20_000);
    for (let page = 0; page < 200; page++) hear(`page-${page}`, {});
    expect(others()).toHaveLength(50);
  });

  it('is not kept of the days that a page was on weeks ago', () => {
    const { presence } = start();
    const of = (document: string) => presence.others('north', document);
    const [today, first] = [of('monday'), of('day 0')];
    for (let day = 1; day < 30; day++) {
      of(`day ${day}`);
      expect(of('monday')).toBe(today);
    }
    expect(of('day 0')).not.toBe(first);
  });
});
