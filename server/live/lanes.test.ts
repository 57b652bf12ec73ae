import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LiveServer, type Page, startLiveServer } from '../../test/servers/live-server.ts';
import { teamRef } from '../../test/stores/team-fixture.ts';
import { createLanes } from './lanes.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
});
afterEach(() => server.stop());

const say = (page: Page, id: string, again?: boolean) =>
  page.say({ type: 'change', ...teamRef, id, again, change: { type: 'team.rename', name: id } });
const run = (statement: string) => sql.raw(statement).execute(server.store.kysely);
const fill = () => run(`create trigger full before insert on changes begin select raise(abort, 'full'); end`);
const makeRoom = () => run('drop trigger full');

async function answers(page: Page, count: number): Promise<readonly string[]> {
  const heard: string[] = [];
  while (heard.length < count) {
    const answer = await page.hear('accepted', 'refused');
    heard.push(
      answer.type === 'accepted' ? `${answer.id} ${answer.version}` : `${answer.id} ${answer.problem.code}`,
    );
  }
  return heard;
}

describe('after a change that could not be stored', () => {
  test('the page’s later ones are not taken before it, also when there is room again', async () => {
    const ann = await server.open('ann');
    await fill();
    say(ann, 'one');
    expect(await answers(ann, 1)).toEqual(['one storage-failed']);
    await makeRoom();
    say(ann, 'two');
    say(ann, 'three');
    expect(await answers(ann, 2)).toEqual(['two too-busy', 'three too-busy']);
    for (const id of ['one', 'two', 'three']) say(ann, id);
    expect(await answers(ann, 3)).toEqual(['one 2', 'two 3', 'three 4']);
  });

  test('changes that were on their way behind it are not taken either', async () => {
    const ann = await server.open('ann');
    await fill();
    for (const id of ['one', 'two']) say(ann, id);
    const first = await answers(ann, 2);
    await makeRoom();
    for (const id of ['three', 'one', 'two', 'four']) say(ann, id);
    expect([...first, ...(await answers(ann, 4))]).toEqual([
      'one storage-failed',
      'two storage-failed',
      'three too-busy',
      'one 2',
      'two 3',
      'four 4',
    ]);
  });

  test('the page can start over with another, if that was stored after all', async () => {
    const ann = await server.open('ann');
    await fill();
    say(ann, 'one');
    say(ann, 'two');
    await answers(ann, 2);
    say(ann, 'two', true);
    say(ann, 'three');
    expect(await answers(ann, 2)).toEqual(['two storage-failed', 'three storage-failed']);
    await makeRoom();
    say(ann, 'three');
    say(ann, 'two');
    say(ann, 'three');
    expect(await answers(ann, 3)).toEqual(['three too-busy', 'two 2', 'three 3']);
  });

  test('other documents and other people’s changes go on, and so does a new connection', async () => {
    const [ann, bob] = [await server.open('ann'), await server.open('bob')];
    await fill();
    say(ann, 'one');
    await answers(ann, 1);
    await makeRoom();
    say(bob, 'his');
    expect(await answers(bob, 1)).toEqual(['his 2']);
    ann.say({ type: 'change', ...teamRef, document: 'gone', id: 'other', change: { type: 'layout.delete' } });
    expect(await answers(ann, 1)).toEqual(['other document-missing']);
    const next = await server.open('ann');
    say(next, 'two');
    expect(await answers(next, 1)).toEqual(['two 3']);
  });

  test('one that a rule refuses when it comes again lets the next ones pass', async () => {
    const ann = await server.open('ann');
    await fill();
    const bad = {
      type: 'change',
      ...teamRef,
      id: 'bad',
      change: { type: 'team.rename', name: ' ' },
    } as const;
    ann.say(bad);
    say(ann, 'one');
    expect((await answers(ann, 2)).at(-1)).toBe('one storage-failed');
    await makeRoom();
    say(ann, 'one');
    ann.say(bad);
    say(ann, 'one');
    expect(await answers(ann, 3)).toEqual(['one too-busy', 'bad name-missing', 'one 2']);
  });
});

describe('after a change that was refused', () => {
  const sayBad = (page: Page) =>
    page.say({ type: 'change', ...teamRef, id: 'bad', change: { type: 'team.rename', name: ' ' } });

  test('later ones are taken when the page has heard of it and starts over', async () => {
    const ann = await server.open('ann', { resends: true });
    sayBad(ann);
    say(ann, 'one');
    say(ann, 'two');
    expect(await answers(ann, 3)).toEqual(['bad name-missing', 'one too-busy', 'two too-busy']);
    say(ann, 'two');
    expect(await answers(ann, 1)).toEqual(['two too-busy']);
    say(ann, 'one', true);
    say(ann, 'two');
    expect(await answers(ann, 2)).toEqual(['one 2', 'two 3']);
  });

  test('this is so after one of a person who is not in the team', async () => {
    const ann = await server.open('ann', { resends: true });
    await server.leave('ann');
    say(ann, 'one');
    expect(await answers(ann, 1)).toEqual(['one not-found']);
    await server.join('ann', 'manager');
    say(ann, 'two');
    say(ann, 'two', true);
    expect(await answers(ann, 2)).toEqual(['two too-busy', 'two 2']);
  });

  test('earlier ones that are on their way are answered before one of a person who has signed out', async () => {
    const ann = await server.open('ann', { resends: true });
    const holder = new DatabaseSync(server.file);
    holder.exec('begin immediate');
    const received = () => {
      ann.say({ type: 'ping' });
      return ann.hear('pong');
    };
    say(ann, 'one');
    say(ann, 'two');
    await received();
    server.connections.signedOut('session-of-ann');
    say(ann, 'three');
    await received();
    holder.close();
    expect(await answers(ann, 3)).toEqual(['one 2', 'two 3', 'three signed-out']);
  });

  test('a page with old code does not start over, and its later ones are taken', async () => {
    const ann = await server.open('ann');
    sayBad(ann);
    say(ann, 'one');
    expect(await answers(ann, 2)).toEqual(['bad name-missing', 'one 2']);
  });
});

test('a page cannot fill the memory with documents of which changes are refused', () => {
  const lanes = createLanes();
  const enter = (index: number) => lanes.enter({ team: 'pier', document: `document-${index}` });
  const [first, last] = Array.from({ length: 1_001 }, (_, index) => enter(index)).filter(
    (_, index) => index === 0 || index === 1_000,
  );
  expect(enter(1_000)).toBe(last);
  expect(enter(0)).not.toBe(first);
});
