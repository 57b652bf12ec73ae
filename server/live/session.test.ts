import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { protocol, type ServerMessage } from '../../contract/live.ts';
import { lawsOn } from '../../domain/planner/laws/laws.ts';
import { buildLayout, buildShift } from '../../test/builders.ts';
import { eventually } from '../../test/eventually.ts';
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

async function watching(user: string): Promise<Page> {
  const page = await server.open(user);
  page.say({ type: 'watch', ...teamRef });
  return page;
}

describe('who may', () => {
  test('a stranger cannot tell a team of others from one that is not there', async () => {
    const eve = await server.open('eve');
    for (const team of [teamRef.team, 'nowhere']) {
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

  test('[AC3] a viewer can watch but not change', async () => {
    await server.join('vic', 'viewer');
    const vic = await watching('vic');
    await vic.hear('snapshot');
    rename(vic, 'try');
    expect((await vic.hear('refused')).problem.code).toBe('not-allowed');
  });

  test('a removed member is notified, and can neither see nor change anything', async () => {
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

  test('a removed member whose teams can’t be looked up is disconnected', async () => {
    const [ann, bob] = [await watching('ann'), await watching('bob')];
    await bob.hear('me');
    await ann.hear('snapshot');
    server.unreadable.add('bob');
    await server.leave('bob');
    expect(await bob.hungUp).toBe(1012);
    rename(ann, 'secret');
    await ann.hear('accepted');
    expect(bob.heard.filter(({ type }) => type === 'changed')).toEqual([]);
  });

  test.each(['told', 'found out'])('after signing out (%s) an open page has no access', async (how) => {
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
      page.say({ type: 'change', ...teamRef, id: `until-${each}`, change });
      const answer = await page.hear('accepted', 'refused');
      if (answer.type === 'refused') return;
    }
  }

  test('[AC4] nobody makes a team, a setting of the day, or a team in the place of a template', async () => {
    const ann = await server.open('ann');
    const ask = async (
      document: string,
      id: string,
      change: Parameters<typeof server.documents.issue>[1],
    ) => {
      ann.say({ type: 'change', team: teamRef.team, document, id, change });
      return (await ann.hear('refused')).problem.code;
    };
    expect(await ask('harbor', 'a', { type: 'team.create', team: aTeam })).toBe('not-allowed');
    expect(await ask('second', 'b', { type: 'team.create', team: aTeam })).toBe('wrong-document');
    const settings = { breakMinMinutes: 1, breakTimerMinutes: 1, dayStart: '12:00 AM' };
    expect(await ask('nowhere', 'c', { type: 'layout.settings', ...settings })).toBe('document-missing');
    expect(await ask('nowhere', 'd', { type: 'team.rename', name: 'x' })).toBe('document-missing');
  });
});

describe('the session', () => {
  test('begins with hello and who is signed in', async () => {
    const ann = await server.open('ann');
    expect(await ann.hear('hello')).toMatchObject({ protocol, epoch: server.store.epoch });
    expect(await ann.hear('me')).toMatchObject({ user: { id: 'ann' }, teams: [{ id: 'harbor' }] });
    ann.say({ type: 'ping' });
    expect((await ann.hear('pong')).now).toBeGreaterThan(0);
    const nobody = await server.open(null);
    expect(await nobody.hear('me')).toEqual({ type: 'me', user: null, teams: [] });
  });

  test('with another protocol ends with the problem', async () => {
    const ann = await server.open('ann');
    await ann.hear('me');
    const old = await server.open(null);
    await old.hear('me');
    old.say({ type: 'hello', protocol: protocol + 1 });
    expect((await old.hear('problem')).problem.code).toBe('message-invalid');
    expect(await old.hungUp).toBe(4001);
  });

  test('pages of two versions speak to a server that accepts both protocols, and others are asked to reload', async () => {
    const newer = await startLiveServer({ protocols: [protocol + 1, protocol] });
    await newer.join('ann', 'manager');
    const pages = [
      await newer.open('ann', { protocol }),
      await newer.open('ann', { protocol: protocol + 1 }),
    ];
    for (const [index, page] of pages.entries()) {
      expect((await page.hear('hello')).protocol).toBe(protocol + index);
      await page.hear('me');
    }
    for (const other of [protocol - 1, protocol + 2]) {
      const page = await newer.open('ann', { protocol: other });
      expect((await page.hear('problem')).problem.code).toBe('protocol-unknown');
      expect(await page.hungUp).toBe(4000);
    }
    await newer.stop();
  });

  test('[PV1] a page of a viewer is not told why somebody is out; once they run the day, it is', async () => {
    const out = { reason: 'sick', from: '9:00 AM', at: 0, by: null } as const;
    const shift = buildShift('Sam', '9:00 AM', '5:00 PM', { out });
    const day = { team: teamRef.team, document: 'private' };
    await server.documents.issue(day, { type: 'layout.create', layout: buildLayout({ shifts: [shift] }) });
    await server.join('vic', 'viewer');
    const pages = [await server.open('ann'), await server.open('vic')] as const;
    const reasonOf = (message: ServerMessage) => /"reason":"([a-z-]*)"/.exec(JSON.stringify(message))?.[1];
    for (const page of pages) page.say({ type: 'watch', ...day });
    const [ann, vic] = pages;
    expect(reasonOf(await ann.hear('snapshot'))).toBe('sick');
    expect(reasonOf(await vic.hear('snapshot'))).toBe('unsaid');
    const home = { type: 'shift.out', shift: 'Sam', reason: 'sent-home', from: '9:00 AM' } as const;
    await server.documents.issue(day, { ...home, at: 0, by: null });
    expect(reasonOf(await ann.hear('changed'))).toBe('sent-home');
    expect(reasonOf(await vic.hear('changed'))).toBe('unsaid');
    await server.store.members.setRole(teamRef.team, 'vic', 'lead');
    server.connections.membershipsChanged('vic');
    expect(reasonOf(await vic.hear('snapshot'))).toBe('sent-home');
  });

  test('[LW5] a page of a viewer is not told the laws of a day; once they run the day, it is', async () => {
    const day = { team: teamRef.team, document: 'lawful' };
    const layout = buildLayout({ laws: lawsOn('OR', '2026-11-21') });
    await server.documents.issue(day, { type: 'layout.create', layout });
    await server.join('vic', 'viewer');
    const [ann, vic] = [await server.open('ann'), await server.open('vic')] as const;
    const tells = (message: ServerMessage) => JSON.stringify(message).includes('or-');
    for (const page of [ann, vic]) page.say({ type: 'watch', ...day });
    expect(tells(await ann.hear('snapshot'))).toBe(true);
    expect(tells(await vic.hear('snapshot'))).toBe(false);
    const settings = { breakMinMinutes: 240, breakTimerMinutes: 30, dayStart: '4:00 AM' } as const;
    await server.documents.issue(day, { type: 'layout.settings', ...settings, laws: layout.laws });
    expect(tells(await ann.hear('changed'))).toBe(true);
    expect(tells(await vic.hear('changed'))).toBe(false);
    await server.store.members.setRole(teamRef.team, 'vic', 'lead');
    server.connections.membershipsChanged('vic');
    expect(tells(await vic.hear('snapshot'))).toBe(true);
  });

  test.each([
    'no json',
    '{"type":"watch","team":"harbor"}',
    '{"type":"ping","more":1}',
    '{"type":"watch","team":"harbor","document":"harbor","__proto__":{}}',
    '{"type":"change","team":"harbor","document":"harbor","id":"x","change":{"type":"team.rename","name":"x"},"by":"bob"}',
  ])('ends at an invalid message: %s', async (text) => {
    const ann = await server.open('ann');
    ann.socket.send(text);
    expect((await ann.hear('problem')).problem.code).toBe('message-invalid');
    expect(await ann.hungUp).toBe(4001);
  });

  test('notifies members when lists or the name of the team change', async () => {
    const [ann, bob] = [await server.open('ann'), await server.open('bob')];
    await bob.hear('me');
    rename(ann, 'new-name', 'Pier');
    expect(await bob.hear('listed')).toEqual({ type: 'listed', team: 'harbor' });
    await bob.hear('me');
  });

  test('ends for a page that keeps asking and reads nothing', async () => {
    const page = await server.open('ann');
    await page.hear('me');
    const notes = [{ insert: `${'.'.repeat(49_000)}\n` }];
    const week = { team: teamRef.team, document: 'week' };
    const template = { kind: 'template', name: 'Week', area: 'Front', rotations: [], type: 'fixed' } as const;
    await server.documents.issue(week, { type: 'template.create', template: { ...template, notes } });
    page.socket.on('error', () => {});
    page.socket.pause();
    await eventually(() => {
      for (const _ of numbers(100)) page.say({ type: 'watch', ...week });
      expect(page.socket.readyState).not.toBe(page.socket.OPEN);
    });
    page.socket.resume();
    expect(await page.hungUp).toBe(1006);
  });

  test('is refused when a person has too many pages open', async () => {
    const limited = await startLiveServer({ pagesLimit: 1 });
    await limited.join('ann', 'manager');
    await limited.join('bob', 'manager');
    const first = await limited.open('ann');
    await first.hear('me');
    const second = await limited.open('ann');
    expect(await second.hear('problem')).toMatchObject({ problem: { code: 'too-many-pages' } });
    expect(await second.hungUp).toBe(1013);
    await (await limited.open('bob')).hear('me');
    first.socket.close();
    await first.hungUp;
    await eventually(async () => {
      const next = await limited.open('ann');
      expect((await next.hear('me', 'problem')).type).toBe('me');
    });
    await limited.stop();
  });

  test('when the server stops, it answers before it disconnects', async () => {
    const ann = await server.open('ann');
    await ann.hear('me');
    for (const each of numbers(20)) rename(ann, `last-${each}`);
    await ann.hear('accepted');
    await server.restart();
    expect(await ann.hungUp).toBe(1012);
    const { version } = (await server.documents.read(teamRef)) ?? { version: 0 };
    expect(ann.heard.filter(({ type }) => type === 'accepted')).toHaveLength(version - 2);
  });
});
