import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '../../domain/change/change.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { type LiveServer, startLiveServer } from '../../test/servers/live-server.ts';
import { type LiveTab, openLiveTab } from '../../test/servers/live-tab.ts';
import { memoryOutbox, memoryTabs } from '../../test/stores/memory-outbox.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import type { RefusedChange } from './outbox-storage.ts';

let server: LiveServer;
let pages: LiveTab[] = [];
beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
});
afterEach(async () => {
  for (const { client } of pages) client.close();
  pages = [];
  await server.stop();
});

function open(options: Parameters<typeof openLiveTab>[2] = {}): LiveTab {
  const page = openLiveTab(server, 'ann', options);
  pages.push(page);
  return page;
}

const run = (statement: string) => sql.raw(statement).execute(server.store.kysely);
const fill = () => run(`create trigger full before insert on changes begin select raise(abort, 'full'); end`);
const makeRoom = () => run('drop trigger full');
const rename = ({ client }: LiveTab, name: string) =>
  client.open('team', teamRef.team, teamRef.document).change({ type: 'team.rename', name });

async function names(): Promise<readonly string[]> {
  const changes = await server.store.documents.changesAfter(teamRef, 1, 100);
  return changes.map(({ change }) => (change.type === 'team.rename' ? change.name : change.type));
}

describe('changes that the server could not store', () => {
  it('[OB2] are made in the order they were made on the page, each once, with those made since', async () => {
    const page = open();
    const team = page.client.open('team', teamRef.team, teamRef.document);
    team.subscribe(() => {});
    await page.until(() => team.get().state === 'ready');
    await fill();
    for (const name of ['One', 'Two', 'Three']) rename(page, name);
    await page.until(() => page.refused.length === 3);
    await makeRoom();
    rename(page, 'Four');
    expect(page.sent.filter(({ type }) => type === 'change')).toHaveLength(3);
    page.passTime();
    await page.until(() => page.client.unsaved.get() === 0);
    expect(await names()).toEqual(['One', 'Two', 'Three', 'Four']);
    expect(team.get()).toMatchObject({ body: { name: 'Four' }, pending: 0 });
  });

  it('[OB2] are made again and again until there is room, edits of a new layout after its creation', async () => {
    const page = open();
    await page.until(() => page.client.me.get() !== null);
    await fill();
    const template = { kind: 'template', name: 'Week', area: 'Front', notes: [{ insert: '\n' }] } as const;
    const made = page.client.create(teamRef.team, {
      type: 'template.create',
      template: { ...template, rotations: [], type: 'fixed' },
    });
    if (!made.ok) throw new Error();
    const week = page.client.open('template', teamRef.team, made.value);
    week.subscribe(() => {});
    for (const name of ['Weekday', 'Workday']) week.change({ type: 'template.rename', name });
    await page.until(() => page.refused.length === 3);
    page.passTime();
    await page.until(() => page.refused.length === 6);
    await makeRoom();
    page.passTime();
    await page.until(() => page.client.unsaved.get() === 0);
    expect(page.lost).toEqual([]);
    await page.until(() => {
      const view = week.get();
      return view.state === 'ready' && view.version === 3;
    });
    expect(week.get()).toMatchObject({ body: { name: 'Workday' }, pending: 0 });
  });
});

