import { describe, expect, it } from 'vitest';
import { memoryOutbox } from '../../test/stores/memory-outbox.ts';
import { Outbox } from './outbox.ts';
import type { OutboxStorage } from './outbox-storage.ts';

const made = (id: string, document = 'monday') => ({
  team: 'north',
  document,
  id,
  change: { type: 'layout.area', area: id } as const,
});
const ids = (outbox: Outbox) => outbox.waiting.map((each) => each.id);

describe('an outbox', () => {
  it('keeps the order in which changes were made, until each is answered', async () => {
    const outbox = new Outbox(memoryOutbox());
    await outbox.belongTo('ann');
    for (const id of ['one', 'two', 'three']) outbox.put(made(id));
    outbox.answered('two', 1);
    outbox.put(made('four', 'tuesday'));
    expect(ids(outbox)).toEqual(['one', 'three', 'four']);
    expect(outbox.of('north', 'monday').map((each) => each.id)).toEqual(['one', 'three']);
  });

  it('is the same after a reload, with the same ids, before what was made since', async () => {
    const storage = memoryOutbox();
    const before = new Outbox(storage);
    await before.belongTo('ann');
    before.put(made('one'));
    before.put(made('two'));
    before.answered('one', 1);
    const after = new Outbox(storage);
    const loaded = after.belongTo('ann');
    after.put(made('three'));
    expect(after.isLoaded).toBe(false);
    await loaded;
    expect(after.isLoaded).toBe(true);
    expect(ids(after)).toEqual(['two', 'three']);
  });

  it('takes an older change that another tab had only in memory before newer ones', async () => {
    const outbox = new Outbox(memoryOutbox());
    await outbox.belongTo('ann');
    for (const id of ['one', 'four']) outbox.add({ user: 'ann', ...made(id) });
    outbox.add({ user: 'ann', ...made('two') }, ['three', 'four']);
    outbox.add({ user: 'ann', ...made('three') }, ['four']);
    outbox.add({ user: 'ann', ...made('five') }, []);
    expect(ids(outbox)).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it('[OB17] keeps changes of a newer version of the app, and says so', async () => {
    const storage = memoryOutbox();
    const old = { ...made('old'), change: { type: 'layout.paint', color: 'red' } as never };
    const taken = { ...old, id: 'taken', taken: { epoch: 'first', version: 2 } };
    for (const each of [made('one'), old, made('two'), taken]) await storage.put({ user: 'ann', ...each });
    const outbox = new Outbox(storage);
    await outbox.belongTo('ann');
    expect(ids(outbox)).toEqual(['one', 'two']);
    expect(outbox.unreadable.get(), 'the server has the other').toBe(1);
    for (const id of ['one', 'two']) outbox.answered(id, 1);
    expect(await outbox.settled, 'nothing of what was stored before').toBeUndefined();
    expect((await storage.waiting('ann')).map(({ id }) => id)).toEqual(['old', 'taken']);
    await outbox.belongTo(null);
    expect(outbox.unreadable.get()).toBe(0);
  });

  it('[OB19] loads what it lacks before it says that it cannot read a change, and says when that fails', async () => {
    const storage = memoryOutbox();
    await storage.put({ user: 'ann', ...made('one') });
    let isUp = true;
    let asked = 0;
    async function loadChanges() {
      asked++;
      if (!isUp) throw new TypeError('Failed to fetch dynamically imported module');
    }
    const outbox = new Outbox(storage, { loadChanges });
    await outbox.belongTo('ann');
    expect([asked, outbox.lacksChanges], 'it can read this one').toEqual([0, false]);
    await storage.put({ user: 'ann', ...made('later'), change: { type: 'crew.paint' } as never });
    isUp = false;
    await outbox.reload();
    expect([asked, outbox.lacksChanges, outbox.unreadable.get()]).toEqual([1, true, 1]);
    expect((await storage.waiting('ann')).map(({ id }) => id)).toEqual(['one', 'later']);
    isUp = true;
    await outbox.reload();
    expect([asked, outbox.lacksChanges]).toEqual([2, false]);
  });

  it('[OB18] keeps what the server took until the device has a copy with it', async () => {
    const storage = memoryOutbox();
    let epoch = 'first';
    const outbox = new Outbox(storage, { epoch: () => epoch });
    await outbox.belongTo('ann');
    for (const id of ['one', 'two', 'three']) outbox.put(made(id));
    outbox.answered('two', 5);
    outbox.answered('one', 6);
    const kept = (of: Outbox) => of.kept('north', 'monday').map(({ id, taken }) => [id, taken]);
    const all = [
      ['two', 5],
      ['one', 6],
      ['three', null],
    ];
    expect(kept(outbox)).toEqual(all);
    expect(ids(outbox), 'which is not sent again').toEqual(['three']);
    await outbox.settled;
    const next = new Outbox(storage, { epoch: () => '' });
    await next.belongTo('ann');
    expect(kept(next)).toEqual(all);
    outbox.copied('north', 'tuesday', { epoch, version: 9 });
    outbox.copied('north', 'monday', { epoch, version: 5 });
    expect(kept(outbox)).toEqual(all.slice(1));
    expect((await storage.waiting('ann')).map(({ id }) => id)).toEqual(['one', 'three']);
    epoch = 'restored';
    expect(kept(outbox), 'lost with the history').toEqual(all.slice(2));
    outbox.copied('north', 'monday', { epoch, version: 1 });
    expect((await storage.waiting('ann')).map(({ id }) => id)).toEqual(['three']);
  });

  it('neither shows nor sends another person’s changes, which are there when they return', async () => {
    const outbox = new Outbox(memoryOutbox());
    await outbox.belongTo('ann');
    outbox.put(made('hers'));
    await outbox.belongTo('ben');
    expect(ids(outbox)).toEqual([]);
    expect(outbox.of('north', 'monday')).toEqual([]);
    outbox.put(made('his'));
    expect(ids(outbox)).toEqual(['his']);
    await outbox.belongTo('ann');
    expect(ids(outbox)).toEqual(['hers']);
  });

  it('takes nothing when nobody is signed in', async () => {
    const storage = memoryOutbox();
    const outbox = new Outbox(storage);
    await outbox.belongTo(null);
    outbox.put(made('one'));
    expect(ids(outbox)).toEqual([]);
  });

  it('ignores stored changes of a person who left while they were loaded', async () => {
    const storage = memoryOutbox();
    await storage.put({ user: 'ann', ...made('hers') });
    const outbox = new Outbox(storage);
    const hers = outbox.belongTo('ann');
    const his = outbox.belongTo('ben');
    await Promise.all([hers, his]);
    expect(ids(outbox)).toEqual([]);
  });

  it('[OB3] leaves out what another tab was told is answered while it is loaded for the first time', async () => {
    const storage = memoryOutbox();
    for (const id of ['one', 'two']) await storage.put({ user: 'ann', ...made(id) });
    const outbox = new Outbox(storage);
    const loading = outbox.belongTo('ann');
    outbox.answered('one', 1);
    await loading;
    expect(ids(outbox)).toEqual(['two']);
  });

  it('keeps the order when the device could not store some of the changes', async () => {
    const storage = memoryOutbox();
    await storage.put({ user: 'ann', ...made('earlier') });
    let isFull = false;
    const outbox = new Outbox({
      ...storage,
      put: (change) => (isFull ? Promise.reject(new Error('no room')) : storage.put(change)),
    });
    await outbox.belongTo('ann');
    for (const id of ['one', 'two', 'three', 'four']) {
      isFull = id === 'one' || id === 'three';
      outbox.put(made(id));
    }
    await outbox.reload();
    expect(ids(outbox)).toEqual(['earlier', 'one', 'two', 'three', 'four']);
  });

  it('goes on in memory when the device keeps nothing', async () => {
    const broken: OutboxStorage = {
      waiting: () => Promise.reject(new Error('no room')),
      put: () => Promise.reject(new Error('no room')),
      remove: () => Promise.reject(new Error('no room')),
      replace: () => Promise.reject(new Error('no room')),
    };
    const outbox = new Outbox(broken);
    await outbox.belongTo('ann');
    outbox.put(made('one'));
    outbox.put(made('two'));
    outbox.answered('one', 1);
    expect(ids(outbox)).toEqual(['two']);
  });
});
