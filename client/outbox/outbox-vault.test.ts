import { randomFillSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { memoryOutbox } from '../../test/stores/memory-outbox.ts';
import { Outbox } from './outbox.ts';
import { OutboxVault } from './outbox-vault.ts';
import { seal, unseal } from './sealing.ts';

const made = (id: string) => ({
  team: 'north',
  document: 'monday',
  id,
  change: { type: 'layout.area', area: `Area ${id}` } as const,
});
const key = (letter: string) => letter.repeat(64);
const random = (count: number) => randomFillSync(new Uint8Array(count));

/** One device with the keys that the server has of each person. */
function device(keys: Record<string, readonly string[]>) {
  const storage = memoryOutbox();
  const memory = new Map<string, string>();
  const asked: string[] = [];
  function open(signedIn: () => string | null) {
    const vault = new OutboxVault({
      storage,
      memory: {
        getItem: (name) => memory.get(name) ?? null,
        setItem: (name, text) => void memory.set(name, text),
        removeItem: (name) => void memory.delete(name),
      },
      random,
      fetchKeys: async (user) => {
        asked.push(user);
        return user === signedIn() ? (keys[user] ?? null) : null;
      },
    });
    return new Outbox(storage, { vault });
  }
  /** A page of this person. */
  async function sign(user: string | null, outbox?: Outbox): Promise<Outbox> {
    const page = outbox ?? open(() => signedInNow);
    signedInNow = user;
    await page.belongTo(user);
    await settled();
    return page;
  }
  let signedInNow: string | null = null;
  const stored = async (user: string) => JSON.stringify(await storage.waiting(user));
  return { storage, memory, asked, sign, stored };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const ids = (outbox: Outbox) => outbox.waiting.map(({ id }) => id);

describe('what waits of a person who signed out', () => {
  it.each(['{', 'null', '{"ann":1}'])(
    'is asked for anew where the device kept %j instead of keys',
    async (kept) => {
      const { memory, asked, sign } = device({ ann: [key('a')] });
      memory.set('outboxKeys', kept);
      const page = await sign('ann');
      page.put(made('one'));
      await settled();
      expect([ids(page), asked]).toEqual([['one'], ['ann']]);
    },
  );

  it('[OB7] is encrypted, with its key forgotten, and is theirs again when they return', async () => {
    const { memory, sign, stored } = device({ ann: [key('a')], ben: [key('b')] });
    const page = await sign('ann');
    for (const id of ['one', 'two']) page.put(made(id));
    expect(await stored('ann')).toContain('Area one');
    await sign(null, page);
    expect(await stored('ann')).not.toContain('Area');
    expect([...memory.values()].join()).not.toContain(key('a'));
    await sign('ben', page);
    expect(ids(page)).toEqual([]);
    page.put(made('his'));
    await sign('ann', page);
    expect(page.waiting.map(({ change }) => change)).toEqual([made('one').change, made('two').change]);
    expect(await stored('ann'), 'also for a page that opens without the server').toContain('Area one');
    expect(await stored('ben')).not.toContain('Area');
    await sign('ben', page);
    expect(ids(page)).toEqual(['his']);
  });

  it('[OB7] is encrypted by the next page, when their session ended while none was open', async () => {
    const { sign, stored, memory } = device({ ann: [key('a')], ben: [key('b')] });
    (await sign('ann')).put(made('one'));
    await sign('ben');
    expect(await stored('ann')).not.toContain('Area');
    expect(Object.keys(JSON.parse(memory.get('outboxKeys') ?? ''))).toEqual(['ben']);
  });

  it('[OB7] is encrypted also when they are back before it was, and once', async () => {
    const { storage, sign, stored } = device({ ann: [key('a')] });
    const sealed = vi.spyOn(storage, 'replace');
    const page = await sign('ann');
    page.put(made('one'));
    void page.belongTo(null);
    void page.belongTo('ben');
    await sign('ann', page);
    expect(sealed).toHaveBeenCalledTimes(2); // and opened
    page.put(made('two'));
    await sign(null, page);
    expect(await stored('ann')).not.toContain('Area');
    expect(ids(await sign('ann', page))).toEqual(['one', 'two']);
  });

  it.each([
    ['first', 0, 1],
    ['last', 1, 0],
  ])(
    '[OB7] is encrypted also by the %s tab when the other has forgotten the key',
    async (_, mine, theirs) => {
      const { sign, stored } = device({ ann: [key('a')] });
      const tabs = [await sign('ann'), await sign('ann')];
      const [other, one] = [tabs[mine] as Outbox, tabs[theirs] as Outbox];
      other.put(made('one'));
      await sign(null, one);
      expect(await stored('ann')).not.toContain('Area');
      other.put(made('two'));
      await sign(null, other);
      expect(await stored('ann')).not.toContain('Area');
      expect(ids(await sign('ann'))).toEqual(['one', 'two']);
    },
  );

  it('[OB7] is encrypted with their own key also by a tab that has not noticed that someone else signed in', async () => {
    const { sign, stored } = device({ ann: [key('a')], ben: [key('b')] });
    const [one, other] = [await sign('ann'), await sign('ann')];
    other.put(made('one'));
    await sign(null, one);
    await sign('ben', one);
    await other.reload();
    other.put(made('two'));
    await sign('ben', other);
    expect(await stored('ann')).not.toContain('Area');
    expect(ids(await sign('ann'))).toEqual(['one', 'two']);
  });

  it('[OB7] outlives a new secret of the server, whose keys then include the old one', async () => {
    const keys = { ann: [key('a')] };
    const { sign } = device(keys);
    const page = await sign('ann');
    page.put(made('one'));
    await sign(null, page);
    keys.ann = [key('c'), key('a')];
    await sign('ann', page);
    page.put(made('two'));
    await sign(null, page);
    expect(ids(await sign('ann', page))).toEqual(['one', 'two']);
  });

  it('[OB18] ends with the copies where the server took it already', async () => {
    const { storage, sign } = device({ ann: [key('a')] });
    const page = await sign('ann');
    page.put(made('one'));
    await settled();
    await storage.replace([{ user: 'ann', ...made('one'), taken: { epoch: 'first', version: 2 } }]);
    await sign(null, page);
    expect(await storage.waiting('ann')).toEqual([]);
  });

  it('[OB7] stays encrypted, and stored, without its key', async () => {
    const keys: Record<string, readonly string[]> = { ann: [key('a')] };
    const { sign } = device(keys);
    const page = await sign('ann');
    page.put(made('one'));
    await sign(null, page);
    keys.ann = [key('f')];
    expect(ids(await sign('ann', page))).toEqual([]);
    keys.ann = [key('a')];
    await page.reload();
    expect(ids(page)).toEqual(['one']);
  });

  it('is left as it is when it is from before there were keys', async () => {
    const { storage, sign, stored } = device({ ben: [key('b')] });
    await storage.put({ user: 'ann', ...made('old') });
    await sign('ben');
    expect(await stored('ann')).toContain('Area old');
    expect(ids(await sign('ann'))).toEqual(['old']);
  });

  it('a key is asked for once, and only for a change can it be altered by nobody', async () => {
    const { sign, asked } = device({ ann: [key('a')] });
    const page = await sign('ann');
    await page.reload();
    await sign('ann');
    expect(asked).toEqual(['ann']);
    const sealed = seal({ user: 'ann', ...made('one') }, key('a'), random);
    expect(unseal(sealed, key('a'))).toEqual({ user: 'ann', ...made('one') });
    expect(unseal({ ...sealed, user: 'ben' }, key('a'))).toBeNull();
    expect(unseal({ ...sealed, id: 'two' }, key('a'))).toBeNull();
    expect(unseal({ ...sealed, sealed: `${sealed.sealed.slice(0, -2)}00` }, key('a'))).toBeNull();
  });
});
