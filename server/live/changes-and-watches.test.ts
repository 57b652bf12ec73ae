import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { largestWatches } from '../../contract/live.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { aTeam, teamRef } from '../../test/stores/team-fixture.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
});
afterEach(() => server.stop());

const rename = (page: Page, id: string, name = id) =>
  page.say({ type: 'change', ...teamRef, id, change: { type: 'team.rename', name } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function watching(user: string, resume: { since?: number; epoch?: string } = {}): Promise<Page> {
  const page = await server.open(user);
  page.say({ type: 'watch', ...teamRef, ...resume });
  return page;
}

describe('a change', () => {
  test('is accepted, and sent to every watcher with the same version', async () => {
    const [ann, bob] = [await watching('ann'), await watching('bob')];
    expect(await ann.hear('snapshot')).toMatchObject({ version: 1, body: aTeam });
    await bob.hear('snapshot');
    rename(ann, 'first', 'Pier');
    expect(await ann.hear('accepted')).toMatchObject({ id: 'first', version: 2 });
    const shown = { version: 2, id: 'first', by: 'ann', change: { type: 'team.rename', name: 'Pier' } };
    expect(await bob.hear('changed')).toMatchObject(shown);
    expect(await ann.hear('changed')).toMatchObject(shown);
  });

  test('that breaks a rule is refused with its problem, and nobody sees it', async () => {
    const [ann, bob] = [await server.open('ann'), await watching('bob')];
    rename(ann, 'bad', ' ');
    expect(await ann.hear('refused')).toMatchObject({ id: 'bad', problem: { code: 'name-missing' } });
    rename(ann, 'good', 'Pier');
    await ann.hear('accepted');
    expect((await bob.hear('changed')).id).toBe('good');
  });

  test('what arrives together shares commits, in order and without gaps', async () => {
    const [bob, ...authors] = [await watching('bob'), await server.open('ann'), await server.open('bob')];
    await bob.hear('snapshot');
    for (const [index, page] of authors.entries()) {
      for (const each of numbers(50)) rename(page, `change-${index}-${each}`);
    }
    const versions: number[] = [];
    for (const _ of numbers(100)) versions.push((await bob.hear('changed')).version);
    expect(versions).toEqual(numbers(100).map((each) => each + 1));
    expect(server.commits.length).toBeLessThan(50);
    expect(await server.documents.read(teamRef)).toMatchObject({ version: 101 });
  });

  test('sent many times, at once and later, by one page and another, happens once', async () => {
    const [ann, bob] = [await watching('ann'), await watching('bob')];
    for (const page of [ann, bob, ann, bob]) rename(page, 'once', 'Pier');
    const first = await ann.hear('accepted');
    for (const page of [ann, bob, bob]) expect(await page.hear('accepted')).toEqual(first);
    rename(bob, 'other', 'Quay');
    await bob.hear('accepted');
    await server.restart();
    const again = await server.open('ann');
    rename(again, 'once', 'Pier');
    expect(await again.hear('accepted')).toEqual(first);
    expect(await server.documents.read(teamRef)).toMatchObject({ version: 3, body: { name: 'Quay' } });
  });

  test('a page may watch what it is just making', async () => {
    const ann = await server.open('ann');
    const name = { team: teamRef.team, document: 'week' };
    const template = { kind: 'template', name: 'Week', area: 'Front', notes: [{ insert: '\n' }] } as const;
    ann.say({
      type: 'change',
      ...name,
      id: 'make',
      change: { type: 'template.create', template: { ...template, rotations: [], type: 'fixed' } },
    });
    ann.say({ type: 'watch', ...name });
    expect(await ann.hear('snapshot')).toMatchObject({ version: 1, body: { name: 'Week' } });
    expect(await ann.hear('listed')).toMatchObject({ team: teamRef.team });
  });

  test('is refused when it cannot be stored, shown to nobody, and works when it can again', async () => {
    const [ann, bob] = [await watching('ann'), await watching('bob')];
    await bob.hear('snapshot');
    const run = (text: string) => sql.raw(text).execute(server.store.kysely);
    await run(`create trigger full before insert on changes begin select raise(abort, 'full'); end`);
    for (const each of numbers(5)) rename(ann, `lost-${each}`);
    for (const _ of numbers(5)) expect((await ann.hear('refused')).problem.code).toBe('storage-failed');
    expect(await server.documents.read(teamRef)).toEqual({ version: 1, body: aTeam });
    await run('drop trigger full');
    const change = { type: 'team.rename', name: 'Pier' } as const;
    ann.say({ type: 'change', ...teamRef, id: 'kept', again: true, change });
    expect(await ann.hear('accepted')).toMatchObject({ version: 2 });
    expect(await bob.hear('changed')).toMatchObject({ version: 2, id: 'kept' });
    expect(await server.store.documents.load(teamRef)).toMatchObject({ version: 2, body: { name: 'Pier' } });
  });
});

describe('a watch', () => {
  test('resumes with every later change, then is up to date', async () => {
    const ann = await server.open('ann');
    const { epoch } = await ann.hear('hello');
    for (const each of numbers(40)) rename(ann, `change-${each}`);
    for (const _ of numbers(40)) await ann.hear('accepted');
    const bob = await watching('bob', { since: 11, epoch });
    const versions: number[] = [];
    for (const _ of numbers(30)) versions.push((await bob.hear('changed')).version);
    expect(versions).toEqual(numbers(30).map((each) => each + 11));
    expect(await bob.hear('current')).toMatchObject({ version: 41 });
    await server.restart();
    const later = await watching('bob', { since: 41, epoch });
    expect(await later.hear('current')).toMatchObject({ version: 41 });
  });

  test('resumed while others write misses nothing and repeats nothing', async () => {
    const ann = await server.open('ann');
    const { epoch } = await ann.hear('hello');
    for (const each of numbers(90)) {
      rename(ann, `change-${each}`);
      if (each === 45) await ann.hear('accepted');
    }
    const bob = await watching('bob', { since: 1, epoch });
    const versions: number[] = [];
    for (const _ of numbers(90)) versions.push((await bob.hear('changed')).version);
    expect(versions).toEqual(numbers(90).map((each) => each + 1));
  });

  test.each([
    ['of another history', { since: 1, epoch: 'another' }],
    ['from a version that was never made', { since: 9 }],
    ['from nothing', {}],
  ])('%s starts with a snapshot', async (_, resume) => {
    const ann = await server.open('ann');
    const { epoch } = await ann.hear('hello');
    ann.say({ type: 'watch', ...teamRef, epoch, ...resume });
    expect(await ann.hear('snapshot')).toMatchObject({ version: 1 });
  });

  test('too far behind starts with a snapshot', async () => {
    for (const each of numbers(510)) {
      await server.documents.issue(teamRef, { type: 'team.rename', name: `Name ${each}` });
    }
    const { epoch } = server.store;
    expect(await (await watching('ann', { since: 1, epoch })).hear('snapshot')).toMatchObject({
      version: 511,
    });
    expect(await (await watching('ann', { since: 500, epoch })).hear('changed')).toMatchObject({
      version: 501,
    });
  });

  test('that does not read holds nobody up', async () => {
    const [bob, slow] = [await watching('bob'), await watching('bob')];
    await slow.hear('snapshot');
    slow.socket.pause();
    const count = 150;
    const week = { team: teamRef.team, document: 'week' };
    const template = { kind: 'template', name: 'Week', area: 'Front', rotations: [], type: 'fixed' } as const;
    const empty = [{ insert: '\n' }];
    const made = { type: 'template.create', template: { ...template, notes: empty } } as const;
    await server.documents.issue(week, made);
    slow.say({ type: 'watch', ...week });
    bob.say({ type: 'watch', ...week });
    while ((await bob.hear('snapshot')).document !== week.document);
    // Far more bytes than the buffers between both ends can hold.
    let base = empty;
    for (const each of numbers(count)) {
      const next = [{ insert: `${String(each).padEnd(40_000, '.')}\n` }];
      await server.documents.issue(week, { type: 'notes.edit', base, next });
      base = next;
      await bob.hear('changed');
    }
    slow.socket.resume();
    while ((await slow.hear('changed')).version <= count);
  });

  test('beyond the limit is refused alone, and works when another has ended', async () => {
    const ann = await server.open('ann');
    const documents = numbers(largestWatches + 1).map((each) => `area-${each}`);
    const template = { kind: 'template', name: 'Week', area: 'Front', rotations: [], type: 'fixed' } as const;
    const made = { type: 'template.create', template: { ...template, notes: [{ insert: '\n' }] } } as const;
    for (const document of documents) await server.documents.issue({ team: teamRef.team, document }, made);
    for (const document of documents) ann.say({ type: 'watch', team: teamRef.team, document });
    const last = { team: teamRef.team, document: documents.at(-1) ?? '' };
    expect(await ann.hear('gone')).toMatchObject({ document: last.document, why: 'too-many' });
    for (const _ of numbers(largestWatches)) await ann.hear('snapshot');
    ann.say({ type: 'unwatch', team: teamRef.team, document: 'area-1' });
    ann.say({ type: 'watch', ...last });
    expect(await ann.hear('snapshot', 'gone')).toMatchObject({ type: 'snapshot', document: last.document });
  });

  test('of a document that is not there is gone', async () => {
    const ann = await server.open('ann');
    ann.say({ type: 'watch', team: teamRef.team, document: 'nowhere' });
    expect(await ann.hear('gone')).toMatchObject({ document: 'nowhere', why: 'missing' });
  });

  test('ends when it is told to', async () => {
    const ann = await watching('ann');
    await ann.hear('snapshot');
    ann.say({ type: 'unwatch', ...teamRef });
    rename(ann, 'unseen');
    await ann.hear('accepted');
    expect(ann.heard.filter(({ type }) => type === 'changed')).toEqual([]);
  });
});
