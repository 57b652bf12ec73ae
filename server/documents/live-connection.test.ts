import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { protocol } from '../../contract/live.ts';
import { type LiveServer, type Page, startLiveServer } from '../../test/live-server.ts';
import { aTeam, teamName } from '../../test/stored-team.ts';

let server: LiveServer;
beforeEach(async () => {
  server = await startLiveServer();
  await server.join('ann', 'manager');
  await server.join('bob', 'manager');
});
afterEach(() => server.stop());

const rename = (page: Page, id: string, name = id) =>
  page.say({ type: 'change', ...teamName, id, change: { type: 'team.rename', name } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function watching(user: string, resume: { since?: number; epoch?: string } = {}): Promise<Page> {
  const page = await server.open(user);
  page.say({ type: 'watch', ...teamName, ...resume });
  return page;
}

describe('a change', () => {
  test('is accepted, and shown to all who watch with the same version', async () => {
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
    expect(await server.documents.read(teamName)).toMatchObject({ version: 101 });
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
    expect(await server.documents.read(teamName)).toMatchObject({ version: 3, body: { name: 'Quay' } });
  });

  test('a page may watch what it is just making', async () => {
    const ann = await server.open('ann');
    const name = { team: teamName.team, document: 'week' };
    const template = { kind: 'template', name: 'Week', area: 'Front', notes: [{ insert: '\n' }] } as const;
    ann.say({
      type: 'change',
      ...name,
      id: 'make',
      change: { type: 'template.create', template: { ...template, rotations: [], type: 'fixed' } },
    });
    ann.say({ type: 'watch', ...name });
    expect(await ann.hear('snapshot')).toMatchObject({ version: 1, body: { name: 'Week' } });
    expect(await ann.hear('listed')).toMatchObject({ team: teamName.team });
  });

  test('is refused when it cannot be stored, shown to nobody, and works when it can again', async () => {
    const [ann, bob] = [await watching('ann'), await watching('bob')];
    await bob.hear('snapshot');
    const run = (text: string) => sql.raw(text).execute(server.store.kysely);
    await run(`create trigger full before insert on changes begin select raise(abort, 'full'); end`);
    for (const each of numbers(5)) rename(ann, `lost-${each}`);
    for (const _ of numbers(5)) expect((await ann.hear('refused')).problem.code).toBe('storage-failed');
    expect(await server.documents.read(teamName)).toEqual({ version: 1, body: aTeam });
    await run('drop trigger full');
    rename(ann, 'kept', 'Pier');
    expect(await ann.hear('accepted')).toMatchObject({ version: 2 });
    expect(await bob.hear('changed')).toMatchObject({ version: 2, id: 'kept' });
    expect(await server.store.documents.load(teamName)).toMatchObject({ version: 2, body: { name: 'Pier' } });
  });
});

describe('a watch', () => {
  test('resumes with every later change, then says that it is up to date', async () => {
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
    for (const each of numbers(200)) {
      rename(ann, `change-${each}`);
      if (each === 100) await ann.hear('accepted');
    }
    const bob = await watching('bob', { since: 1, epoch });
    const versions: number[] = [];
    for (const _ of numbers(200)) versions.push((await bob.hear('changed')).version);
    expect(versions).toEqual(numbers(200).map((each) => each + 1));
  });

  test.each([
    ['of another history', { since: 1, epoch: 'another' }],
    ['from a version that was never made', { since: 9 }],
    ['from nothing', {}],
  ])('%s starts with a snapshot', async (_, resume) => {
    const ann = await server.open('ann');
    const { epoch } = await ann.hear('hello');
    ann.say({ type: 'watch', ...teamName, epoch, ...resume });
    expect(await ann.hear('snapshot')).toMatchObject({ version: 1 });
  });

  test('too far behind starts with a snapshot', async () => {
    for (const each of numbers(510)) {
      await server.documents.issue(teamName, { type: 'team.rename', name: `Name ${each}` });
    }
    const { epoch } = server.store;
    expect(await (await watching('ann', { since: 1, epoch })).hear('snapshot')).toMatchObject({
      version: 511,
    });
    expect(await (await watching('ann', { since: 500, epoch })).hear('changed')).toMatchObject({
      version: 501,
    });
  });

  test('that does not read holds nobody up, and catches up with a snapshot', async () => {
    const [ann, bob, slow] = [await server.open('ann'), await watching('bob'), await watching('bob')];
    await slow.hear('snapshot');
    slow.socket.pause();
    const count = 150;
    const week = { team: teamName.team, document: 'week' };
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
      ann.say({ type: 'change', ...week, id: `note-${each}`, change: { type: 'notes.edit', base, next } });
      base = next;
      await bob.hear('changed');
    }
    slow.socket.resume();
    while ((await slow.hear('snapshot')).version <= count);
    const shown = slow.heard.filter((message) => message.type === 'changed');
    expect(shown.length).toBeLessThan(count);
  });

  test('of a document that is not there is gone', async () => {
    const ann = await server.open('ann');
    ann.say({ type: 'watch', team: teamName.team, document: 'nowhere' });
    expect(await ann.hear('gone')).toMatchObject({ document: 'nowhere', why: 'missing' });
  });

  test('ends when it is told to', async () => {
    const ann = await watching('ann');
    await ann.hear('snapshot');
    ann.say({ type: 'unwatch', ...teamName });
    rename(ann, 'unseen');
    await ann.hear('accepted');
    expect(ann.heard.filter(({ type }) => type === 'changed')).toEqual([]);
  });
});

describe('who may', () => {
  test('a stranger cannot tell a team of others from one that is not there', async () => {
    const eve = await server.open('eve');
    for (const team of [teamName.team, 'nowhere']) {
      eve.say({ type: 'watch', team, document: 'same' });
      eve.say({
        type: 'change',
        team,
        document: 'same',
        id: 'x',
        change: { type: 'team.rename', name: 'Eve' },
      });
    }
    const [first, second] = [await eve.hear('gone'), await eve.hear('gone')];
    expect({ ...first, team: '' }).toEqual({ ...second, team: '' });
    const [refused, again] = [await eve.hear('refused'), await eve.hear('refused')];
    expect({ ...refused, team: '' }).toEqual({ ...again, team: '' });
    expect(refused.problem.code).toBe('not-found');
  });

  test('a viewer is shown and may not change', async () => {
    await server.join('vic', 'viewer');
    const vic = await watching('vic');
    await vic.hear('snapshot');
    rename(vic, 'try');
    expect((await vic.hear('refused')).problem.code).toBe('not-allowed');
  });

  test('who is removed is told, sees nothing more and changes nothing more', async () => {
    const [ann, bob] = [await watching('ann'), await watching('bob')];
    await bob.hear('snapshot');
    await bob.hear('me');
    await server.leave('bob');
    expect(await bob.hear('gone')).toMatchObject({ why: 'not-a-member' });
    expect((await bob.hear('me')).teams).toEqual([]);
    rename(ann, 'secret');
    await ann.hear('accepted');
    rename(bob, 'try');
    expect((await bob.hear('refused')).problem.code).toBe('not-found');
    expect(bob.heard.filter(({ type }) => type === 'changed')).toEqual([]);
  });

  test.each(['told', 'found out'])('after signing out (%s) the open page is a stranger', async (how) => {
    const ann = await watching('ann');
    await ann.hear('snapshot');
    await ann.hear('me');
    server.ended.add('session-of-ann');
    if (how === 'told') server.connections.signedOut('session-of-ann');
    else await untilRefused(ann);
    expect(await ann.hear('gone')).toMatchObject({ why: 'signed-out' });
    expect(await ann.hear('me')).toEqual({ type: 'me', user: null, teams: [] });
    rename(ann, 'try');
    expect((await ann.hear('refused')).problem.code).toBe('signed-out');
  });

  /** A session is believed for a moment without asking. */
  async function untilRefused(page: Page): Promise<void> {
    for (let each = 0; ; each++) {
      const change = { type: 'team.theme', primaryColor: null } as const;
      page.say({ type: 'change', ...teamName, id: `until-${each}`, change });
      const answer = await page.hear('accepted', 'refused');
      if (answer.type === 'refused') return;
    }
  }

  test('nobody makes a team, a setting of the day, or a team in the place of a template', async () => {
    const ann = await server.open('ann');
    const ask = async (
      document: string,
      id: string,
      change: Parameters<typeof server.documents.issue>[1],
    ) => {
      ann.say({ type: 'change', team: teamName.team, document, id, change });
      return (await ann.hear('refused')).problem.code;
    };
    expect(await ask('harbor', 'a', { type: 'team.create', team: aTeam })).toBe('not-allowed');
    expect(await ask('second', 'b', { type: 'team.create', team: aTeam })).toBe('wrong-document');
    const settings = { breakMinMinutes: 1, breakTimerMinutes: 1, dayStart: '12:00 AM' };
    expect(await ask('nowhere', 'c', { type: 'layout.settings', ...settings })).toBe('document-missing');
    expect(await ask('nowhere', 'd', { type: 'team.rename', name: 'x' })).toBe('document-missing');
  });
});

describe('the conversation', () => {
  test('begins with hello and who one is', async () => {
    const ann = await server.open('ann');
    expect(await ann.hear('hello')).toMatchObject({ protocol, epoch: server.store.epoch });
    expect(await ann.hear('me')).toMatchObject({ user: { id: 'ann' }, teams: [{ id: 'harbor' }] });
    ann.say({ type: 'ping' });
    expect((await ann.hear('pong')).now).toBeGreaterThan(0);
    const nobody = await server.open(null);
    expect(await nobody.hear('me')).toEqual({ type: 'me', user: null, teams: [] });
  });

  test('of another protocol ends with the problem', async () => {
    const ann = await server.open('ann');
    await ann.hear('me');
    const old = await server.open(null);
    await old.hear('me');
    old.say({ type: 'hello', protocol: protocol + 1 });
    expect((await old.hear('problem')).problem.code).toBe('message-invalid');
    expect(await old.hungUp).toBe(4001);
  });

  test.each([
    'no json',
    '{"type":"watch","team":"harbor"}',
    '{"type":"ping","more":1}',
    '{"type":"watch","team":"harbor","document":"harbor","__proto__":{}}',
    '{"type":"change","team":"harbor","document":"harbor","id":"x","change":{"type":"team.rename","name":"x"},"by":"bob"}',
  ])('ends at what is no message: %s', async (text) => {
    const ann = await server.open('ann');
    ann.socket.send(text);
    expect((await ann.hear('problem')).problem.code).toBe('message-invalid');
    expect(await ann.hungUp).toBe(4001);
  });

  test('tells members when lists or the name of the team change', async () => {
    const [ann, bob] = [await server.open('ann'), await server.open('bob')];
    await bob.hear('me');
    rename(ann, 'new-name', 'Pier');
    expect(await bob.hear('listed')).toEqual({ type: 'listed', team: 'harbor' });
    await bob.hear('me');
  });

  test('when the server stops, answers come before it hangs up', async () => {
    const ann = await server.open('ann');
    await ann.hear('me');
    for (const each of numbers(20)) rename(ann, `last-${each}`);
    await ann.hear('accepted');
    await server.restart();
    expect(await ann.hungUp).toBe(1012);
    const { version } = (await server.documents.read(teamName)) ?? { version: 0 };
    expect(ann.heard.filter(({ type }) => type === 'accepted')).toHaveLength(version - 2);
  });
});
