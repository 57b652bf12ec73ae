import { describe, expect, it, vi } from 'vitest';
import { getMe } from '../../contract/me.ts';
import { buildLayout } from '../../test/builders.ts';
import {
  type Opened,
  openReliableNetwork,
  serverStart,
  team,
} from '../../test/simulation/reliable-network.ts';
import type { Tampering } from '../../test/simulation/simulated-network.ts';
import { memoryCopies } from '../../test/stores/memory-copies.ts';
import { memoryOutbox } from '../../test/stores/memory-outbox.ts';
import { signOut } from '../calls/sign-in.ts';

const rename = (name: string) => ({ type: 'shift.edit', shift: 'ana', teamMember: name }) as const;

/** One device, on which pages are opened one after the other. */
async function openDevice(tampering: Tampering = {}) {
  const network = await openReliableNetwork({ ann: 'manager', ben: 'manager' }, tampering);
  const device = {
    copies: memoryCopies(),
    storage: memoryOutbox(),
    memory: new Map([['selectedTeam', team]]),
  };
  const others = { copies: memoryCopies(), memory: new Map([['selectedTeam', team]]) };
  let page = -1;
  const open = (user: string, options: object = device, isCut = false) => {
    page += 1;
    if (isCut) network.network.goDown(page);
    const opened = network.open(user, options);
    watch(opened);
    return opened;
  };
  const back = () => network.network.comeBack(page);
  return { ...network, device, others, open, back };
}

const openMonday = ({ client }: Opened) => client.open('layout', team, 'monday');
/** The layout on screen, as soon as it is known who is signed in. */
function watch({ client }: Opened): void {
  let isOpen = false;
  const look = () => {
    if (isOpen || !client.me.get()?.user) return;
    isOpen = true;
    client.open('layout', team, 'monday').subscribe(() => {});
  };
  client.me.subscribe(look);
  look();
}
const nameOnBoard = (page: Opened) => {
  const view = openMonday(page).get();
  return view.state === 'ready' ? view.body.shifts.find(({ id }) => id === 'ana')?.teamMember : view.state;
};