describe('two tabs of one browser', () => {
  const device = () => ({ storage: memoryOutbox(), tabs: memoryTabs() });

  it('[OB3] show each other’s changes at once, and count them', async () => {
    const { storage, tabs } = device();
    const [one, other] = [open({ storage, tabs: tabs.open() }), open({ storage, tabs: tabs.open() })];
    const copies = [one, other].map(({ client }) => client.open('team', teamRef.team, teamRef.document));
    for (const copy of copies) copy.subscribe(() => {});
    await one.until(() => copies.every((copy) => copy.get().state === 'ready'));
    for (const page of [one, other]) page.disconnect();
    rename(one, 'One');
    await other.until(() => other.client.unsaved.get() === 1);
    expect(copies[1]?.get()).toMatchObject({ body: { name: 'One' }, pending: 1 });
    rename(other, 'Two');
    await one.until(() => one.client.unsaved.get() === 2);
    expect(copies[0]?.get()).toMatchObject({ body: { name: 'Two' }, pending: 2 });
  });

  it('[OB3] send each change once, in order, whichever made it', async () => {
    const { storage, tabs } = device();
    const [one, other] = [open({ storage, tabs: tabs.open() }), open({ storage, tabs: tabs.open() })];
    const copies = [one, other].map(({ client }) => client.open('team', teamRef.team, teamRef.document));
    for (const copy of copies) copy.subscribe(() => {});
    await one.until(() => copies.every((copy) => copy.get().state === 'ready'));
    for (const page of [one, other]) page.disconnect();
    for (const [index, page] of [one, other, one, other].entries()) {
      rename(page, `Name ${index}`);
      await one.until(() => [one, other].every(({ client }) => client.unsaved.get() === index + 1));
    }
    for (const page of [one, other]) page.reconnect();
    await one.until(() => [one, other].every(({ client }) => client.connection.get() === 'online'));
    one.passTime();
    other.passTime();
    await one.until(() => [one, other].every(({ client }) => client.unsaved.get() === 0));
    expect(await names()).toEqual(['Name 0', 'Name 1', 'Name 2', 'Name 3']);
    const sent = [one, other].flatMap((page) => page.sent.filter(({ type }) => type === 'change'));
    expect(sent).toHaveLength(4);
    expect(await storage.waiting('ann')).toEqual([]);
  });

  it('[OB3] the one that sends is told what the device could not store, and in its place', async () => {
    const { storage, tabs } = device();
    let isFull = true;
    const flaky: typeof storage = {
      ...storage,
      put: async (waiting) => {
        if (isFull) throw new Error('full');
        await storage.put(waiting);
      },
    };
    const one = open({ storage: flaky, tabs: tabs.open() });
    const team = one.client.open('team', teamRef.team, teamRef.document);
    team.subscribe(() => {});
    await one.until(() => team.get().state === 'ready');
    one.disconnect();
    rename(one, 'First');
    isFull = false;
    rename(one, 'Second');
    const other = open({ storage: flaky, tabs: tabs.open() });
    await other.until(() => other.client.connection.get() === 'online');
    other.passTime();
    await one.until(() => one.client.unsaved.get() === 0);
    expect(await names()).toEqual(['First', 'Second']);
  });

  it('the open one sends what a closed one left', async () => {
    const { storage, tabs } = device();
    const one = open({ storage, tabs: tabs.open() });
    const team = one.client.open('team', teamRef.team, teamRef.document);
    team.subscribe(() => {});
    await one.until(() => team.get().state === 'ready');
    one.passTime();
    const other = open({ storage, tabs: tabs.open() });
    await other.until(() => other.client.connection.get() === 'online');
    other.passTime();
    one.disconnect();
    rename(one, 'Left behind');
    await other.until(() => other.client.unsaved.get() === 1);
    one.client.close();
    // Checks that the other tab is there, and then takes over.
    other.passTime();
    other.passTime();
    await other.until(() => other.client.unsaved.get() === 0);
    expect(await names()).toEqual(['Left behind']);
  });
});

describe('a change that was stored before the page heard so', () => {
  it('is shown once, from the first snapshot on', async () => {
    const notes = (text: string) => [{ insert: `${text}\n` }];
    const monday = { team: teamRef.team, document: 'monday' };
    const layout = buildLayout({ notes: [{ insert: '\n' }] });
    await server.documents.issue(monday, { type: 'layout.create', layout });
    const change = { type: 'notes.edit', base: [{ insert: '\n' }], next: notes('Call Sam') } as const;
    const author = { user: 'ann', role: 'manager' } as const;
    const stored = await server.documents.change(author, monday, { id: 'saved', change });
    expect(stored).toMatchObject({ ok: true });
    const storage = memoryOutbox();
    await storage.put({ user: 'ann', ...monday, id: 'saved', change });
    const page = open({ storage });
    const copy = page.client.open('layout', monday.team, monday.document);
    const shown: unknown[] = [];
    copy.subscribe(() => {
      const view = copy.get();
      if (view.state === 'ready') shown.push([view.body.notes, view.pending]);
    });
    await page.until(() => page.client.unsaved.get() === 0 && copy.get().state === 'ready');
    expect(shown).toEqual([[notes('Call Sam'), 0]]);
    expect(await storage.waiting('ann')).toEqual([]);
  });
});

describe('a change that someone else overtook', () => {
  const monday = { team: teamRef.team, document: 'monday' };
  const author = { user: 'bob', role: 'manager' } as const;
  const byBob = (id: string, change: Change) => server.documents.change(author, monday, { id, change });

  it('[OB9] is refused with who did what, and when', async () => {
    const shifts = [buildShift('ana', '9:00 AM', '5:00 PM'), buildShift('bo', '9:00 AM', '5:00 PM')];
    await server.documents.issue(monday, { type: 'layout.create', layout: buildLayout({ shifts }) });
    await server.join(author.user, author.role);
    const page = open();
    const copy = page.client.open('layout', monday.team, monday.document);
    copy.subscribe(() => {});
    await page.until(() => copy.get().state === 'ready');
    const told: (RefusedChange['cause'] | null)[] = [];
    page.client.refused.on(({ cause }) => told.push(cause ?? null));
    page.disconnect();
    copy.change({ type: 'shift.edit', shift: 'ana', note: 'Key holder' });
    await byBob('note', { type: 'shift.edit', shift: 'bo', note: 'New' });
    await byBob('gone', { type: 'shift.delete', shift: 'ana' });
    await byBob('late', { type: 'shift.edit', shift: 'bo', note: 'Old' });
    page.reconnect();
    await page.until(() => told.length === 1);
    expect(told).toEqual([{ who: 'bob Doe', did: 'deleted the shift of ana', at: expect.any(Number) }]);
    expect(page.client.unsaved.get()).toBe(0);
  });
});

describe('a server that was restored from a backup', () => {
  const forgetEpoch = (file: string) => {
    const database = new DatabaseSync(file);
    database.exec(`delete from meta where key = 'epoch'`);
    database.close();
  };

  it('[OB10] is noticed by an open page, which sends what waits, each change once', async () => {
    const page = open();
    const team = page.client.open('team', teamRef.team, teamRef.document);
    team.subscribe(() => {});
    await page.until(() => team.get().state === 'ready');
    rename(page, 'Before');
    await page.until(() => page.client.unsaved.get() === 0);
    page.disconnect();
    rename(page, 'Waiting');
    let firstChange = 0;
    await server.restart((file) => {
      forgetEpoch(file);
      const database = new DatabaseSync(file);
      firstChange = Number(database.prepare('select at from changes where version = 1').get()?.at);
      database.exec(`delete from changes where version = 2; update documents set version = 1;`);
      database.exec('delete from snapshots where version = 2');
      database.close();
    });
    page.reconnect();
    await page.until(() => page.client.unsaved.get() === 0);
    expect(page.client.restored.get()).toEqual({ lastChange: firstChange });
    expect(await names()).toEqual(['Waiting']);
    await page.until(() => team.get().state === 'ready');
    expect(team.get()).toMatchObject({ body: { name: 'Waiting' }, pending: 0 });
  });

  it('[OB10] is noticed by the next page of the device, and only once', async () => {
    const memory = new Map<string, string>();
    const first = open({ memory });
    await first.until(() => first.client.connection.get() === 'online');
    first.client.close();
    await server.restart(forgetEpoch);
    for (const expected of [{ lastChange: expect.any(Number) }, null]) {
      const next = open({ memory });
      await next.until(() => next.client.connection.get() === 'online');
      expect(next.client.restored.get()).toEqual(expected);
      next.client.close();
    }
  });
});

describe('a device that cannot store changes', () => {
  it('[OB11] is noticed with the first change, which is sent all the same', async () => {
    const storage = { ...memoryOutbox(), put: () => Promise.reject(new Error('no room')) };
    const page = open({ storage });
    const team = page.client.open('team', teamRef.team, teamRef.document);
    team.subscribe(() => {});
    await page.until(() => team.get().state === 'ready');
    expect(page.client.isKept.get()).toBe(true);
    rename(page, 'Unkept');
    await page.until(() => !page.client.isKept.get() && page.client.unsaved.get() === 0);
    expect(await names()).toEqual(['Unkept']);
  });
});