describe('a page that opens without the server', () => {
  it('[OF7] forgets what a lead saw when it learns that the person is a viewer now', async () => {
    const { time, open, device, back, store } = await openDevice();
    const first = open('ann');
    await time.pass(1_000);
    openMonday(first).change(rename('Anna'));
    await time.pass(20_000);
    const crew = `${team}/crew`;
    await device.copies.save('ann', { key: crew, at: 1, text: '{}' });
    first.client.close();
    await store.members.setRole(team, 'ann', 'viewer');

    const page = open('ann', device, true);
    await time.pass(1_000);
    expect(nameOnBoard(page)).toBe('Anna');
    expect([...device.copies.stored.keys()]).toContain(crew);
    back();
    await time.pass(5_000);
    expect(page.client.me.get()?.teams).toMatchObject([{ role: 'viewer' }]);
    expect([...device.copies.stored.keys()]).not.toContain(crew);
  });

  it('[OF5] [OF6] shows what was seen last, says how old it is, and takes changes that are sent later', async () => {
    const { time, open, device, back } = await openDevice();
    const first = open('ann');
    await time.pass(1_000);
    openMonday(first).change(rename('Anna'));
    await time.pass(20_000);
    first.client.close();
    await time.pass(3_600_000);

    const page = open('ann', device, true);
    await time.pass(1_000);
    expect(page.client.me.get()?.user?.id).toBe('ann');
    expect(nameOnBoard(page)).toBe('Anna');
    const { at, isRestored } = page.client.copies.asOf();
    expect(isRestored).toBe(true);
    expect(Math.abs((at ?? 0) - (serverStart + 21_000))).toBeLessThan(11_000);
    expect(openMonday(page).change(rename('Annie')).ok).toBe(true);
    expect(nameOnBoard(page)).toBe('Annie');

    back();
    await time.pass(5_000);
    expect(page.client.unsaved.get()).toBe(0);
    expect(page.client.copies.asOf().isRestored).toBe(false);
    const watches = page.sent.filter((message) => message.type === 'watch' && message.document === 'monday');
    expect(watches, '[OF9] it continues from the version it has').toMatchObject([{ since: 2 }]);
  });

  it('[OF9] shows nothing of it while the server may still answer', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(5_000);
    first.client.close();
    const other = open('ben', { copies: memoryCopies(), memory: new Map([['selectedTeam', team]]) });
    await time.pass(1_000);
    openMonday(other).change(rename('Anna'));
    await time.pass(1_000);
    const page = open('ann', device);
    const seen = new Set<string | undefined>();
    page.client.me.subscribe(() => openMonday(page).subscribe(() => seen.add(nameOnBoard(page))));
    await time.pass(5_000);
    expect([...seen]).toEqual(['Anna']);
  });

  it('[OB18] shows a change that was answered a moment before the page ended, once', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(20_000);
    const notes = { type: 'notes.edit', base: [], next: [{ insert: 'Call Sam\n' }] } as const;
    openMonday(first).change(notes);
    while (first.client.unsaved.get() > 0) await time.pass(1);
    const shownOffline = async () => {
      const page = open('ann', device, true);
      await time.pass(1_000);
      const view = openMonday(page).get();
      page.client.close();
      return view.state === 'ready' && [view.body.notes, view.pending];
    };
    const expected = [notes.next, 0];
    expect(await shownOffline(), 'before the copy is stored').toEqual(expected);
    await time.pass(1_000);
    expect(await shownOffline(), 'and after').toEqual(expected);
    expect(await device.storage.waiting('ann')).toEqual([]);
    first.client.close();
  });

  it('[OB18] shows a document that was made a moment before the page ended, on every page until it is stored', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(20_000);
    const layout = buildLayout({ area: 'Patio' });
    const made = first.client.create(team, { type: 'layout.create', layout });
    const id = made.ok ? made.value : '';
    while (first.client.unsaved.get() > 0) await time.pass(1);
    const shownOffline = async () => {
      const { client } = open('ann', device, true);
      await time.pass(1_000);
      const document = client.open('layout', team, id);
      document.subscribe(() => {});
      await time.pass(1_000);
      const view = document.get();
      client.close();
      return view.state === 'ready' && view.body.area;
    };
    first.client.close();
    expect(await shownOffline()).toBe('Patio');
    expect(await shownOffline()).toBe('Patio');
  });

  it('[OB18] shows what another page of the device stored, though this one has not loaded the layout', async () => {
    const { time, open, device } = await openDevice({
      toClient: (message, page) => (page === 1 && message.type === 'snapshot' ? [] : [message]),
    });
    const first = open('ann');
    await time.pass(20_000);
    first.client.close();
    const change = { type: 'shift.edit', shift: 'ana', teamMember: 'Anna' } as const;
    await device.storage.put({ user: 'ann', team, document: 'monday', id: 'waiting', change });
    const second = open('ann', { ...device, copies: { ...device.copies, load: async () => null } });
    await time.pass(5_000);
    expect([nameOnBoard(second), second.client.unsaved.get()]).toEqual(['loading', 0]);
    second.client.close();
    const page = open('ann', device, true);
    await time.pass(1_000);
    expect(nameOnBoard(page)).toBe('Anna');
  });

  it('[OB18] shows what another page of the device stored, though this one was told that it is missing', async () => {
    const { time, open, device } = await openDevice({
      toClient: (message, page) => {
        if (page !== 1 || message.type !== 'snapshot' || message.document !== 'monday') return [message];
        return [{ type: 'gone', team, document: 'monday', why: 'missing' }];
      },
    });
    const first = open('ann');
    await time.pass(20_000);
    const { remove } = device.copies;
    const slow = {
      load: async () => null,
      remove: (...key: Parameters<typeof remove>) => time.wait(100).then(() => remove(...key)),
    };
    const second = open('ann', { ...device, copies: { ...device.copies, ...slow } });
    await time.pass(20_000);
    openMonday(first).change(rename('Anna'));
    await time.pass(5_000);
    for (const { client } of [first, second]) client.close();
    const page = open('ann', device, true);
    await time.pass(1_000);
    expect(nameOnBoard(page)).toBe('Anna');
  });

  it('[OB18] shows a document that was made before the page ended, which had not loaded it', async () => {
    const { time, open, device } = await openDevice({
      toClient: (message) =>
        message.type === 'snapshot' && !/^(north|monday)$/.test(message.document) ? [] : [message],
    });
    const { client } = open('ann');
    await time.pass(20_000);
    const made = client.create(team, { type: 'layout.create', layout: buildLayout({ area: 'Patio' }) });
    const id = made.ok ? made.value : '';
    client.open('layout', team, id).subscribe(() => {});
    await time.pass(5_000);
    expect(client.unsaved.get()).toBe(0);
    client.close();
    const page = open('ann', device, true);
    await time.pass(1_000);
    const document = page.client.open('layout', team, id);
    document.subscribe(() => {});
    await time.pass(1_000);
    expect(document.get()).toMatchObject({ state: 'ready', body: { area: 'Patio' } });
  });

  it('shows nothing of a copy that another version of the app stored and this one cannot read', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(5_000);
    first.client.close();
    for (const copy of device.copies.stored.values()) Object.assign(copy, { text: '{"version":1}' });
    const page = open('ann', device, true);
    await time.pass(10_000);
    expect(nameOnBoard(page)).toBe('loading');
    expect(page.client.me.get()?.user?.id).toBe('ann');
  });

  it('stores several changes in a row once', async () => {
    const { time, open, device } = await openDevice();
    const page = open('ann');
    await time.pass(5_000);
    const save = vi.spyOn(device.copies, 'save');
    for (const name of ['Anna', 'Annie', 'Anita']) openMonday(page).change(rename(name));
    await time.pass(5_000);
    expect(save).toHaveBeenCalledTimes(1);
    expect(device.copies.stored.get(`${team}/monday`)?.text).toContain('Anita');
  });

  it('[OF5] says of when it is also where somebody left it before the page ended offline', async () => {
    const { time, open, device, network } = await openDevice();
    const first = open('ann');
    const settings = (page: Opened) => page.client.open('team', team, team).subscribe(() => {});
    await time.pass(1_000);
    const leave = settings(first);
    await time.pass(60_000);
    network.goDown(0);
    leave();
    await time.pass(120_000);
    first.client.close();
    const page = open('ann', device, true);
    await time.pass(1_000);
    settings(page);
    await time.pass(5_000);
    expect((page.client.copies.asOf().at ?? 0) - serverStart).toBeGreaterThan(50_000);
  });

  it('[OF9] shows nothing of it while a newer version is on its way', async () => {
    const { time, open, device, others } = await openDevice({
      toClient: (message, page) =>
        page === 2 && message.type === 'changed' && message.version === 3 ? [] : [message],
    });
    const first = open('ann');
    await time.pass(20_000);
    first.client.close();
    const other = open('ben', others);
    await time.pass(1_000);
    for (const name of ['Anna', 'Annie']) openMonday(other).change(rename(name));
    await time.pass(1_000);
    const page = open('ann', device);
    const seen = new Set<string | undefined>();
    page.client.me.subscribe(() => openMonday(page).subscribe(() => seen.add(nameOnBoard(page))));
    await time.pass(5_000);
    expect([...seen]).toEqual(['Annie']);
  });

  it('shows what a slow device stored, and does not wait for it while the server answers', async () => {
    const { time, open, device, others } = await openDevice();
    const first = open('ann');
    await time.pass(20_000);
    first.client.close();
    const { copies } = device;
    const slow: typeof copies = {
      ...copies,
      load: async (user, key) => time.wait(4_000).then(() => copies.load(user, key)),
    };
    const page = open('ann', { ...device, copies: slow }, true);
    await time.pass(3_000);
    expect(nameOnBoard(page)).toBe('loading');
    await time.pass(3_000);
    expect(nameOnBoard(page)).toBe('ana');
    const online = open('ann', { ...others, copies: slow });
    await time.pass(1_500);
    expect(nameOnBoard(online)).toBe('ana');
    openMonday(online).change(rename('Anna'));
    await time.pass(5_000);
    expect(nameOnBoard(online), 'what comes too late is ignored').toBe('Anna');
    expect(online.client.copies.asOf().isRestored).toBe(false);
  });

  it('[OF7] shows nothing after its person signed out', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(5_000);
    expect(device.copies.stored.size).toBeGreaterThan(0);
    await signOut(first.client);
    await time.pass(1_000);
    expect(device.copies.stored.size).toBe(0);
    first.client.close();
    const page = open('ann', device, true);
    await time.pass(10_000);
    expect(page.client.me.get()).toBeNull();
  });

  it('[OF7] shows the next person nothing of the one before, and stores nothing for the one before', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(5_000);
    const second = open('ben');
    await time.pass(5_000);
    openMonday(first).change(rename('Anna'));
    await time.pass(5_000);
    await expect(device.copies.load('ann', `${team}/monday`)).resolves.toBeNull();
    first.client.close();
    second.client.close();
    const page = open('ben', device, true);
    await time.pass(1_000);
    expect(page.client.me.get()?.user?.id).toBe('ben');
  });

  it('[OF7] stores for the next person nothing that the device was slow to store for the one before', async () => {
    const { time, open, device } = await openDevice();
    const { storage } = device;
    const slow: typeof storage = {
      ...storage,
      replace: (changes) => time.wait(2_000).then(() => storage.replace(changes)),
    };
    const page = open('ann', { ...device, storage: slow });
    await time.pass(5_000);
    openMonday(page).change(rename('Anna'));
    await time.pass(1_000);
    page.become('ben');
    await page.client.changeUser(getMe, {});
    await time.pass(5_000);
    expect(device.copies.of()).toBe('ben');
    await expect(device.copies.load('ben', `${team}/monday`)).resolves.toBeNull();
  });

  it('[OF7] shows the next person nothing that the device was slow to load for the one before', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann');
    await time.pass(5_000);
    first.client.close();
    const { copies } = device;
    const slow: typeof copies = {
      ...copies,
      load: async (user, key) => {
        const stored = await copies.load(user, key);
        return time.wait(2_000).then(() => stored);
      },
    };
    const page = open('ann', { ...device, copies: slow });
    await time.pass(1_000);
    const loading = page.client.copies.loadDocument(`${team}/monday`);
    page.become('ben');
    await page.client.changeUser(getMe, {});
    await time.pass(5_000);
    await expect(loading).resolves.toBeNull();
  });

  it('[OF5] stores what the next person sees, also within a moment of what the one before saw', async () => {
    const { time, open, device } = await openDevice();
    const page = open('ann');
    while (nameOnBoard(page) === 'loading') await time.pass(1);
    page.become('ben');
    await page.client.changeUser(getMe, {});
    openMonday(page).subscribe(() => {});
    await time.pass(10_000);
    await expect(device.copies.load('ben', `${team}/monday`)).resolves.toMatchObject({
      version: { version: 1 },
    });
  });

  it('[OF7] forgets the person when the server says that the session has ended', async () => {
    const { time, open, device, back } = await openDevice();
    const first = open('ann');
    await time.pass(5_000);
    first.client.close();
    const page = open('ann', device, true);
    await time.pass(1_000);
    expect(nameOnBoard(page)).toBe('ana');
    page.become(null);
    back();
    await time.pass(5_000);
    expect(page.client.me.get()).toEqual({ user: null, teams: [] });
    expect(page.client.choices.hasEnded.get()).toBe(true);
    expect(device.copies.stored.size).toBe(0);
  });

  it('knows the time of a device whose clock is a day off', async () => {
    const { time, open, device } = await openDevice();
    const first = open('ann', { ...device, clockError: serverStart + 86_400_000 });
    await time.pass(30_000);
    first.client.close();
    await time.pass(7_200_000);
    const page = open('ann', { ...device, clockError: serverStart + 86_400_000 }, true);
    await time.pass(1_000);
    expect(Math.abs(page.client.now() - (serverStart + time.now))).toBeLessThan(1_000);
    const corrected = open('ann', { ...device, clockError: serverStart }, true);
    await time.pass(1_000);
    expect(corrected.client.now(), 'the clock was set right meanwhile').toBe(serverStart + time.now);
  });
});
